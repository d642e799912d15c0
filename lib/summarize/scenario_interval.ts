import { seededRandom } from "../base/random.ts";
import type { Metric } from "../measure/metric.ts";
import type { MeasuredScenario } from "../measure/scenario.ts";
import { clusterBootstrap } from "../stats/cluster_bootstrap.ts";
import type { Interval } from "../stats/interval.ts";
import { orderStatisticInterval } from "../stats/order_statistic_interval.ts";
import { roundStatistic, roundValues } from "./round_values.ts";
import type { SummaryRules } from "./rules.ts";

/**
 * The interval of a metric's figure. Responses of one round depend on each other, so the unit is the
 * round: below the rules' number of rounds the exact interval of order statistics of the rounds'
 * values, from it on a bootstrap that draws whole rounds.
 */
export function scenarioInterval(
  metric: Metric,
  scenario: MeasuredScenario,
  rules: SummaryRules,
): Interval {
  const { level, resamples, seed } = rules;
  const values = roundValues(metric, scenario).filter((value) => value !== null);
  const rounds = scenario.rounds.length;
  if (values.length === 0) {
    const statement = "No interval exists: no round has a value of its own.";
    return { status: "none", level, units: 0, statement };
  }
  if (rounds < rules.bootstrapFromRounds) return orderStatisticInterval(values, 0.5, level);
  const statistic = roundStatistic(metric, scenario);
  if (statistic === null) {
    const statement = "No interval exists: some rounds have no value.";
    return { status: "none", level, units: values.length, statement };
  }
  return clusterBootstrap([rounds], ([weights]) => statistic(weights), {
    random: seededRandom(seed),
    resamples,
    level,
  });
}
