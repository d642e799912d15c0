/** The moments and counts of a generation that `timings` are made of. */
export interface GenerationTimes {
  /** Prompt tokens processed so far. */
  processed: number;
  /** Prompt tokens taken from a cache: only where a scripted fault says so. */
  cached: number;
  generated: number;
  startedNs: number;
  firstTokenNs: number | null;
  /** The last token's, or that of the moment. */
  atNs: number;
}

/**
 * llama-server's `timings`: the prompt from its start to the first token, without any queueing, and
 * the generation from the first token to the last, one step less than tokens.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { timingsOf } from "./timings.ts";
 *
 * const timings = timingsOf({
 *   processed: 100,
 *   cached: 0,
 *   generated: 3,
 *   startedNs: 0,
 *   firstTokenNs: 50e6,
 *   atNs: 70e6,
 * });
 * assert.equal(timings.prompt_per_second, 2000);
 * assert.equal(timings.predicted_per_second, 100);
 * ```
 */
export function timingsOf(times: GenerationTimes): Record<string, number> {
  const { processed, generated, startedNs, firstTokenNs, atNs } = times;
  const prompt = milliseconds((firstTokenNs ?? atNs) - startedNs);
  const steps = generated - 1;
  const predicted = steps > 0 ? milliseconds(atNs - firstTokenNs!) : generated === 1 ? 0.001 : 0;
  const rate = (count: number, ms: number) => ms > 0 && count > 0 ? count / ms * 1000 : 0;
  return {
    cache_n: times.cached,
    prompt_n: processed - times.cached,
    prompt_ms: prompt,
    prompt_per_token_ms: processed > 0 ? prompt / processed : 0,
    prompt_per_second: rate(processed, prompt),
    predicted_n: generated,
    predicted_ms: predicted,
    predicted_per_token_ms: steps > 0 ? predicted / steps : 0,
    predicted_per_second: rate(steps, predicted),
  };
}

/** Printed to the microsecond. */
function milliseconds(ns: number): number {
  return Math.round(ns / 1000) / 1000;
}
