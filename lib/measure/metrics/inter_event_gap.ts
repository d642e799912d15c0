import type { ResponseMetric } from "../metric.ts";

/**
 * The gap between token events. An event is not a token, and events that came in one read have gaps
 * of 0: {@linkcode coalescedShare} says how many.
 */
export const interEventGap: ResponseMetric = {
  id: "inter-event-gap",
  name: "Gap between events (median of a response)",
  symbol: "g",
  formula: "median of the times between a response's successive token events",
  unit: "ns",
  printedUnit: "ms",
  direction: "lower",
  scope: "response",
  undefinedWhen: "fewer than two token events arrived",
  source: "this project; the median keeps a gap of another response's prompt from hiding the rest",
  namesakes: [
    { tool: "vLLM bench", name: "ITL", differs: "pools the gaps of all responses" },
    { tool: "SGLang", name: "ITL", differs: "pools the gaps of all responses" },
    { tool: "AIPerf", name: "ICL", differs: "a list of every gap" },
  ],
  of({ gaps }) {
    return gaps === null ? null : gaps.medianNs;
  },
};

/** From this share of zero gaps on the gaps speak of the transport and not of the server. */
export const coalescedFrom = 0.5;

/** Share of gaps that are 0, since the event came in one read with the one before; null for none. */
export function coalescedShare(
  gaps: Iterable<{ readonly count: number; readonly zeros: number } | null>,
): number | null {
  let count = 0;
  let zeros = 0;
  for (const gap of gaps) {
    count += gap?.count ?? 0;
    zeros += gap?.zeros ?? 0;
  }
  return count === 0 ? null : zeros / count;
}
