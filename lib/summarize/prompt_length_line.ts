import type { Metric } from "../measure/metric.ts";
import { ttft } from "../measure/metrics/ttft.ts";
import type { MeasuredScenario } from "../measure/scenario.ts";
import { theilSen, type TheilSenLine } from "../stats/theil_sen.ts";
import { differenceText, scenarioDifferences } from "./differences.ts";
import { roundValues } from "./round_values.ts";

/** A metric as a straight line over the prompt length; or why there is none. */
export type PromptLengthLine =
  | {
    readonly status: "given";
    readonly metric: string;
    readonly lengths: readonly number[];
    /** Points, one a round. */
    readonly rounds: number;
    /** Slope in the metric's unit for one token more. */
    readonly line: TheilSenLine;
  }
  | { readonly status: "refused"; readonly reasons: readonly string[] };

/**
 * TTFT (or another metric) as a function of prompt length: the Theil-Sen line through the values of
 * all rounds. Two lengths make an effect and no line; three are the fewest that can speak against
 * one.
 *
 * @param scenarios Of one model and concurrency, differing in prompt length only.
 */
export function promptLengthLine(
  scenarios: readonly MeasuredScenario[],
  metric: Metric = ttft,
): PromptLengthLine {
  const lengths = [...new Set(scenarios.map(({ facts }) => facts.promptTokens))]
    .sort((a, b) => a - b);
  const reasons = scenarios.slice(1).flatMap((scenario) =>
    scenarioDifferences(scenarios[0], scenario).filter(({ fact }) => fact !== "prompt tokens")
      .map(differenceText)
  );
  if (lengths.length < 3) reasons.push(`${lengths.length} prompt lengths: a line takes three`);
  if (reasons.length > 0) return { status: "refused", reasons: [...new Set(reasons)] };
  const points = scenarios.flatMap((scenario) =>
    roundValues(metric, scenario).filter((value) => value !== null)
      .map((value) => ({ x: scenario.facts.promptTokens, y: value }))
  );
  const line = theilSen(points.map(({ x }) => x), points.map(({ y }) => y));
  if (!line) return { status: "refused", reasons: ["no round has a value"] };
  return { status: "given", metric: metric.id, lengths, rounds: points.length, line };
}
