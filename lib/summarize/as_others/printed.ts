import type { MeasuredResponse } from "../../measure/measured_response.ts";
import { quantileSorted } from "../../stats/quantile.ts";
import { sortedFinite } from "../../stats/sorted.ts";

/** Responses that MLPerf's early stopping asks for before it states a 99th percentile. */
export const p99Responses = 662;

/** What may stand between a value here and the tool's own. */
export const caveats = {
  wallClock: "the tool stamps with the wall clock",
  inProcess: "the tool runs in the process, one sequence, from an empty context",
  inProcessSlots: "the tool runs in the process, one sequence, from an empty context; here slots " +
    "shared the engine",
  fewForP99: `the tool calls the run invalid: a 99th percentile takes ${p99Responses} responses`,
  scheduled: "the time here runs from the first scheduled start to the last end",
  connection: "opening the connection was not measured and is left out",
  duration: "the span stands for the tool's own duration, which also has its task switching",
  noGaps: "the gaps between events were not kept when the record was read",
  tokenizer: "the tool counts tokens with a tokenizer of its own",
} as const;

/** One of the sentences of {@linkcode caveats}. */
export type Caveat = (typeof caveats)[keyof typeof caveats];

/** A figure as another tool would print it from the same responses. */
export interface Printed {
  /** Name of the tool. */
  readonly tool: string;
  /** The tool's own name of the figure. */
  readonly name: string;
  /** In the tool's own unit; null when this record cannot tell. */
  readonly value: number | null;
  /** Unit of the value; empty for a plain number. */
  readonly unit: "ms" | "s" | "tokens/s" | "requests/s" | "requests" | "";
  /** How the tool defines it. */
  readonly definition: string;
  /** What stands between this value and the tool's; null when nothing is known to. */
  readonly caveat: Caveat | null;
}

/** How a tool takes its percentiles. */
export type Percentile = "numpy-linear" | "floor-index" | "inverse-ecdf";

/** The p-quantile as a tool takes it; null for no values. */
export function percentileAs(
  how: Percentile,
  values: readonly number[],
  p: number,
): number | null {
  const sorted = sortedFinite(values);
  if (sorted.length === 0) return null;
  if (how === "numpy-linear") return quantileSorted(sorted, p, 7);
  if (how === "inverse-ecdf") return quantileSorted(sorted, p, 1);
  return sorted[Math.min(Math.floor(sorted.length * p), sorted.length - 1)];
}

/** Arithmetic mean; null for no values. */
export function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One number of each response, in the unit that the divisor makes of nanoseconds. */
export function each(
  responses: readonly MeasuredResponse[],
  of: (response: MeasuredResponse) => number | null,
  divisor = 1e6,
): number[] {
  return responses.flatMap((response) => {
    const value = of(response);
    return value === null ? [] : [value / divisor];
  });
}
