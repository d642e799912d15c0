import { seededRandom } from "../base/random.ts";
import type { Metric } from "../measure/metric.ts";
import { type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import { clusterBootstrap } from "../stats/cluster_bootstrap.ts";
import type { Interval } from "../stats/interval.ts";
import { quantile } from "../stats/quantile.ts";
import { rankShift } from "../stats/rank_shift_interval.ts";
import { superiority } from "../stats/superiority.ts";
import { pointValue } from "./figure.ts";
import { roundStatistic, roundValues } from "./round_values.ts";
import type { SummaryRules } from "./rules.ts";

/** A number with what is known of its accuracy. */
export interface Estimate {
  /** Null where a figure is missing. */
  readonly value: number | null;
  /** Where it lies, by the rules' level. */
  readonly interval: Interval;
}

/** One side of a contrast. */
export interface ContrastSide {
  /** Id of the record. */
  readonly record: string;
  /** Id of the scenario within its plan. */
  readonly scenario: string;
  /** The figure that a table shows. */
  readonly value: number | null;
  /** Responses that count. */
  readonly responses: number;
  /** Rounds that count. */
  readonly rounds: number;
  /** Of the responses, for a metric of responses; else null. */
  readonly quartiles: readonly [low: number, middle: number, high: number] | null;
}

/** One metric of two scenarios, held against each other; `to` over and less `from`. */
export interface Contrast {
  /** Id of the metric. */
  readonly metric: string;
  /** The scenario that the other is held against. */
  readonly from: ContrastSide;
  /** The scenario that is held against it. */
  readonly to: ContrastSide;
  /** `to` over `from`. */
  readonly ratio: Estimate;
  /** `to` less `from`, in the metric's unit. */
  readonly difference: Estimate;
  /** Chance that a response of `to` has the larger value; null where it is no metric of responses. */
  readonly superiority: number | null;
}

/**
 * Ratio and difference of two scenarios' figures. Their intervals rest on rounds: below the rules'
 * number of rounds on a side they are exact ones of the shift between the rounds' values (of their
 * logarithms, for the ratio), from it on they come from a bootstrap that draws whole rounds of each.
 */
export function contrast(
  metric: Metric,
  from: MeasuredScenario,
  to: MeasuredScenario,
  rules: SummaryRules,
): Contrast {
  const sides = [side(metric, from, rules), side(metric, to, rules)] as const;
  const [a, b] = [sides[0].value, sides[1].value];
  const known = a !== null && b !== null;
  return {
    metric: metric.id,
    from: sides[0],
    to: sides[1],
    ratio: {
      value: known && a > 0 ? b / a : null,
      interval: contrastInterval(metric, from, to, rules, "ratio"),
    },
    difference: {
      value: known ? b - a : null,
      interval: contrastInterval(metric, from, to, rules, "difference"),
    },
    superiority: superiority(responseValues(metric, from), responseValues(metric, to)),
  };
}

function side(metric: Metric, scenario: MeasuredScenario, rules: SummaryRules): ContrastSide {
  const values = responseValues(metric, scenario);
  const [low, middle, high] = [0.25, 0.5, 0.75].map((p) => quantile(values, p, rules.quantileType));
  return {
    record: scenario.facts.record,
    scenario: scenario.facts.id,
    value: pointValue(metric, scenario),
    responses: responsesOf(scenario).length,
    rounds: scenario.rounds.length,
    quartiles: low === null ? null : [low, middle!, high!],
  };
}

function responseValues(metric: Metric, scenario: MeasuredScenario): number[] {
  if (metric.scope !== "response") return [];
  return responsesOf(scenario).map(metric.of).filter((value) => value !== null);
}

function contrastInterval(
  metric: Metric,
  from: MeasuredScenario,
  to: MeasuredScenario,
  rules: SummaryRules,
  kind: "ratio" | "difference",
): Interval {
  const { level, resamples, seed, bootstrapFromRounds } = rules;
  const fewest = Math.min(from.rounds.length, to.rounds.length);
  if (fewest < bootstrapFromRounds) return shiftInterval(metric, from, to, level, kind);
  const statistics = [roundStatistic(metric, from), roundStatistic(metric, to)];
  const combined = (weights: readonly Uint32Array[]) => {
    const [a, b] = statistics.map((statistic, at) => statistic?.(weights[at]) ?? null);
    if (a === null || b === null || (kind === "ratio" && a <= 0)) return null;
    return kind === "ratio" ? b / a : b - a;
  };
  return clusterBootstrap([from.rounds.length, to.rounds.length], combined, {
    random: seededRandom(seed),
    resamples,
    level,
  });
}

function shiftInterval(
  metric: Metric,
  from: MeasuredScenario,
  to: MeasuredScenario,
  level: number,
  kind: "ratio" | "difference",
): Interval {
  const values = [from, to].map((scenario) =>
    roundValues(metric, scenario).filter((value) => value !== null)
  );
  const logs = kind === "ratio" && values.flat().every((value) => value > 0);
  if (kind === "ratio" && !logs) {
    const statement = "No interval for a ratio exists: a round's value is not above 0.";
    return { status: "none", level, units: values.flat().length, statement };
  }
  const [a, b] = logs ? values.map((side) => side.map(Math.log)) : values;
  const shift = rankShift(a, b, level);
  if (shift === null) {
    const statement = "No interval exists: no round has a value of its own.";
    return { status: "none", level, units: 0, statement };
  }
  const { interval } = shift;
  if (!logs || interval.status === "none") return interval;
  return { ...interval, lower: Math.exp(interval.lower), upper: Math.exp(interval.upper) };
}
