import type { Metric } from "../measure/metric.ts";
import type { MeasuredRound, MeasuredScenario } from "../measure/scenario.ts";
import { median } from "../stats/median.ts";
import type { QuantileType } from "../stats/quantile.ts";
import { weightedQuantile } from "../stats/weighted_quantile.ts";

/**
 * A metric's value in each round, in the order of time: the median of its responses, or the round's
 * own share of the scenario's quantity. Null where a round has none.
 */
export function roundValues(metric: Metric, scenario: MeasuredScenario): (number | null)[] {
  return scenario.rounds.map((round) => roundValue(metric, round, scenario));
}

function roundValue(
  metric: Metric,
  round: MeasuredRound,
  scenario: MeasuredScenario,
): number | null {
  if (metric.scope === "response") {
    return median(round.responses.map(metric.of).filter((value) => value !== null));
  }
  if (metric.scope === "round") return metric.of(round, scenario);
  const parts = metric.parts(round, scenario);
  return parts && parts.numerator / parts.denominator;
}

/** A statistic of a scenario whose rounds are repeated or left out, as a bootstrap asks for it. */
export type RoundStatistic = (weights: ArrayLike<number>) => number | null;

/**
 * The statistic that a table shows of a metric, as a function of how often each round counts: the
 * quantile over the responses (or rounds), or the fraction of sums over the rounds.
 *
 * @returns Null when the quantity does not come about round by round.
 */
export function roundStatistic(
  metric: Metric,
  scenario: MeasuredScenario,
  p = 0.5,
  type: QuantileType = 7,
): RoundStatistic | null {
  if (metric.scope !== "scenario") {
    const values: number[] = [];
    const units: number[] = [];
    for (const [unit, round] of scenario.rounds.entries()) {
      const ofRound = metric.scope === "round"
        ? [metric.of(round, scenario)]
        : round.responses.map(metric.of);
      for (const value of ofRound) {
        if (value === null) continue;
        values.push(value);
        units.push(unit);
      }
    }
    return values.length === 0 ? null : weightedQuantile(values, units, p, type);
  }
  const parts = scenario.rounds.map((round) => metric.parts(round, scenario));
  if (!parts.every((part) => part !== null)) return null;
  return (weights) => {
    let numerator = 0;
    let denominator = 0;
    for (const [at, part] of parts.entries()) {
      numerator += weights[at] * part.numerator;
      denominator += weights[at] * part.denominator;
    }
    return denominator === 0 ? null : numerator / denominator;
  };
}
