import type { ResponseMetric } from "../metric.ts";

/** For a reasoning model the first token is not the first that a reader of the answer sees. */
export const timeToFirstVisible: ResponseMetric = {
  id: "time-to-first-visible",
  name: "Time to first visible token",
  symbol: "TTFV",
  formula: "arrival of the first event with text of the answer - start of the request",
  unit: "ns",
  printedUnit: "s",
  direction: "lower",
  scope: "response",
  undefinedWhen: "no event carried text that a reader would see",
  source: "this project, after AIPerf's time to first output token",
  namesakes: [
    { tool: "AIPerf", name: "TTFO", differs: null },
    { tool: "guidellm", name: "TTFOT", differs: "on the wall clock" },
    { tool: "HF inference-benchmarker", name: "TTFT", differs: null },
  ],
  of({ startNs, firstVisibleNs }) {
    return firstVisibleNs !== null && firstVisibleNs > startNs ? firstVisibleNs - startNs : null;
  },
};
