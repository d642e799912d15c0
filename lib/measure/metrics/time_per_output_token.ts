import type { ResponseMetric } from "../metric.ts";

/** Mean time per token after the first, over the whole rest of the response. */
export const timePerOutputToken: ResponseMetric = {
  id: "time-per-output-token",
  name: "Time per output token",
  symbol: "TPOT",
  formula: "(response time - TTFT) / (generated tokens - 1)",
  unit: "ns",
  printedUnit: "ms",
  direction: "lower",
  scope: "response",
  undefinedWhen: "fewer than two tokens were generated",
  source: "MLPerf Inference rules; vLLM bench serve",
  namesakes: [
    { tool: "vLLM bench", name: "TPOT", differs: null },
    { tool: "MLPerf LoadGen", name: "TPOT", differs: null },
    { tool: "AIPerf", name: "ITL", differs: "ends at the last content" },
    {
      tool: "guidellm",
      name: "ITL",
      differs: "ends at the last token; its TPOT includes the prompt",
    },
  ],
  of({ tokens, firstTokenNs, endNs }) {
    return tokens === null || tokens < 2 ? null : (endNs - firstTokenNs) / (tokens - 1);
  },
};
