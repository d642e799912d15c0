import type { ResponseMetric } from "../metric.ts";

/** How long a reader waits for the whole answer. */
export const responseTime: ResponseMetric = {
  id: "response-time",
  name: "Response time",
  symbol: "T",
  formula: "arrival of the final generation event - start of the request",
  unit: "ns",
  printedUnit: "s",
  direction: "lower",
  scope: "response",
  undefinedWhen: "no final event arrived; such a response does not count",
  source: "CORE-1.1; the later close of the connection does not belong to it",
  namesakes: [
    { tool: "vLLM bench", name: "E2EL", differs: "ends at the last message with choices" },
    { tool: "SGLang", name: "E2E latency", differs: "ends at [DONE] and includes the connection" },
    { tool: "AIPerf", name: "request latency", differs: "ends at the last content" },
    { tool: "guidellm", name: "request latency", differs: "ends with the stream" },
    { tool: "MLPerf LoadGen", name: "latency", differs: "from the scheduled time" },
  ],
  of({ startNs, endNs }) {
    return endNs - startNs;
  },
};
