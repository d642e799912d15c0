import type { RecordSummary } from "../summarize/summary.ts";
import { articleWords } from "./article_words.ts";
import type { Language } from "./format.ts";
import { columnDecimals } from "./record_decimals.ts";
import { inSeconds } from "./seconds.ts";
import { soakCaption, soakNotes, soakOf } from "./soak_of.ts";
import { type CellInput, Table } from "./table.ts";
import { throughputDefinition, throughputNote } from "./throughput_definition.ts";

/**
 * A soak as a whole, in the columns of the articles: minutes, rounds, responses, throughput, median
 * and p95.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakTable(summary: RecordSummary, language: Language, scenario?: string): Table {
  const found = soakOf(summary, scenario);
  const { counts, headline } = found.scenario;
  const { quantity, ...words } = articleWords[language];
  const { method } = summary.record;
  const ttft = inSeconds(headline.ttft.median);
  const response = inSeconds(headline.responseTime.median);
  const tail = headline.responseTime.p95;
  const p95 = tail.status === "given" ? inSeconds(tail.value) : null;
  const throughput = headline.throughput.value;
  const column = (...values: (number | null)[]) => ({
    kind: "number" as const,
    decimals: columnDecimals(method, values),
  });
  return new Table({
    id: "soak",
    language,
    caption: soakCaption(words.soak, found, language),
    columns: [
      { id: "duration", head: words.duration, unit: "min", kind: "number", decimals: 2 },
      {
        id: "throughput",
        head: quantity.outputTokensPerSecond,
        unit: "tokens/s",
        ...column(throughput),
      },
      {
        id: "response-median",
        head: quantity.responseMedianSeconds,
        unit: "s",
        ...column(response, p95),
      },
      { id: "response-p95", head: words.p95, unit: "s", ...column(response, p95) },
      { id: "ttft-median", head: quantity.ttftMedianSeconds, unit: "s", ...column(ttft) },
      { id: "responses", head: words.responses, kind: "count" },
      { id: "rounds", head: words.rounds, kind: "count" },
    ],
    rows: [[
      found.soak.minutes,
      throughput,
      response,
      p95 ?? missingCell(counts.responses, summary, language),
      ttft,
      counts.responses,
      counts.rounds,
    ]],
    notes: [
      throughputNote(throughputDefinition(method, language), language),
      words.notes.descriptive,
      ...p95 === null ? [words.notes.gate(summary.rules.p95FromResponses)] : [],
      ...soakNotes(found, language),
    ],
    provenance: [summary.record.provenance],
  });
}

/** What stands in place of a p95: how many responses are missing to the rules' number. */
export function missingCell(
  responses: number,
  { rules: { p95FromResponses: gate } }: RecordSummary,
  language: Language,
): CellInput {
  return { value: null, text: articleWords[language].missing(gate - responses, gate) };
}
