import type { ResponseMetric } from "../metric.ts";

/** How long the request waited before the server turned to it. */
export const queueTime: ResponseMetric = {
  id: "queue-time",
  name: "Queue time",
  symbol: "T_queue",
  formula: "arrival of the response's headers - start of the request",
  unit: "ns",
  printedUnit: "ms",
  direction: "lower",
  scope: "response",
  undefinedWhen: "the time of the headers is unknown, or they came with the first event: " +
    "then they say nothing about a queue",
  source: "llama-server since 2026-05 sends headers when the slot begins with the prompt " +
    "(ggml-org/llama.cpp, pull request 23884)",
  namesakes: [],
  of({ startNs, headersNs, firstEventNs }) {
    if (headersNs === null || headersNs === firstEventNs) return null;
    return headersNs - startNs;
  },
};
