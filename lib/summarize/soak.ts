import { headlineThroughput } from "../measure/catalogue.ts";
import { tokensOf } from "../measure/metric.ts";
import { responseTime } from "../measure/metrics/response_time.ts";
import { roundRate } from "../measure/metrics/round_rate.ts";
import { ttft } from "../measure/metrics/ttft.ts";
import type { Metric } from "../measure/metric.ts";
import { type MeasuredRound, type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import type { ThermalRules } from "../record/plan.ts";
import { changePoints } from "../stats/change_points.ts";
import { median } from "../stats/median.ts";
import { quantile } from "../stats/quantile.ts";
import { type Drift, driftOf } from "./drift.ts";
import { pointValue } from "./figure.ts";
import { roundValues } from "./round_values.ts";
import { defaultRules, type SummaryRules } from "./rules.ts";
import { type TelemetryOver, telemetryOver } from "./telemetry_over.ts";
import { assessThermal, type ThermalAssessment } from "./thermal_assessment.ts";

/** One hour of a soak, from the first measured request; the last one may be shorter. */
export interface SoakHour {
  /** From 1. */
  readonly hour: number;
  /** Begin of the hour. */
  readonly startNs: number;
  /** Its end: that of the soak, where this is an hour's part. */
  readonly endNs: number;
  /** Rounds that began in it, whole. */
  readonly rounds: number;
  /** Responses of its rounds. */
  readonly responses: number;
  /** Tokens of these; null when the server does not tell. */
  readonly tokens: number | null;
  /** By the method's own definition, over the hour's rounds; null in an hour without one. */
  readonly throughput: number | null;
  /** Median time to first token; null without responses. */
  readonly ttftMedianNs: number | null;
  /** Median response time; null without responses. */
  readonly responseMedianNs: number | null;
  /** Null when the hour has fewer responses than the rules ask for. */
  readonly responseP95Ns: number | null;
  /** What the sensor said in it; null without telemetry. */
  readonly telemetry: TelemetryOver | null;
}

/** A stretch between two rounds in which nothing was measured. */
export interface Pause {
  /** Number of the round before it. */
  readonly afterRound: number;
  /** When that round ended. */
  readonly startNs: number;
  /** Time until the next round began. */
  readonly lengthNs: number;
}

/** A jump in the level of a metric from one round to the next. */
export interface SoakChange {
  /** Id of the metric. */
  readonly metric: string;
  /** The first round after the change. */
  readonly round: number;
  /** Where the level changes. */
  readonly atNs: number;
  /** Median of the rounds from the jump before to this one, or from the start, in the metric's unit. */
  readonly before: number;
  /** Median of the rounds from this jump to the next, or to the end. */
  readonly after: number;
  /** Of the test that found it. */
  readonly p: number;
}

/** What a soak is reported by. It speaks of its one configuration. */
export interface SoakSummary {
  /** Id of the scenario, whose figures its own summary has. */
  readonly scenario: string;
  /** From the start of the first measured request to the end of the last response. */
  readonly startNs: number;
  /** The end of the last response. */
  readonly endNs: number;
  /** From start to end, in minutes. */
  readonly minutes: number;
  /** The soak hour by hour. */
  readonly hours: readonly SoakHour[];
  /** Slopes over the soak; null where there is too little. */
  readonly drift: Readonly<Record<"round-rate" | "ttft" | "response-time", Drift | null>>;
  /** Changes of level, in the order of time. */
  readonly changes: readonly SoakChange[];
  /** Times between rounds. */
  readonly pauses: {
    readonly count: number;
    readonly totalNs: number;
    readonly longest: Pause | null;
    /** Those of at least a second that are ten times the median pause or longer. */
    readonly long: readonly Pause[];
  };
  /** Null when the plan has no thermal criteria. */
  readonly thermal: ThermalAssessment | null;
}

const HOUR_NS = 3600e9;

/**
 * Sums up what a soak has beyond the figures of its scenario: its hours, drift, jumps, pauses and the
 * thermal assessment.
 *
 * @param criteria The plan's, fixed beforehand.
 */
export function summarizeSoak(
  scenario: MeasuredScenario,
  criteria: ThermalRules["criteria"] | null,
  rules: SummaryRules = defaultRules,
): SoakSummary {
  const { rounds } = scenario;
  const startNs = Math.min(...rounds.map((round) => round.startNs));
  const endNs = Math.max(...rounds.map((round) => round.endNs));
  return {
    scenario: scenario.facts.id,
    startNs,
    endNs,
    minutes: (endNs - startNs) / 60e9,
    hours: hoursOf(scenario, startNs, endNs, rules),
    drift: {
      "round-rate": driftOf(series(roundRate, scenario)),
      ttft: driftOf(series(ttft, scenario)),
      "response-time": driftOf(series(responseTime, scenario)),
    },
    changes: [roundRate, ttft].flatMap((metric) => changesOf(metric, scenario)),
    pauses: pausesOf(rounds),
    thermal: criteria && assessThermal(scenario.telemetry, { startNs, endNs }, criteria),
  };
}

function hoursOf(
  scenario: MeasuredScenario,
  startNs: number,
  endNs: number,
  { p95FromResponses, quantileType }: SummaryRules,
): SoakHour[] {
  return Array.from({ length: Math.ceil((endNs - startNs) / HOUR_NS) }, (_, at): SoakHour => {
    const from = startNs + at * HOUR_NS;
    const to = Math.min(from + HOUR_NS, endNs);
    const rounds = scenario.rounds.filter((round) =>
      round.startNs >= from && round.startNs < from + HOUR_NS
    );
    const part = { ...scenario, rounds };
    const responses = responsesOf(part);
    const point = (metric: Metric) => rounds.length === 0 ? null : pointValue(metric, part);
    return {
      hour: at + 1,
      startNs: from,
      endNs: to,
      rounds: rounds.length,
      responses: responses.length,
      tokens: tokensOf(responses),
      throughput: point(headlineThroughput(scenario.facts.method)),
      ttftMedianNs: point(ttft),
      responseMedianNs: point(responseTime),
      responseP95Ns: responses.length < p95FromResponses
        ? null
        : quantile(responses.map(responseTime.of).filter((ns) => ns !== null), 0.95, quantileType),
      telemetry: telemetryOver(scenario.telemetry, from, to),
    };
  });
}

function series(metric: Metric, scenario: MeasuredScenario): { atNs: number; value: number }[] {
  return roundValues(metric, scenario).flatMap((value, at) =>
    value === null ? [] : [{ atNs: scenario.rounds[at].startNs, value }]
  );
}

function changesOf(metric: Metric, scenario: MeasuredScenario): SoakChange[] {
  const values = roundValues(metric, scenario);
  if (!values.every((value) => value !== null)) return [];
  const jumps = changePoints(values);
  return jumps.map(({ at, p }, index) => ({
    metric: metric.id,
    round: scenario.rounds[at].round,
    atNs: scenario.rounds[at].startNs,
    before: median(values.slice(jumps[index - 1]?.at ?? 0, at))!,
    after: median(values.slice(at, jumps[index + 1]?.at))!,
    p,
  }));
}

/** A stretch in which a round ran that does not count is no pause. */
function pausesOf(rounds: readonly MeasuredRound[]): SoakSummary["pauses"] {
  const pauses = rounds.slice(1).flatMap((next, at): Pause[] => {
    const { round, endNs } = rounds[at];
    if (next.round !== round + 1) return [];
    return [{
      afterRound: round,
      startNs: endNs,
      lengthNs: Math.max(0, next.startNs - endNs),
    }];
  });
  const lengths = pauses.map(({ lengthNs }) => lengthNs);
  const usual = median(lengths) ?? 0;
  return {
    count: pauses.filter(({ lengthNs }) => lengthNs > 0).length,
    totalNs: lengths.reduce((sum, length) => sum + length, 0),
    longest: pauses.reduce<Pause | null>(
      (longest, pause) => pause.lengthNs > (longest?.lengthNs ?? 0) ? pause : longest,
      null,
    ),
    long: pauses.filter(({ lengthNs }) => lengthNs >= 1e9 && lengthNs >= 10 * usual),
  };
}
