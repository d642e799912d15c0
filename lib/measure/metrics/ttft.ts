import type { ResponseMetric } from "../metric.ts";

/** Time to first token. An event without a token (role, progress, keep-alive) does not end it. */
export const ttft: ResponseMetric = {
  id: "ttft",
  name: "Time to first token",
  symbol: "TTFT",
  formula: "arrival of the first event that carries a generated token - start of the request",
  unit: "ns",
  printedUnit: "s",
  direction: "lower",
  scope: "response",
  undefinedWhen: "no event carried a token, or its time equals the start: no answer takes 0 s",
  source: "CORE-1.1 and the historical method",
  namesakes: [
    {
      tool: "AIPerf",
      name: "TTFT",
      differs: "the first text, so an empty first piece does not end it",
    },
    { tool: "guidellm", name: "TTFT", differs: "the first text, on the wall clock" },
    { tool: "SGLang", name: "TTFT", differs: "the connection is opened inside it" },
    {
      tool: "vLLM bench",
      name: "TTFT",
      differs: "the first message with choices, also an empty one",
    },
    { tool: "MLPerf LoadGen", name: "TTFT", differs: "from the scheduled time" },
  ],
  of({ startNs, firstTokenNs }) {
    return firstTokenNs > startNs ? firstTokenNs - startNs : null;
  },
};
