import { seededRandom } from "../base/random.ts";
import type { Metric } from "../measure/metric.ts";
import { holm } from "../stats/holm.ts";
import { contrast } from "./contrast.ts";
import {
  equivalenceLevel,
  type RatioEvidence,
  ratioEvidence,
  type Verdict,
  verdictOf,
} from "./decide.ts";
import { pointValue } from "./figure.ts";
import type { ScenarioPair } from "./match_scenarios.ts";
import { roundValues } from "./round_values.ts";
import { defaultRules } from "./rules.ts";

/** What is exchanged between the sides: whole runs, or the rounds of two runs. */
export type Unit = "runs" | "rounds";

/** `primary` decides; `other` is adjusted for being many; `described` has no better or worse. */
export type Role = "primary" | "other" | "described";

/** How two sides are compared. */
export interface CompareOptions {
  /** Largest ratio that still counts as the same, such as 0.03; null sets none. */
  readonly marginRatio: number | null;
  /** Share of false alarms that is accepted. */
  readonly alpha: number;
  /** Start of the random numbers that resample; the same seed gives the same result. */
  readonly seed: number;
}

/** A metric of one scenario on both sides: the figure of each run, and what speaks for their ratio. */
export function evidenceOf(
  metric: Metric,
  { from, to }: ScenarioPair,
  unit: Unit,
  { alpha, seed }: CompareOptions,
) {
  const points = [from, to].map((side) => side.map((scenario) => pointValue(metric, scenario)));
  const values = unit === "runs"
    ? points
    : [from, to].map(([scenario]) => roundValues(metric, scenario));
  const known = values.map((side) => side.filter((value) => value !== null));
  const whole = values.every((side, at) => side.length === known[at].length);
  const evidence = whole && metric.unit !== "°C"
    ? ratioEvidence(known[0], known[1], { alpha, random: seededRandom(seed) })
    : null;
  const sides = { from: points[0], to: points[1] };
  if (evidence === null || unit === "runs") return { ...sides, evidence };
  // of two runs the ratio is that of their figures, with the interval that effects have
  const [a, b] = [contrastAt(1 - alpha), contrastAt(equivalenceLevel(alpha))];
  if (a.value === null) return { ...sides, evidence: null };
  return {
    ...sides,
    evidence: {
      ...evidence,
      ratio: a.value,
      interval: a.interval,
      equivalenceInterval: b.interval,
    },
  };

  function contrastAt(level: number) {
    return contrast(metric, from[0], to[0], { ...defaultRules, level, seed }).ratio;
  }
}

/** The primary metric as one value a unit: its geometric mean over the scenarios. */
export function overallOf(
  metric: Metric,
  pairs: readonly ScenarioPair[],
  unit: Unit,
  options: CompareOptions,
): { evidence: RatioEvidence; verdict: Verdict } | null {
  const { alpha, marginRatio, seed } = options;
  if (metric.direction === null) return null;
  const sides = (["from", "to"] as const).map((side) => {
    const scenarios = pairs.map((pair) =>
      unit === "runs"
        ? pair[side].map((scenario) => pointValue(metric, scenario))
        : roundValues(metric, pair[side][0])
    );
    return scenarios[0].map((_, at) =>
      geometricMean(scenarios.map((values) => values[at] ?? null))
    );
  });
  const [from, to] = sides.map((values) => values.filter((value) => value !== null));
  if (from.length < sides[0].length || to.length < sides[1].length) return null;
  const evidence = ratioEvidence(from, to, { alpha, random: seededRandom(seed) });
  if (evidence === null) return null;
  const { direction } = metric;
  const verdict = verdictOf({ ...evidence, adjustedP: evidence.p }, {
    direction,
    alpha,
    marginRatio,
  });
  return { evidence, verdict };
}

function geometricMean(values: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === null || !(value > 0)) return null;
    sum += Math.log(value);
  }
  return Math.exp(sum / values.length);
}

/** p of each entry, adjusted within its family: the primary metric, or all others with a better. */
export function adjust<Entry extends { metric: Metric; evidence: RatioEvidence | null }>(
  entries: readonly Entry[],
  roleOf: (metric: Metric) => Role,
): Map<Entry, { adjusted: number; smallest: number }> {
  const found = new Map<Entry, { adjusted: number; smallest: number }>();
  for (const role of ["primary", "other"] as const) {
    const family = entries.filter(({ metric, evidence }) => evidence && roleOf(metric) === role);
    const adjusted = holm(family.map(({ evidence }) => evidence!.p));
    for (const [at, entry] of family.entries()) {
      const smallest = Math.min(1, entry.evidence!.smallestP * family.length);
      found.set(entry, { adjusted: adjusted[at], smallest });
    }
  }
  return found;
}
