import { sortedFinite } from "./sorted.ts";

/**
 * Chance that a value drawn from `to` exceeds one drawn from `from`, ties counting half (Vargha and
 * Delaney 2000, "A critique and improvement of the CL common language effect size statistics"): 0.5
 * where neither is larger, 1 where every value of `to` is. Null when a sample is empty.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { superiority } from "./superiority.ts";
 *
 * assert.equal(superiority([1, 2], [2, 3]), 0.875);
 * ```
 */
export function superiority(from: readonly number[], to: readonly number[]): number | null {
  if (from.length === 0 || to.length === 0) return null;
  const sorted = sortedFinite(from);
  let wins = 0;
  for (const value of to) {
    wins += (place(sorted, (other) => other < value) + place(sorted, (other) => other <= value)) /
      2;
  }
  return wins / (from.length * to.length);
}

/** How many values at the front of a sorted array satisfy what holds for a beginning of it. */
function place(sorted: readonly number[], before: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(sorted[middle])) low = middle + 1;
    else high = middle;
  }
  return low;
}
