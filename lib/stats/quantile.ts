import { sortedFinite } from "./sorted.ts";

/**
 * A definition of the sample quantile, numbered as by Hyndman and Fan (1996), "Sample quantiles in
 * statistical packages", The American Statistician 50. Type 1 is the inverse of the empirical
 * distribution (nearest rank), 6 Weibull's, 7 the default of R, NumPy and spreadsheets.
 */
export type QuantileType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** Slack for products such as `0.95 * 20` that binary fractions put beside a whole number; as in R. */
const FUZZ = 4 * Number.EPSILON;

/** The numbers a and b of types 4 to 9: the quantile stands at place a + p (n + 1 - a - b). */
const PLACES: Record<4 | 5 | 6 | 7 | 8 | 9, readonly [a: number, b: number]> = {
  4: [0, 1],
  5: [1 / 2, 1 / 2],
  6: [0, 0],
  7: [1, 1],
  8: [1 / 3, 1 / 3],
  9: [3 / 8, 3 / 8],
};

/**
 * The p-quantile of a sample by a named definition; `null` for no values.
 *
 * @param p Between 0 and 1.
 * @throws {RangeError} When p is outside [0, 1].
 * @throws {TypeError} When a value is not a finite number.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { quantile } from "./quantile.ts";
 *
 * assert.equal(quantile([10, 20, 30], 0.95), 29);
 * assert.equal(quantile([10, 20, 30], 0.95, 1), 30);
 * assert.equal(quantile([], 0.95), null);
 * ```
 */
export function quantile(
  values: Iterable<number>,
  p: number,
  type: QuantileType = 7,
): number | null {
  const sorted = sortedFinite(values);
  return sorted.length === 0 ? null : quantileSorted(sorted, p, type);
}

/** As {@linkcode quantile}, of at least one value in ascending order. */
export function quantileSorted(
  sorted: ArrayLike<number>,
  p: number,
  type: QuantileType = 7,
): number {
  const [place, share] = quantilePlace(sorted.length, p, type);
  const at = (rank: number) => sorted[Math.min(Math.max(rank, 1), sorted.length) - 1];
  const [low, high] = [at(place), at(place + 1)];
  if (share === 0 || low === high) return low;
  return share === 1 ? high : (1 - share) * low + share * high;
}

/**
 * Where the p-quantile of n sorted values stands: at this rank (from 1; it may lie one outside), and
 * by this share further towards the next.
 */
export function quantilePlace(
  n: number,
  p: number,
  type: QuantileType,
): [rank: number, share: number] {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`Cannot take the ${p}-quantile: p is from 0 to 1`);
  if (type <= 3) {
    const place = type === 3 ? n * p - 0.5 : n * p;
    const rank = Math.floor(place + FUZZ * Math.max(1, place));
    const between = place - rank > FUZZ * Math.max(1, place);
    if (type === 1) return [rank, between ? 1 : 0];
    if (type === 2) return [rank, between ? 1 : 0.5];
    return [rank, between || rank % 2 !== 0 ? 1 : 0];
  }
  const [a, b] = PLACES[type as keyof typeof PLACES];
  const place = a + p * (n + 1 - a - b);
  const rank = Math.floor(place + FUZZ * Math.max(1, place));
  const share = place - rank;
  return [rank, Math.abs(share) < FUZZ * Math.max(1, place) ? 0 : share];
}
