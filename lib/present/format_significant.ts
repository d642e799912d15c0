import { formatNumber, type Language, noValue } from "./format.ts";

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
  if (value === null) return noValue;
  const before = value === 0 ? digits : Math.floor(Math.log10(Math.abs(value))) + 1;
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, digits - before));
  return formatNumber(value, decimals, language);
}
