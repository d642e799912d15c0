import type { Plan } from "../record/plan.ts";

/** Decimals that the articles of a method print. */
const printed: Record<Plan["method"], number> = { "core-1.1": 1, historical: 2 };

/**
 * Decimals for a column of computed figures: those of the method's articles, and more only where
 * rounding could move the smallest value by over a quarter of it (CORE-1.1's article prints 0.2 s,
 * which is just that); never more than four.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnDecimals } from "./record_decimals.ts";
 *
 * assert.equal(columnDecimals("core-1.1", [1.5, 24.5]), 1);
 * assert.equal(columnDecimals("core-1.1", [0.2, 24.5]), 1);
 * assert.equal(columnDecimals("core-1.1", [0.084, 24.5]), 2);
 * assert.equal(columnDecimals("historical", [0.84]), 2);
 * ```
 */
export function columnDecimals(method: Plan["method"], values: readonly (number | null)[]): number {
  const smallest = Math.min(...values.filter((value) => value !== null && value > 0) as number[]);
  if (!Number.isFinite(smallest)) return printed[method];
  const needed = Math.ceil(-Math.log10(smallest / 2) - 1e-9);
  return Math.min(4, Math.max(printed[method], needed));
}
