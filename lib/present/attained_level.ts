import type { Interval } from "../stats/interval.ts";
import { formatNumber, formatPrinted, type Language, noBreakSpace } from "./format.ts";
import { formatPercent, percentDigits } from "./format_percent.ts";
import type { CellInput } from "./table.ts";

/** An interval that exists. */
type Known = Exclude<Interval, { status: "none" }>;

/** What stands before a level that was asked for and is attained only roughly. */
const roughly = `\u2248${noBreakSpace}`;

/** The level that an interval attains: `93.75%`, or `\u2248 95%` where that is only approximate. */
export function attainedLevel({ coverage, level }: Known, language: Language): string {
  return coverage === null
    ? roughly + formatPercent(level, language)
    : formatPercent(coverage, language);
}

/**
 * The levels that the intervals of a figure attain: the exact ones as a range, and apart from it the
 * approximate ones. Null where no interval exists.
 */
export function attainedLevels(intervals: readonly Interval[], language: Language): string | null {
  const known = intervals.filter((interval) => interval.status !== "none")
    .sort((a, b) => (a.coverage ?? a.level) - (b.coverage ?? b.level));
  const parts = [
    known.filter(({ coverage }) => coverage !== null),
    known.filter(({ coverage }) => coverage === null),
  ].filter((part) => part.length > 0).map((part) => {
    const [least, most] = [part[0], part.at(-1)!].map((each) => attainedLevel(each, language));
    return least === most ? least : `${least}\u2013${most}`;
  });
  return parts.length === 0 ? null : parts.join(", ");
}

/** The same as a cell of a column in percent; an approximate level is no value, only a text. */
export function attainedCell(interval: Known | null, language: Language): CellInput {
  if (interval === null) return null;
  const { coverage, level } = interval;
  return coverage === null
    ? { value: null, text: roughly + formatPrinted(percentDigits(level), language) }
    : { value: coverage * 100, text: formatNumber(coverage * 100, 2, language) };
}
