import type { Drift } from "../summarize/drift.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language, noValue } from "./format.ts";
import { formatP } from "./format_p.ts";
import {
  formatSignificant,
  formatSignificantQuantity,
  sharedDecimals,
} from "./format_significant.ts";
import { unitName } from "./format_unit.ts";
import { metricName } from "./metric_words.ts";
import { recordWords } from "./record_words.ts";
import { soakCaption, soakNotes, soakOf } from "./soak_of.ts";
import { soakWords } from "./soak_words.ts";
import { type CellInput, type ColumnInput, Table } from "./table.ts";

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
  const { drift, thermal, minutes } = found.soak;
  const words = soakWords[language];
  const { low, high } = recordWords[language];
  const lines: [string, string, number, Drift | null][] = [
    [metricName("round-rate", language), "tokens/s", 1, drift["round-rate"]],
    [metricName("ttft", language), "s", 1e9, drift.ttft],
    [metricName("response-time", language), "s", 1e9, drift["response-time"]],
    ...thermal?.drift
      ? [[words.celsius, "°C", 1, thermal.drift] as [string, string, 1, Drift]]
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
      { id: "share", head: words.sharePerHour, unit: "%/h", align: "right" },
    ],
    rows: lines.map(([name, unit, scale, line]) => {
      const interval = line && line.interval.status !== "none" ? line.interval : null;
      const changes = [line?.perHour ?? null, interval?.lower ?? null, interval?.upper ?? null]
        .map((each) => each === null ? null : each / scale);
      const decimals = sharedDecimals(changes, 3);
      // a share of degrees Celsius would depend on where their scale has its zero
      const share = unit === "°C" || !line || line.sharePerHour === null
        ? null
        : line.sharePerHour * 100;
      return [
        `${name} (${words.hourly(unitName(unit, language))})`,
        ...changes.map((each) => signed(each, formatNumber(each, decimals, language))),
        signed(share, formatSignificant(share, 3, language)),
      ];
    }),
    notes: [
      words.notes.drift,
      words.notes.shares,
      ...thermal?.drift ? [words.notes.thermalDrift] : [],
      ...minutes < 60
        ? [words.notes.extrapolated(formatSignificantQuantity(minutes, 2, "min", language))]
        : [],
      ...soakNotes(found, language),
    ],
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
  const level = (value: number, metric: string): CellInput => {
    const [shown, unit] = metric === "ttft" ? [value / 1e9, "s"] : [value, "tokens/s"];
    return { value: shown, text: formatSignificantQuantity(shown, 4, unit, language) };
  };
  const only = (some: readonly unknown[], cells: CellInput[]) => some.length > 0 ? cells : [];
  const events: { at: number; cells: CellInput[] }[] = [
    ...pauses.long.map(({ startNs, afterRound, lengthNs }) => ({
      at: startNs,
      cells: [
        words.pause,
        minutes(startNs),
        afterRound,
        lengthNs / 1e9,
        ...only(changes, [null, null, null]),
      ],
    })),
    ...changes.map(({ metric, atNs, round, before, after, p }) => ({
      at: atNs,
      cells: [
        words.jump(metricName(metric, language)),
        minutes(atNs),
        round,
        ...only(pauses.long, [null]),
        level(before, metric),
        level(after, metric),
        { value: p, text: formatP(p, language) },
      ],
    })),
  ];
  const lengths: ColumnInput[] = [
    { id: "length", head: words.length, unit: "s", kind: "number", decimals: 1 },
  ];
  const levels: ColumnInput[] = [
    { id: "before", head: words.before, align: "right" },
    { id: "afterwards", head: words.afterwards, align: "right" },
    { id: "p", head: "p", align: "right" },
  ];
  return new Table({
    id: "soak-events",
    language,
    caption: soakCaption(words.events, found, language),
    columns: [
      { id: "event", head: words.event },
      { id: "after", head: words.after, unit: "min", kind: "number", decimals: 1 },
      { id: "round", head: words.round, kind: "count" },
      ...pauses.long.length > 0 ? lengths : [],
      ...changes.length > 0 ? levels : [],
    ],
    rows: events.sort((a, b) => a.at - b.at).map(({ cells }) => cells),
    empty: words.noEvents,
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

/** A change with its sign. */
function signed(value: number | null, text: string): CellInput {
  return { value, text: value !== null && value > 0 ? `+${text}` : text };
}
