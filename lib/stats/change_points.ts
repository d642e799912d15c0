/** A place where a series seems to jump. */
export interface ChangePoint {
  /** Place of the first value after the change. */
  readonly at: number;
  /** Approximate p value of Pettitt's test within its stretch of the series. */
  readonly p: number;
}

/** Shortest stretch that is searched: the approximation of p is poor below. */
const SHORTEST = 10;

/**
 * Finds jumps in the level of a series: Pettitt's rank test (Pettitt 1979, "A non-parametric approach
 * to the change-point problem", Applied Statistics 28), and again on both sides of each jump found
 * (binary segmentation, Scott and Knott 1974). It looks at ranks, so that a single spike is no jump.
 * Values that depend on their neighbours give more than a share `level` of false alarms.
 *
 * @param values In the order of time.
 * @param level A jump counts when p is below it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { changePoints } from "./change_points.ts";
 *
 * const series = Array.from({ length: 40 }, (_, at) => (at < 25 ? 1 : 2) + at % 3 / 10);
 * assert.deepEqual(changePoints(series).map(({ at }) => at), [25]);
 * ```
 */
export function changePoints(values: readonly number[], level = 0.01): ChangePoint[] {
  const found: ChangePoint[] = [];
  const search = (from: number, to: number) => {
    const jump = pettitt(values.slice(from, to));
    if (!jump || jump.p >= level) return;
    search(from, from + jump.at);
    found.push({ at: from + jump.at, p: jump.p });
    search(from + jump.at, to);
  };
  search(0, values.length);
  return found;
}

/**
 * Pettitt's test for one change point; null for fewer than 10 values.
 *
 * @returns The place of the first value after the most likely change, K and its approximate p.
 */
export function pettitt(values: readonly number[]): (ChangePoint & { k: number }) | null {
  const n = values.length;
  if (n < SHORTEST) return null;
  const ranks = midRanks(values);
  let u = 0;
  let k = 0;
  let at = 0;
  for (let t = 0; t < n - 1; t++) {
    u += 2 * ranks[t] - (n + 1); // U_t = 2 (sum of the first ranks) - t (n + 1)
    if (Math.abs(u) > k) [k, at] = [Math.abs(u), t + 1];
  }
  return { at, k, p: Math.min(1, 2 * Math.exp(-6 * k ** 2 / (n ** 3 + n ** 2))) };
}

/** Ranks from 1; equal values share the mean of their ranks. */
function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a] - values[b]);
  const ranks = new Array<number>(values.length);
  for (let from = 0; from < order.length;) {
    let to = from;
    while (to < order.length && values[order[to]] === values[order[from]]) to++;
    for (let at = from; at < to; at++) ranks[order[at]] = (from + 1 + to) / 2;
    from = to;
  }
  return ranks;
}
