import { quantilePlace, type QuantileType } from "./quantile.ts";

/**
 * Prepares quantiles of a sample in which whole units (rounds) are repeated or left out, as a
 * bootstrap does thousands of times: the values are sorted once, and each resample is one
 * walk from the nearer end.
 *
 * @param values Any order; `units[i]` is the unit of `values[i]`, from 0.
 * @returns A function of how often each unit was drawn; null when no value was.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { weightedQuantile } from "./weighted_quantile.ts";
 *
 * const medianOf = weightedQuantile([30, 10, 20], [0, 1, 2], 0.5);
 * assert.equal(medianOf([2, 1, 0]), 30); // 30, 30 and 10
 * ```
 */
export function weightedQuantile(
  values: readonly number[],
  units: readonly number[],
  p: number,
  type: QuantileType = 7,
): (weights: ArrayLike<number>) => number | null {
  const order = values.map((_, at) => at).sort((a, b) => values[a] - values[b]);
  const sorted = Float64Array.from(order, (at) => values[at]);
  const unit = Int32Array.from(order, (at) => units[at]);
  const sizes = new Uint32Array(units.reduce((most, each) => Math.max(most, each), -1) + 1);
  for (const each of units) sizes[each]++;
  return (weights) => {
    let n = 0;
    for (let each = 0; each < sizes.length; each++) n += sizes[each] * weights[each];
    if (n === 0) return null;
    const [rank, share] = quantilePlace(n, p, type);
    const first = Math.min(Math.max(rank, 1), n);
    const second = Math.min(Math.max(rank + 1, 1), n);
    return first > n / 2 ? fromAbove(n) : fromBelow();

    function fromBelow(): number {
      let low = NaN;
      for (let at = 0, seen = 0;; at++) {
        seen += weights[unit[at]];
        if (seen >= first && Number.isNaN(low)) low = sorted[at];
        if (seen >= second) return share === 0 ? low : (1 - share) * low + share * sorted[at];
      }
    }

    function fromAbove(left: number): number {
      let high = NaN;
      for (let at = sorted.length - 1;; at--) {
        left -= weights[unit[at]];
        if (left < second && Number.isNaN(high)) high = sorted[at];
        if (left < first) return share === 0 ? sorted[at] : (1 - share) * sorted[at] + share * high;
      }
    }
  };
}
