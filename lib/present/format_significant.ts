import { formatNumber, type Language, noValue } from "./format.ts";
import { formatQuantity } from "./format_unit.ts";

/** No figure of running text needs more places after the point. */
const MOST_DECIMALS = 6;

/**
 * A computed number in running text, with as many decimals as its significant digits need. Digits
 * before the point are never dropped.
 *
 * @param digits Significant digits: three are enough to follow a plot.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatSignificant } from "./format_significant.ts";
 *
 * assert.equal(formatSignificant(0.03456, 3, "en"), "0.0346");
 * assert.equal(formatSignificant(24.51, 3, "de"), "24,5");
 * assert.equal(formatSignificant(-1234.5, 3, "en"), "−1,235");
 * assert.equal(formatSignificant(null, 3, "en"), "–");
 * ```
 */
export function formatSignificant(
  value: number | null,
  digits: number,
  language: Language,
): string {
  return value === null
    ? noValue
    : formatNumber(value, significantDecimals(value, digits), language);
}

/** As {@linkcode formatSignificant}, with a unit in the reader's grammar; null gives a dash alone. */
export function formatSignificantQuantity(
  value: number | null,
  digits: number,
  unit: string,
  language: Language,
): string {
  return value === null
    ? noValue
    : formatQuantity(value, significantDecimals(value, digits), unit, language);
}

/**
 * The decimals that values of one row share, such as a figure and the ends of its interval: those of
 * the largest's significant digits.
 */
export function sharedDecimals(values: readonly (number | null)[], digits: number): number {
  return significantDecimals(Math.max(...values.map((value) => Math.abs(value ?? 0))), digits);
}

/** The decimals that a number's significant digits need, at most six. */
export function significantDecimals(value: number, digits: number): number {
  const before = value === 0 ? digits : Math.floor(Math.log10(Math.abs(value))) + 1;
  return Math.min(MOST_DECIMALS, Math.max(0, digits - before));
}
