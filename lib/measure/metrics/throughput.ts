import { spanNs, unionLengthNs } from "../../stats/window_union.ts";
import { perSecond, rateParts, type ScenarioMetric, sumOrNull, tokensOf } from "../metric.ts";
import { responsesOf } from "../scenario.ts";
import { roundRate } from "./round_rate.ts";

const shared = {
  unit: "tokens/s",
  printedUnit: "tokens/s",
  direction: "higher",
  scope: "scenario",
  undefinedWhen: "the scenario did not complete, or the server does not count its tokens",
} as const;

/** Each round weighs the same, however long it took. */
export const throughputMeanOfRounds: ScenarioMetric = {
  ...shared,
  id: "throughput-mean-of-rounds",
  name: "Throughput (mean of round rates)",
  symbol: "mean R_k",
  formula: "arithmetic mean of the round rates",
  source: "the historical method",
  namesakes: [],
  of(scenario) {
    const sum = sumOrNull(scenario.rounds.map((round) => roundRate.of(round, scenario)));
    return sum === null ? null : sum / scenario.rounds.length;
  },
  parts(round, scenario) {
    const rate = roundRate.of(round, scenario);
    return rate === null ? null : { numerator: rate, denominator: 1 };
  },
};

/** Each second in which at least one response was under way weighs the same. */
export const throughputUnion: ScenarioMetric = {
  ...shared,
  id: "throughput-union",
  name: "Throughput (tokens over the union of windows)",
  symbol: "R_union",
  formula: "generated tokens / length of the union of the response windows [start, end]; " +
    "overlap counts once, idle gaps do not count",
  source: "CORE-1.1",
  namesakes: [],
  of(scenario) {
    const responses = responsesOf(scenario);
    return perSecond(tokensOf(responses), unionLengthNs(responses));
  },
  parts: ({ responses }) => rateParts(tokensOf(responses), unionLengthNs(responses)),
};

/** Pauses between the rounds count as time: what others print. */
export const throughputSpan: ScenarioMetric = {
  ...shared,
  id: "throughput-span",
  name: "Throughput (tokens over the span)",
  symbol: "R_span",
  formula: "generated tokens / (latest end - earliest start), idle gaps included",
  source: "AIPerf; kept for comparison with other tools",
  namesakes: [
    { tool: "AIPerf", name: "output token throughput", differs: null },
    { tool: "evalscope", name: "output token throughput", differs: null },
    { tool: "vLLM bench", name: "output token throughput", differs: "from the first dispatch" },
    {
      tool: "SGLang",
      name: "output throughput",
      differs: "includes a later request for server facts",
    },
  ],
  of(scenario) {
    const responses = responsesOf(scenario);
    return perSecond(tokensOf(responses), spanNs(responses));
  },
  parts: () => null, // the gaps between rounds belong to no round
};
