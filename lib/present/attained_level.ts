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

/** The same as a cell of a column in percent; an approximate level is no value, only a text. */
export function attainedCell(interval: Known | null, language: Language): CellInput {
  if (interval === null) return null;
  const { coverage, level } = interval;
  return coverage === null
    ? { value: null, text: roughly + formatPrinted(percentDigits(level), language) }
    : { value: coverage * 100, text: formatNumber(coverage * 100, 2, language) };
}
