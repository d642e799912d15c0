import type { Publication } from "../record/published.ts";
import type { Language } from "./format.ts";
import { articleWords } from "./article_words.ts";
import { scenarioColumns } from "./scenario_names.ts";
import { type CellInput, type ColumnInput, Table } from "./table.ts";
import { mediansNote } from "./throughput_definition.ts";

/** The columns of a scenario's or a soak's printed figures; medians in seconds. */
export function figureColumns(language: Language): ColumnInput[] {
  const { quantity } = articleWords[language];
  return [
    { id: "ttft-median", head: quantity.ttftMedianSeconds, unit: "s", kind: "printed" },
    { id: "response-median", head: quantity.responseMedianSeconds, unit: "s", kind: "printed" },
    {
      id: "throughput",
      head: quantity.outputTokensPerSecond,
      unit: "tokens/s",
      kind: "printed",
    },
  ];
}

/** The columns of how much was measured; only a soak has a duration. */
function extentColumns(language: Language): ColumnInput[] {
  const words = articleWords[language];
  return [
    { id: "duration", head: words.duration, unit: "min", kind: "printed" },
    { id: "rounds", head: words.rounds, kind: "count" },
    { id: "responses", head: words.responses, kind: "count" },
  ];
}

function p95Column(language: Language): ColumnInput {
  return {
    id: "response-p95",
    head: articleWords[language].p95,
    unit: "s",
    kind: "printed",
  };
}

/**
 * The completed scenarios of a publication in any language: its rows in its order, its digits in the
 * language's marks.
 */
export function publishedTable(publication: Publication, language: Language): Table {
  const words = articleWords[language];
  return new Table({
    id: `${publication.id}-scenarios`,
    language,
    caption: `${words.scenarios}: ${publication.id}`,
    columns: [...scenarioColumns(language), ...figureColumns(language)],
    rows: publication.scenarios.map((row) => [
      row.model,
      row.promptTokens,
      row.concurrency,
      row.ttftMedianSeconds,
      row.responseMedianSeconds,
      row.outputTokensPerSecond,
    ]),
    notes: [
      mediansNote(words.definition[publication.definitions.throughput.id], language),
    ],
    provenance: [{ kind: "published", statement: words.printedBy(publication.id) }],
  });
}

/**
 * The soak of a publication with its p95, beside the scenarios, whose cells say how many responses
 * are missing to the number from which on the publication prints one.
 *
 * @throws {RangeError} When the publication has no such number.
 */
export function p95Table(publication: Publication, language: Language): Table {
  const { soak, scenarios, design } = publication;
  const gate = design.p95MinimumResponses;
  if (gate === null) {
    throw new RangeError(`Cannot make a table of p95 of ${publication.id}: it prints none`);
  }
  const words = articleWords[language];
  const missing = (responses: number): CellInput =>
    responses < gate ? { value: null, text: words.missing(gate - responses, gate) } : null;
  return new Table({
    id: `${publication.id}-p95`,
    language,
    caption: `${words.p95}: ${publication.id}`,
    columns: [
      ...scenarioColumns(language),
      ...extentColumns(language),
      p95Column(language),
    ],
    rows: [
      ...(soak
        ? [[
          soak.model,
          soak.promptTokens,
          soak.concurrency,
          soak.measuredMinutes,
          soak.rounds,
          soak.responses,
          soak.responses < gate ? missing(soak.responses) : soak.responseP95Seconds,
        ]]
        : []),
      ...scenarios.map((row) => [
        row.model,
        row.promptTokens,
        row.concurrency,
        null,
        row.rounds,
        row.responses,
        missing(row.responses),
      ]),
    ],
    notes: [words.notes.gate(gate), words.notes.descriptive],
    provenance: [{ kind: "published", statement: words.printedBy(publication.id) }],
  });
}

/**
 * The soak of a publication with all its figures.
 *
 * @throws {RangeError} When it has none.
 */
export function publishedSoakTable(publication: Publication, language: Language): Table {
  const { soak } = publication;
  if (soak === null) throw new RangeError(`Cannot print a soak of ${publication.id}: it has none`);
  const words = articleWords[language];
  const [, response, throughput] = figureColumns(language);
  return new Table({
    id: `${publication.id}-soak`,
    language,
    caption: `${words.soak}: ${publication.id}`,
    columns: [
      ...scenarioColumns(language),
      ...extentColumns(language),
      throughput,
      response,
      p95Column(language),
    ],
    rows: [[
      soak.model,
      soak.promptTokens,
      soak.concurrency,
      soak.measuredMinutes,
      soak.rounds,
      soak.responses,
      soak.outputTokensPerSecond,
      soak.responseMedianSeconds,
      soak.responseP95Seconds,
    ]],
    notes: [
      mediansNote(words.definition[publication.definitions.throughput.id], language),
      words.notes.descriptive,
    ],
    provenance: [{ kind: "published", statement: words.printedBy(publication.id) }],
  });
}
