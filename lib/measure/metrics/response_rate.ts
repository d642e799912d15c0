import { perSecond, type ResponseMetric } from "../metric.ts";

/** Tokens per second of one response with the wait for its first token inside. */
export const responseRate: ResponseMetric = {
  id: "response-rate",
  name: "Response rate",
  symbol: "r_resp",
  formula: "generated tokens / response time",
  unit: "tokens/s",
  printedUnit: "tokens/s",
  direction: "higher",
  scope: "response",
  undefinedWhen: "no token was generated or counted",
  source: "this project; the inverse of what others call normalized time per output token",
  namesakes: [
    { tool: "inference-perf", name: "1 / NTPOT", differs: null },
    { tool: "guidellm", name: "1 / TPOT", differs: "ends at the last token" },
  ],
  of({ tokens, startNs, endNs }) {
    return tokens === null || tokens < 1 ? null : perSecond(tokens, endNs - startNs);
  },
};
