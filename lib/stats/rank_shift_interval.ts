import { type Interval, percent } from "./interval.ts";
import { median } from "./median.ts";
import { normalQuantile } from "./normal_quantile.ts";
import { sortedFinite } from "./sorted.ts";

/** By how much the values of one sample lie above those of another. */
export interface RankShift {
  /** Median of all differences of a pair (Hodges and Lehmann). */
  readonly estimate: number;
  readonly interval: Interval;
}

/**
 * Shift between two independent samples with the exact interval that belongs to the Wilcoxon rank
 * sum test (Hollander and Wolfe, "Nonparametric Statistical Methods", 1999, section 4.3); in R
 * `wilcox.test(b, a, conf.int = TRUE)`. It assumes that the two distributions have one shape, shifted.
 * Of logarithms it is an interval for a ratio. From 50 values on a side the ranks come from the normal
 * approximation (there, formula 4.35), and `coverage` is null.
 *
 * @returns Null when a sample is empty.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { rankShift } from "./rank_shift_interval.ts";
 *
 * assert.equal(rankShift([1, 2, 3], [11, 12, 13])!.estimate, 10);
 * ```
 */
export function rankShift(
  from: readonly number[],
  to: readonly number[],
  level = 0.95,
): RankShift | null {
  if (from.length === 0 || to.length === 0) return null;
  const differences = sortedFinite(to.flatMap((b) => from.map((a) => b - a)));
  const estimate = median(differences)!;
  const units = from.length + to.length;
  if (Math.max(from.length, to.length) >= 50) {
    return { estimate, interval: approximate(differences, from.length, to.length, level) };
  }
  const below = rankSumDistribution(from.length, to.length);
  let k = 0; // the largest number of pairs that may be cut at each end
  while (k + 1 < below.length && 2 * below[k] <= 1 - level) k++;
  const cut = Math.max(k, 1);
  const coverage = 1 - 2 * below[cut - 1];
  const [lower, upper] = [differences[cut - 1], differences[differences.length - cut]];
  const bounds = { lower, upper, level, method: "rank-shift", units } as const;
  if (k > 0) return { estimate, interval: { status: "given", ...bounds, coverage } };
  if (coverage <= 0) {
    const statement =
      `No interval for a shift exists between ${from.length} and ${to.length} values.`;
    return { estimate, interval: { status: "none", level, units, statement } };
  }
  const statement =
    `No ${percent(level)} interval for a shift can be had from ${from.length} and ` +
    `${to.length} values: the widest covers ${percent(coverage)}.`;
  return { estimate, interval: { status: "short", ...bounds, coverage, statement } };
}

function approximate(differences: number[], m: number, n: number, level: number): Interval {
  const reach = normalQuantile((1 + level) / 2) * Math.sqrt(m * n * (m + n + 1) / 12);
  const cut = Math.max(1, Math.floor(m * n / 2 - reach));
  const [lower, upper] = [differences[cut - 1], differences[differences.length - cut]];
  const units = m + n;
  return { status: "given", lower, upper, level, coverage: null, method: "rank-shift", units };
}

/** P(W <= k) for the rank sum statistic W of samples of m and n under no difference, without ties. */
function rankSumDistribution(m: number, n: number): Float64Array {
  // ways[j][k]: subsets of j among the first ranks with statistic k, rank by rank
  const ways = Array.from({ length: m + 1 }, () => new Float64Array(m * n + 1));
  ways[0][0] = 1;
  for (let rank = 1; rank <= m + n; rank++) {
    for (let j = Math.min(rank, m); j >= 1; j--) {
      const worth = rank - j; // ranks of the other sample that lie below
      for (let k = m * n; k >= worth; k--) ways[j][k] += ways[j - 1][k - worth];
    }
  }
  const all = ways[m].reduce((sum, count) => sum + count, 0);
  let sum = 0;
  return ways[m].map((count) => (sum += count) / all);
}
