import { type Interval, percent } from "./interval.ts";
import { sortedFinite } from "./sorted.ts";

/**
 * The exact distribution-free interval for a quantile: two of the sorted values, whose ranks follow
 * from the binomial distribution alone (David and Nagaraja, "Order Statistics", 2003, section 7.1).
 * Of all pairs of ranks that reach the level the closest is taken, and of these the one whose tails
 * are most alike; the values have no say in the choice.
 *
 * Of five values no 95 % interval for the median exists: the widest, from the smallest to the
 * largest, covers it with 93.75 %. Then the result says so.
 *
 * @param values Independent values; order does not matter.
 * @param p Which quantile, inside (0, 1).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { orderStatisticInterval } from "./order_statistic_interval.ts";
 *
 * const interval = orderStatisticInterval([3, 1, 2, 5, 4], 0.5);
 * assert(interval.status === "short");
 * assert.equal(interval.coverage, 0.9375);
 * ```
 */
export function orderStatisticInterval(
  values: Iterable<number>,
  p: number,
  level = 0.95,
): Interval {
  const sorted = sortedFinite(values);
  const n = sorted.length;
  const what = p === 0.5 ? "median" : `${p}-quantile`;
  if (n < 2) {
    const statement = `No interval for a ${what} exists: it takes at least two values, here ${
      n === 0 ? "is none" : "is one"
    }.`;
    return { status: "none", level, units: n, statement };
  }
  const method = "order-statistics";
  const ranks = closestRanks(n, p, level);
  if (ranks) {
    const [low, high, coverage] = ranks;
    const [lower, upper] = [sorted[low - 1], sorted[high - 1]];
    return { status: "given", lower, upper, level, coverage, method, units: n };
  }
  const coverage = 1 - p ** n - (1 - p) ** n;
  const statement =
    `No ${percent(level)} interval for a ${what} can be had from ${n} values: the ` +
    `widest, from the smallest to the largest, covers ${percent(coverage)}.`;
  const [lower, upper] = [sorted[0], sorted[n - 1]];
  return { status: "short", lower, upper, level, coverage, method, units: n, statement };
}

/**
 * Ranks l < u with P(l <= B < u) >= level for B binomial(n, p), with the coverage; null when even
 * 1 and n fall short.
 */
export function closestRanks(
  n: number,
  p: number,
  level: number,
): [low: number, high: number, coverage: number] | null {
  const below = cumulativeBinomial(n, p); // below[k] = P(B < k)
  let best: [low: number, high: number, coverage: number] | null = null;
  let bestSkew = Infinity;
  for (let low = 1, high = 2; low < n; low++) {
    if (high <= low) high = low + 1;
    while (high < n && below[high] - below[low] < level) high++;
    const coverage = below[high] - below[low];
    if (coverage < level) break;
    const skew = Math.abs(below[low] - (1 - below[high]));
    const width = high - low;
    if (
      !best || width < best[1] - best[0] || (width === best[1] - best[0] && skew < bestSkew - 1e-12)
    ) {
      best = [low, high, coverage];
      bestSkew = skew;
    }
  }
  return best;
}

/** P(B < k) for k = 0 … n + 1, B binomial(n, p). */
function cumulativeBinomial(n: number, p: number): Float64Array {
  const below = new Float64Array(n + 2);
  const odds = p / (1 - p);
  const none = (1 - p) ** n;
  if (none > 1e-290) {
    for (let k = 0, mass = none; k <= n; k++) {
      below[k + 1] = below[k] + mass;
      mass = mass * (n - k) / (k + 1) * odds;
    }
    return below;
  }
  // for many values the first terms are smaller than any number: their logarithms are not
  for (let k = 0, logMass = n * Math.log1p(-p); k <= n; k++) {
    below[k + 1] = below[k] + Math.exp(logMass);
    logMass += Math.log((n - k) / (k + 1) * odds);
  }
  return below;
}
