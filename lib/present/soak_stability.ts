import type { Drift } from "../summarize/drift.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language, noValue } from "./format.ts";
import { formatP } from "./format_p.ts";
import { formatSignificantQuantity } from "./format_significant.ts";
import { metricName } from "./metric_words.ts";
import { recordWords } from "./record_words.ts";
import { soakCaption, soakNotes, soakOf } from "./soak_of.ts";
import { soakWords } from "./soak_words.ts";
import { type Cell, type CellInput, Table } from "./table.ts";

/**
 * How the figures of a soak moved as a whole, as change in an hour with its interval.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakDriftTable(
  summary: RecordSummary,
  language: Language,
  scenario?: string,
): Table {
  const found = soakOf(summary, scenario);
  const { drift, thermal } = found.soak;
  const words = soakWords[language];
  const { low, high } = recordWords[language];
  const share = { kind: "number" as const, decimals: 3 };
  const lines: [string, string, number, Drift | null][] = [
    [metricName("round-rate", language), "tokens/s", 1, drift["round-rate"]],
    [metricName("ttft", language), "s", 1e9, drift.ttft],
    [metricName("response-time", language), "s", 1e9, drift["response-time"]],
    ...thermal?.drift
      ? [[words.criteria["drift-per-hour"], "°C", 1, thermal.drift] as [string, string, 1, Drift]]
      : [],
  ];
  return new Table({
    id: "soak-drift",
    language,
    caption: soakCaption(words.drift, found, language),
    columns: [
      { id: "figure", head: articleWords[language].figure },
      { id: "change", head: words.perHour, align: "right" },
      { id: "low", head: low, align: "right" },
      { id: "high", head: high, align: "right" },
      { id: "share", head: words.sharePerHour, unit: "%/h", ...share },
    ],
    rows: lines.map(([name, unit, scale, line]) => {
      const cell = (value: number | null) => change(value, scale, unit, language);
      const interval = line && line.interval.status !== "none" ? line.interval : null;
      return [
        name,
        cell(line?.perHour ?? null),
        cell(interval?.lower ?? null),
        cell(interval?.upper ?? null),
        // a share of degrees Celsius would depend on where their scale has its zero
        unit === "°C" || !line || line.sharePerHour === null ? null : line.sharePerHour * 100,
      ];
    }),
    notes: [words.notes.drift, ...soakNotes(found, language)],
    provenance: [summary.record.provenance],
  });
}

/**
 * What happened at one moment of a soak: long pauses and jumps of a figure's level.
 *
 * @param scenario Needed only where the record has several soaks.
 * @throws {UserError} When the record has no such soak.
 */
export function soakEventsTable(
  summary: RecordSummary,
  language: Language,
  scenario?: string,
): Table {
  const found = soakOf(summary, scenario);
  const { startNs, pauses, changes } = found.soak;
  const words = soakWords[language];
  const length = (ns: number) =>
    ns < 1e9
      ? formatSignificantQuantity(ns / 1e6, 3, "ms", language)
      : formatSignificantQuantity(ns / 1e9, 3, "s", language);
  const minutes = (ns: number) => (ns - startNs) / 60e9;
  const events: { at: number; cells: CellInput[] }[] = [
    ...pauses.long.map(({ startNs, afterRound, lengthNs }) => ({
      at: startNs,
      cells: [words.pause, minutes(startNs), afterRound, lengthNs / 1e9, null],
    })),
    ...changes.map(({ metric, atNs, round, p }) => ({
      at: atNs,
      cells: [
        words.jump(metricName(metric, language)),
        minutes(atNs),
        round,
        null,
        { value: p, text: formatP(p, language) },
      ],
    })),
  ];
  return new Table({
    id: "soak-events",
    language,
    caption: soakCaption(words.events, found, language),
    columns: [
      { id: "event", head: words.event },
      { id: "after", head: words.after, unit: "min", kind: "number", decimals: 1 },
      { id: "round", head: words.round, kind: "count" },
      { id: "length", head: words.length, unit: "s", kind: "number", decimals: 1 },
      { id: "p", head: "p", align: "right" },
    ],
    rows: events.length > 0
      ? events.sort((a, b) => a.at - b.at).map(({ cells }) => cells)
      : [[{ value: null, text: words.none }, null, null, null, null]],
    notes: [
      words.notes.pauses(
        formatNumber(pauses.count, 0, language),
        length(pauses.totalNs),
        pauses.longest === null ? noValue : length(pauses.longest.lengthNs),
      ),
      words.notes.listed,
      changes.length === 0 ? words.notes.noJumps : words.notes.jumps,
      ...soakNotes(found, language),
    ],
    provenance: [summary.record.provenance],
  });
}

/** A change with its sign and unit; the rows of a drift table have different units. */
function change(value: number | null, scale: number, unit: string, language: Language): Cell {
  if (value === null) return { value, text: noValue };
  const text = formatSignificantQuantity(value / scale, 2, unit, language);
  return { value: value / scale, text: value > 0 ? `+${text}` : text };
}
