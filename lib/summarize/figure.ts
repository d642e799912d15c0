import type {
  Metric,
  ResponseMetric,
  RoundMetric,
  ScenarioMetric,
  Unit,
} from "../measure/metric.ts";
import { type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import type { Interval } from "../stats/interval.ts";
import { median } from "../stats/median.ts";
import { roundValues } from "./round_values.ts";
import type { SummaryRules } from "./rules.ts";
import { scenarioInterval } from "./scenario_interval.ts";
import { type Tail, tailOf } from "./tail.ts";

/** What the figures of every scope say. */
export interface OfMetric {
  /** Id of the metric. */
  readonly metric: string;
  /** Unit of all numbers here. */
  readonly unit: Unit;
  /** Where the figure lies, by the rules' level. */
  readonly interval: Interval;
}

/** Figures of many values. */
export interface Distribution extends OfMetric {
  /** Values that exist, and how many responses or rounds have none. */
  readonly n: number;
  /** Responses or rounds without a value. */
  readonly missing: number;
  /** Null when there is no value. */
  readonly median: number | null;
  /** Null when there is no value. */
  readonly mean: number | null;
  /** Null when there is no value. */
  readonly minimum: number | null;
  /** Null when there is no value. */
  readonly maximum: number | null;
}

/** A metric of responses, summed up over all that count. */
export interface ResponseFigure extends Distribution {
  /** Of the responses. */
  readonly scope: "response";
  /** The 95th percentile, from the rules' number of responses on. */
  readonly p95: Tail;
}

/** A metric of rounds, summed up over all that count. */
export interface RoundFigure extends Distribution {
  /** Of the rounds. */
  readonly scope: "round";
}

/** A metric of the whole scenario. */
export interface ScenarioFigure extends OfMetric {
  /** Of the scenario as a whole. */
  readonly scope: "scenario";
  /** Null when it is undefined. */
  readonly value: number | null;
  /** Rounds that it rests on. */
  readonly rounds: number;
}

/** What a summary says of one metric, unrounded, in the unit at rest. */
export type Figure = ResponseFigure | RoundFigure | ScenarioFigure;

/** The one number of a figure that a table shows: the median, or the scenario's value. */
export function pointOf(figure: Figure): number | null {
  return figure.scope === "scenario" ? figure.value : figure.median;
}

/** That number alone, for where nothing else of the figure is wanted. */
export function pointValue(metric: Metric, scenario: MeasuredScenario): number | null {
  if (metric.scope === "scenario") return metric.of(scenario);
  const values = metric.scope === "round"
    ? roundValues(metric, scenario)
    : responsesOf(scenario).map(metric.of);
  return median(values.filter((value) => value !== null));
}

/** Sums up one metric of a scenario that counts. */
export function figureOf(
  metric: ResponseMetric,
  scenario: MeasuredScenario,
  rules: SummaryRules,
): ResponseFigure;
export function figureOf(
  metric: RoundMetric,
  scenario: MeasuredScenario,
  rules: SummaryRules,
): RoundFigure;
export function figureOf(
  metric: ScenarioMetric,
  scenario: MeasuredScenario,
  rules: SummaryRules,
): ScenarioFigure;
export function figureOf(metric: Metric, scenario: MeasuredScenario, rules: SummaryRules): Figure;
export function figureOf(metric: Metric, scenario: MeasuredScenario, rules: SummaryRules): Figure {
  const { id, unit } = metric;
  const interval = scenarioInterval(metric, scenario, rules);
  if (metric.scope === "scenario") {
    const value = metric.of(scenario);
    return { metric: id, scope: "scenario", unit, value, rounds: scenario.rounds.length, interval };
  }
  if (metric.scope === "round") {
    const figures = distribution(roundValues(metric, scenario));
    return { metric: id, scope: "round", unit, ...figures, interval };
  }
  const figures = distribution(responsesOf(scenario).map(metric.of));
  const p95 = tailOf(metric, scenario, rules);
  return { metric: id, scope: "response", unit, ...figures, p95, interval };
}

function distribution(all: readonly (number | null)[]): Omit<Distribution, keyof OfMetric> {
  const values = all.filter((value) => value !== null);
  const n = values.length;
  const missing = all.length - n;
  if (n === 0) return { n, missing, median: null, mean: null, minimum: null, maximum: null };
  // sums depend on the order of their terms: in order of size the mean does not
  const sorted = values.toSorted((a, b) => a - b);
  return {
    n,
    missing,
    median: median(sorted),
    mean: sorted.reduce((sum, value) => sum + value, 0) / n,
    minimum: sorted[0],
    maximum: sorted[n - 1],
  };
}
