import type { Counters } from "../record/response.ts";

/**
 * The counts of tokens in llama-server's `/metrics`, which is text in Prometheus' format; null when
 * it is another program's.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readCounters } from "./read_counters.ts";
 *
 * const text = "llamacpp:prompt_tokens_total 4096\nllamacpp:tokens_predicted_total 1.024e+06\n";
 * assert.deepEqual(readCounters(text), { promptTokens: 4096, predictedTokens: 1_024_000 });
 * assert.equal(readCounters("vllm:prompt_tokens_total 1"), null);
 * ```
 */
export function readCounters(
  metrics: string,
): Pick<Counters, "promptTokens" | "predictedTokens"> | null {
  const promptTokens = count(metrics, "prompt_tokens_total");
  const predictedTokens = count(metrics, "tokens_predicted_total");
  if (promptTokens === null && predictedTokens === null) return null;
  return { promptTokens, predictedTokens };
}

/** A sample of a counter without labels; null when it is not there or no whole number. */
function count(metrics: string, name: string): number | null {
  const value = new RegExp(`^llamacpp:${name}[ \\t]+(\\S+)`, "m").exec(metrics)?.[1];
  const number = Number(value ?? NaN);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
