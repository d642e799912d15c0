import type { Plan } from "../record/plan.ts";

/** Decimals that the articles of a method print. */
const printed: Record<Plan["method"], number> = { "core-1.1": 1, historical: 2 };

/**
 * Decimals for a column of computed figures: those of the method's articles, and more only where the
 * smallest value would keep fewer than two significant digits; never more than four.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnDecimals } from "./record_decimals.ts";
 *
 * assert.equal(columnDecimals("core-1.1", [1.5, 24.5]), 1);
 * assert.equal(columnDecimals("core-1.1", [0.084, 24.5]), 3);
 * assert.equal(columnDecimals("historical", [0.84]), 2);
 * ```
 */
export function columnDecimals(method: Plan["method"], values: readonly (number | null)[]): number {
  const smallest = Math.min(...values.filter((value) => value !== null && value > 0) as number[]);
  if (!Number.isFinite(smallest)) return printed[method];
  const needed = 1 - Math.floor(Math.log10(smallest));
  return Math.min(4, Math.max(printed[method], needed));
}
