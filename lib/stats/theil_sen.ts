import type { Interval } from "./interval.ts";
import { median } from "./median.ts";
import { normalQuantile } from "./normal_quantile.ts";
import { sortedFinite } from "./sorted.ts";

/** A robust straight line through points. */
export interface TheilSenLine {
  /** Median of the slopes of all pairs of points with different x. */
  readonly slope: number;
  /** Median of y - slope x. */
  readonly intercept: number;
  /** For the slope. */
  readonly interval: Interval;
}

/** Most points whose pairs are all formed; more would take memory by their square. */
const mostTheilSenPoints = 3000;

/**
 * The Theil-Sen line with Sen's interval for the slope (Sen 1968, "Estimates of the regression
 * coefficient based on Kendall's tau", JASA 63), which allows for ties. The interval rests on the
 * normal approximation and on independent errors: a series that drifts back and forth by itself has
 * a wider one.
 *
 * @returns Null when no two points have different x.
 * @throws {RangeError} When the lengths differ or there are more points than
 * {@linkcode mostTheilSenPoints}.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { theilSen } from "./theil_sen.ts";
 *
 * assert.equal(theilSen([1, 2, 3, 4, 5], [10, 12, 14, 16, 99])!.slope, 2);
 * ```
 */
export function theilSen(
  x: readonly number[],
  y: readonly number[],
  level = 0.95,
): TheilSenLine | null {
  const n = x.length;
  if (n !== y.length || n > mostTheilSenPoints) {
    throw new RangeError(
      `Cannot fit a line to ${n} and ${y.length} values: the counts must agree and not exceed ` +
        `${mostTheilSenPoints}`,
    );
  }
  const slopes: number[] = [];
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      if (x[i] !== x[j]) slopes.push((y[j] - y[i]) / (x[j] - x[i]));
    }
  }
  if (slopes.length === 0) return null;
  const sorted = sortedFinite(slopes);
  const slope = median(sorted)!;
  const intercept = median(y.map((value, at) => value - slope * x[at]))!;
  return { slope, intercept, interval: senInterval(sorted, x, y, level) };
}

function senInterval(
  slopes: readonly number[],
  x: readonly number[],
  y: readonly number[],
  level: number,
): Interval {
  const n = x.length;
  const ties = (values: readonly number[]) => {
    const counts = new Map<number, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts.values()].reduce((sum, t) => sum + t * (t - 1) * (2 * t + 5), 0);
  };
  const variance = (n * (n - 1) * (2 * n + 5) - ties(x) - ties(y)) / 18;
  const reach = normalQuantile((1 + level) / 2) * Math.sqrt(Math.max(variance, 0));
  const upperRank = Math.min(Math.round((slopes.length + reach) / 2), slopes.length - 1);
  const lowerRank = Math.max(Math.round((slopes.length - reach) / 2) - 1, 0);
  if (n < 3 || slopes.length < 3) {
    return {
      status: "none",
      level,
      units: n,
      statement: "An interval takes at least three points.",
    };
  }
  return {
    status: "given",
    lower: slopes[lowerRank],
    upper: slopes[upperRank],
    level,
    coverage: null,
    method: "sen",
    units: n,
  };
}
