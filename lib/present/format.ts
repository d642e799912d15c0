import { Rational } from "../base/rational.ts";

/** The languages in which tables, figures and reports are printed. */
export const languages = ["en", "de", "pl"] as const;
/** A language of tables and figures. */
export type Language = (typeof languages)[number];

/** What stands where nothing was measured. Zero is a measurement and is printed as one. */
export const noValue = "\u2013";

/** Keeps a number and its unit, or two groups of digits, on one line. */
export const noBreakSpace = "\u00a0";

/** Marks by language; Polish groups from five digits on, as its typography has it. */
const marks: Record<Language, { decimal: string; group: string; groupFrom: number }> = {
  en: { decimal: ".", group: ",", groupFrom: 4 },
  de: { decimal: ",", group: ".", groupFrom: 4 },
  pl: { decimal: ",", group: noBreakSpace, groupFrom: 5 },
};

/** The decimal mark of a language, for formats that group no digits. */
export function decimalMark(language: Language): string {
  return marks[language].decimal;
}

/**
 * A computed number as text with a fixed number of decimals, so that a column of them lines up.
 *
 * The rounding is exact: a double stands for the shortest decimal that names it, and a tie goes away
 * from zero (1.005 gives 1.01, as a reader of the digits expects). Zero has no sign.
 *
 * @param value Null is not measured and gives {@linkcode noValue}.
 * @throws {RangeError} When the value is NaN, infinite or no decimal text.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatNumber } from "./format.ts";
 *
 * assert.equal(formatNumber(171.9, 2, "pl"), "171,90");
 * assert.equal(formatNumber(12345.678, 2, "de"), "12.345,68");
 * assert.equal(formatNumber(null, 2, "en"), "–");
 * ```
 */
export function formatNumber(
  value: number | bigint | string | Rational | null,
  decimals: number,
  language: Language,
): string {
  if (value === null) return noValue;
  const exact = value instanceof Rational ? value : Rational.of(value);
  return formatPrinted(exact.toDecimal(decimals), language);
}

/**
 * A decimal text by the language's marks. No digit is gained or lost: `0.70` keeps its zero.
 *
 * @param printed Digits with a point, such as `171.22` or `-5`.
 * @throws {RangeError} When it is none.
 */
export function formatPrinted(printed: string, language: Language): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(printed);
  if (match === null) throw new RangeError(`Cannot print "${printed}" as a decimal`);
  const [, sign, whole, fraction] = match;
  const { decimal, group, groupFrom } = marks[language];
  const grouped = whole.length < groupFrom ? whole : whole.replace(/\B(?=(\d{3})+$)/g, group);
  return (sign ? "\u2212" : "") + grouped + (fraction === undefined ? "" : decimal + fraction);
}

/**
 * A date as ISO 8601 in UTC, the same in every language: the day, or the day and the minute.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatDate } from "./format.ts";
 *
 * assert.equal(formatDate("2026-03-04T05:06:07.890Z"), "2026-03-04");
 * assert.equal(formatDate("2026-03-04T05:06:07.890Z", "minute"), "2026-03-04 05:06 UTC");
 * ```
 */
export function formatDate(utc: string, to: "day" | "minute" = "day"): string {
  const iso = new Date(utc).toISOString();
  return to === "day" ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
