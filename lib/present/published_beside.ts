import type { Publication } from "../record/published.ts";
import type { Language } from "./format.ts";
import { articleWords } from "./article_words.ts";
import { figureColumns } from "./published_table.ts";
import { scenarioColumns } from "./scenario_names.ts";
import { type CellInput, type ColumnInput, Table } from "./table.ts";

/**
 * The scenarios that several publications have in common, side by side. Each definition of
 * throughput has a column of its own, and nothing is computed across the rows.
 */
export function besideTable(publications: readonly Publication[], language: Language): Table {
  const words = articleWords[language];
  const definitions = [...new Set(publications.map((one) => one.definitions.throughput.id))];
  const [ttft, response, throughput] = figureColumns(language);
  const shared = (model: string, promptTokens: number, concurrency: number) =>
    publications.every(({ scenarios }) =>
      scenarios.some((row) =>
        row.model === model && row.promptTokens === promptTokens && row.concurrency === concurrency
      )
    );
  const rows = publications.flatMap((publication) =>
    publication.scenarios
      .filter((row) => shared(row.model, row.promptTokens, row.concurrency))
      .map((row) => ({ ...row, publication }))
  ).sort((a, b) => a.promptTokens - b.promptTokens || a.concurrency - b.concurrency);
  return new Table({
    id: `${publications.map((one) => one.id).join("-")}-beside`,
    language,
    caption: words.beside,
    columns: [
      { id: "method", head: words.method },
      ...scenarioColumns(language),
      ttft,
      response,
      ...definitions.map((id): ColumnInput => ({
        ...throughput,
        id: `throughput-${id}`,
        head: `${throughput.head}: ${words.definition[id]}`,
      })),
    ],
    rows: rows.map(({ publication, ...row }): CellInput[] => [
      publication.method,
      row.model,
      row.promptTokens,
      row.concurrency,
      row.ttftMedianSeconds,
      row.responseMedianSeconds,
      ...definitions.map((id) =>
        publication.definitions.throughput.id === id ? row.outputTokensPerSecond : null
      ),
    ]),
    notes: [words.notes.methods],
    provenance: publications.map(({ id }) => ({
      kind: "published",
      statement: words.printedBy(id),
    })),
  });
}
