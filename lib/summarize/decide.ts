import { clusterBootstrap } from "../stats/cluster_bootstrap.ts";
import type { Interval } from "../stats/interval.ts";
import { permutationTest } from "../stats/permutation_test.ts";
import { rankShift } from "../stats/rank_shift_interval.ts";
import { defaultRules } from "./rules.ts";

/** What the second side is to the first, in the metric's own sense of better. */
export type Verdict = "faster" | "slower" | "equivalent" | "undecided";

/** A ratio of two sides with what speaks for it. */
export interface RatioEvidence {
  /** Ratio of the figures; of several runs a side that of their geometric means. */
  readonly ratio: number;
  /** Ratio of the geometric means of the units that were exchanged, of which p speaks. */
  readonly testedRatio: number;
  /** Interval of the ratio at the level 1 - alpha. */
  readonly interval: Interval;
  /** Interval at the level 1 - 2 alpha, which two one-sided tests at alpha amount to. */
  readonly equivalenceInterval: Interval;
  /** Two-sided, by exchanging the units. */
  readonly p: number;
  /** The smallest p that so many units can give at all. */
  readonly smallestP: number;
}

/**
 * Holds the values of independent units (whole runs) of two sides against each other by their
 * ratio: a permutation test of the mean logarithms, and an interval of the shift of the logarithms.
 *
 * @returns Null when a side has no value, or one that is not above 0.
 */
export function ratioEvidence(
  from: readonly number[],
  to: readonly number[],
  { alpha, random }: { alpha: number; random: () => number },
): RatioEvidence | null {
  if ([...from, ...to].some((value) => !(value > 0))) return null;
  const [a, b] = [from.map(Math.log), to.map(Math.log)];
  const test = permutationTest(a, b, { random });
  if (!test) return null;
  const ratio = Math.exp(mean(b) - mean(a));
  return {
    ratio,
    testedRatio: ratio,
    interval: shiftOf(a, b, 1 - alpha, random),
    equivalenceInterval: shiftOf(a, b, equivalenceLevel(alpha), random),
    p: test.p,
    smallestP: test.smallestP,
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** From logarithms of both sides: exact for few units on a side, by bootstrap for many. */
function shiftOf(
  a: readonly number[],
  b: readonly number[],
  level: number,
  random: () => number,
): Interval {
  const interval = Math.min(a.length, b.length) < defaultRules.bootstrapFromRounds
    ? rankShift(a, b, level)!.interval
    : clusterBootstrap([a.length, b.length], ([inA, inB]) => drawn(b, inB) - drawn(a, inA), {
      random,
      level,
    });
  if (interval.status === "none") return interval;
  return { ...interval, lower: Math.exp(interval.lower), upper: Math.exp(interval.upper) };
}

/** Mean of values that count as often as they were drawn. */
function drawn(values: readonly number[], weights: Uint32Array): number {
  return values.reduce((sum, value, at) => sum + value * weights[at], 0) / values.length;
}

/**
 * The verdict on one metric: `equivalent` when the interval lies within the margin the analyst set,
 * whether or not a difference shows; else `faster` or `slower` when the adjusted p reaches alpha;
 * else `undecided`, which is no finding of equality. Figures and exchanged units that point opposite
 * ways decide nothing either.
 *
 * @param marginRatio Such as 0.03 for three percent either way; null when none was set.
 */
export function verdictOf(
  { ratio, testedRatio, equivalenceInterval, adjustedP }:
    & Pick<RatioEvidence, "ratio" | "testedRatio" | "equivalenceInterval">
    & {
      adjustedP: number;
    },
  { direction, alpha, marginRatio }: {
    direction: "lower" | "higher";
    alpha: number;
    marginRatio: number | null;
  },
): Verdict {
  if (
    marginRatio !== null && equivalenceInterval.status === "given" &&
    equivalenceInterval.lower >= 1 / (1 + marginRatio) &&
    equivalenceInterval.upper <= 1 + marginRatio
  ) return "equivalent";
  if (adjustedP > alpha || ratio === 1) return "undecided";
  if ((ratio > 1) !== (testedRatio > 1)) return "undecided";
  return (ratio > 1) === (direction === "higher") ? "faster" : "slower";
}

/** Level of the interval that must lie within the margin: two one-sided tests, each at `alpha`. */
export function equivalenceLevel(alpha: number): number {
  return 1 - 2 * alpha;
}
