import { seededRandom } from "../base/random.ts";
import type { ResponseMetric } from "../measure/metric.ts";
import { type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import { clusterBootstrap } from "../stats/cluster_bootstrap.ts";
import type { Interval } from "../stats/interval.ts";
import { orderStatisticInterval } from "../stats/order_statistic_interval.ts";
import { quantile } from "../stats/quantile.ts";
import { roundStatistic } from "./round_values.ts";
import type { SummaryRules } from "./rules.ts";

/**
 * The p95 of a scenario, or how many responses are missing for one. It describes the sample; it
 * promises nothing of other responses.
 */
export type Tail =
  | { readonly status: "given"; readonly value: number; readonly interval: Interval }
  | { readonly status: "withheld"; readonly responsesMissing: number };

/** The p95 of a response metric, given only from the rules' number of responses on. */
export function tailOf(
  metric: ResponseMetric,
  scenario: MeasuredScenario,
  rules: SummaryRules,
): Tail {
  const values = responsesOf(scenario).map(metric.of).filter((value) => value !== null);
  if (values.length < rules.p95FromResponses) {
    return { status: "withheld", responsesMissing: rules.p95FromResponses - values.length };
  }
  const value = quantile(values, 0.95, rules.quantileType)!;
  return { status: "given", value, interval: tailInterval(metric, scenario, values, rules) };
}

/** Exact where each response is a round of its own, else from a bootstrap over enough rounds. */
function tailInterval(
  metric: ResponseMetric,
  scenario: MeasuredScenario,
  values: readonly number[],
  { level, resamples, seed, bootstrapFromRounds, quantileType }: SummaryRules,
): Interval {
  const rounds = scenario.rounds.length;
  if (scenario.facts.concurrency === 1) return orderStatisticInterval(values, 0.95, level);
  const statistic = roundStatistic(metric, scenario, 0.95, quantileType);
  if (rounds < bootstrapFromRounds || statistic === null) {
    const statement =
      `No interval for a p95 exists: responses of one round depend on each other, ` +
      `and ${rounds} rounds are fewer than ${bootstrapFromRounds}.`;
    return { status: "none", level, units: rounds, statement };
  }
  return clusterBootstrap([rounds], ([weights]) => statistic(weights), {
    random: seededRandom(seed),
    resamples,
    level,
  });
}
