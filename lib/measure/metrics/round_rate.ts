import { perSecond, type RoundMetric, tokensOf } from "../metric.ts";

/** Throughput of one round: its tokens until the slowest of its responses ended. */
export const roundRate: RoundMetric = {
  id: "round-rate",
  name: "Round rate",
  symbol: "R_k",
  formula: "tokens generated in the round / (latest end - earliest start)",
  unit: "tokens/s",
  printedUnit: "tokens/s",
  direction: "higher",
  scope: "round",
  undefinedWhen: "the server does not count its tokens",
  source: "the historical method",
  namesakes: [],
  of({ responses, startNs, endNs }) {
    return perSecond(tokensOf(responses), endNs - startNs);
  },
};
