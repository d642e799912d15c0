import type { RecordSummary } from "../summarize/summary.ts";
import { articleWords } from "./article_words.ts";
import type { Language } from "./format.ts";
import { columnDecimals } from "./record_decimals.ts";
import { inSeconds } from "./seconds.ts";
import { soakCaption, soakNotes, soakOf } from "./soak_of.ts";
import { missingCell } from "./soak_table.ts";
import { soakWords } from "./soak_words.ts";
import { Table } from "./table.ts";
import { throughputDefinition, throughputNote } from "./throughput_definition.ts";

/**
 * The hours of a soak: throughput, medians, p95 past its gate, power and temperature. The German word
 * Leistung means performance as well as power; the table has both.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakHoursTable(
  summary: RecordSummary,
  language: Language,
  scenario?: string,
): Table {
  const found = soakOf(summary, scenario);
  const { quantity, notes, ...words } = articleWords[language];
  const own = soakWords[language];
  const { method } = summary.record;
  // hours after the last one in which a round began are only the end of that round
  const last = found.soak.hours.findLastIndex(({ rounds }) => rounds > 0);
  const hours = found.soak.hours.slice(0, last + 1).map((hour) => ({
    ...hour,
    ttft: inSeconds(hour.ttftMedianNs),
    response: inSeconds(hour.responseMedianNs),
    p95: inSeconds(hour.responseP95Ns),
  }));
  const column = (of: (hour: typeof hours[number]) => (number | null)[]) => ({
    kind: "number" as const,
    decimals: columnDecimals(method, hours.flatMap(of)),
  });
  const responseColumn = column(({ response, p95 }) => [response, p95]);
  const measured = hours.some(({ telemetry }) =>
    telemetry && (telemetry.meanPowerWatts ?? telemetry.highestCelsius) !== null
  );
  return new Table({
    id: "soak-hours",
    language,
    caption: soakCaption(own.hours, found, language),
    columns: [
      { id: "hour", head: own.hour, kind: "count" },
      { id: "length", head: own.minutes, unit: "min", kind: "number", decimals: 1 },
      {
        id: "throughput",
        head: quantity.outputTokensPerSecond,
        unit: "tokens/s",
        ...column(({ throughput }) => [throughput]),
      },
      {
        id: "response-median",
        head: quantity.responseMedianSeconds,
        unit: "s",
        ...responseColumn,
      },
      { id: "response-p95", head: words.p95, unit: "s", ...responseColumn },
      {
        id: "ttft-median",
        head: quantity.ttftMedianSeconds,
        unit: "s",
        ...column(({ ttft }) => [ttft]),
      },
      { id: "power", head: own.power, unit: "W", kind: "number", decimals: 1 },
      { id: "temperature", head: own.temperature, unit: "°C", kind: "number", decimals: 1 },
      { id: "responses", head: words.responses, kind: "count" },
      { id: "rounds", head: words.rounds, kind: "count" },
    ],
    rows: hours.map((hour) => [
      hour.hour,
      (hour.endNs - hour.startNs) / 60e9,
      hour.throughput,
      hour.response,
      hour.p95 ?? (hour.responses === 0 ? null : missingCell(hour.responses, summary, language)),
      hour.ttft,
      hour.telemetry?.meanPowerWatts ?? null,
      hour.telemetry?.highestCelsius ?? null,
      hour.responses,
      hour.rounds,
    ]),
    notes: [
      own.notes.hours,
      ...measured ? [] : [own.notes.noSensor],
      throughputNote(throughputDefinition(method, language), language),
      notes.descriptive,
      ...hours.some(({ p95, responses }) => p95 === null && responses > 0)
        ? [notes.gate(summary.rules.p95FromResponses)]
        : [],
      ...soakNotes(found, language),
    ],
    provenance: [summary.record.provenance],
  });
}
