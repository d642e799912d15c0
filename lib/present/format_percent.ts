import type { Language } from "./format.ts";
import { formatPrintedQuantity } from "./format_unit.ts";

/**
 * A share as a percentage with no digit too many: 0.9375 is 93.75%, 0.05 is 5%. At most two
 * decimals.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatPercent } from "./format_percent.ts";
 *
 * assert.equal(formatPercent(0.9375, "en"), "93.75%");
 * assert.equal(formatPercent(0.05, "de"), "5\u00a0%");
 * ```
 */
export function formatPercent(share: number, language: Language): string {
  return formatPrintedQuantity(percentDigits(share), "%", language);
}

/** The digits of a percentage, with a point. */
export function percentDigits(share: number): string {
  return (share * 100).toFixed(2).replace(/\.?0+$/, "");
}
