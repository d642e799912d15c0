/** What a permutation test found. */
export interface PermutationResult {
  /** Two-sided. */
  readonly p: number;
  /** The smallest p that samples of these sizes can give at all. */
  readonly smallestP: number;
  /** Whether every arrangement was tried; else they were drawn. */
  readonly exact: boolean;
  readonly arrangements: number;
}

/** Up to so many arrangements all of them are tried. */
const MOST_EXACT = 20_000;

/**
 * Tests whether two samples differ in their means by exchanging their members. The members must be
 * what was assigned independently: whole runs, not rounds of one run. All arrangements are tried
 * when they are few; else `resamples` are drawn and p = (b + 1) / (m + 1), which is never 0 (Phipson
 * and Smyth 2010, "Permutation p-values should never be zero").
 *
 * @returns Null when a sample is empty.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { permutationTest } from "./permutation_test.ts";
 *
 * const result = permutationTest([1, 2, 3, 4, 5], [11, 12, 13, 14, 15], { random: Math.random });
 * assert.equal(result!.p, 2 / 252);
 * ```
 */
export function permutationTest(
  a: readonly number[],
  b: readonly number[],
  { random, resamples = 9999 }: { random: () => number; resamples?: number },
): PermutationResult | null {
  if (a.length === 0 || b.length === 0) return null;
  const all = [...a, ...b];
  const total = all.reduce((sum, value) => sum + value, 0);
  const distance = (sumOfA: number) => Math.abs(sumOfA / a.length - (total - sumOfA) / b.length);
  const observed = distance(a.reduce((sum, value) => sum + value, 0));
  // sums taken in another order differ in their last bits: equal arrangements must stay equal
  const slack = 1e-12 * all.reduce((sum, value) => sum + Math.abs(value), 0);
  const atLeast = (sumOfA: number) => distance(sumOfA) >= observed - slack;

  const arrangements = binomialCoefficient(all.length, a.length);
  if (arrangements <= MOST_EXACT) {
    let count = 0;
    for (const sum of sumsOfSubsets(all, a.length)) if (atLeast(sum)) count++;
    const smallestP = (a.length === b.length ? 2 : 1) / arrangements;
    return { p: count / arrangements, smallestP, exact: true, arrangements };
  }
  let count = 0;
  for (let resample = 0; resample < resamples; resample++) {
    let sum = 0;
    for (let at = 0; at < a.length; at++) { // the first members of a shuffle
      const other = at + Math.floor(random() * (all.length - at));
      [all[at], all[other]] = [all[other], all[at]];
      sum += all[at];
    }
    if (atLeast(sum)) count++;
  }
  return {
    p: (count + 1) / (resamples + 1),
    smallestP: 1 / (resamples + 1),
    exact: false,
    arrangements: resamples,
  };
}

function binomialCoefficient(n: number, k: number): number {
  let ways = 1;
  for (let i = 1; i <= Math.min(k, n - k); i++) ways = ways * (n - i + 1) / i;
  return Math.round(ways);
}

/** The sum of every subset of the size. */
function* sumsOfSubsets(
  values: readonly number[],
  size: number,
  from = 0,
  sum = 0,
): Generator<number> {
  if (size === 0) return yield sum;
  for (let at = from; at <= values.length - size; at++) {
    yield* sumsOfSubsets(values, size - 1, at + 1, sum + values[at]);
  }
}
