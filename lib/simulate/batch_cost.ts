import type { ModelTiming } from "./profile.ts";

/** What one batch computes. */
export interface Batch {
  /** Prompt tokens, by request: how many, and how many of its prompt stand before them. */
  prompts: readonly { tokens: number; before: number }[];
  /** Contexts of the requests that get their next token in the batch, in tokens. */
  contexts: readonly number[];
}

/**
 * How long a batch takes on a machine at its nominal speed, in nanoseconds. Prompt tokens cost each
 * for itself and for what it attends to. Decoding is bound by reading the weights once, and by the
 * contexts. A batch of several requests is computed in at least one more pass, with one token of
 * each: it costs that decode step on top.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { batchNs } from "./batch_cost.ts";
 *
 * const timing = {
 *   promptTokenNs: 10,
 *   promptAttentionNs: 0,
 *   sharedPromptTokenNs: 10,
 *   sharedPromptAttentionNs: 0,
 *   decodeNs: 100,
 *   decodeRequestNs: 5,
 *   decodeContextNs: 0,
 *   sharedDecodeContextNs: 0,
 * };
 * assert.equal(batchNs(timing, { prompts: [{ tokens: 8, before: 0 }], contexts: [] }), 80);
 * assert.equal(batchNs(timing, { prompts: [], contexts: [8, 8] }), 105);
 * assert.equal(batchNs(timing, { prompts: [{ tokens: 8, before: 0 }], contexts: [8] }), 185);
 * ```
 */
export function batchNs(timing: ModelTiming, { prompts, contexts }: Batch): number {
  const shared = prompts.length + contexts.length > 1;
  const tokenNs = shared ? timing.sharedPromptTokenNs : timing.promptTokenNs;
  const attentionNs = shared ? timing.sharedPromptAttentionNs : timing.promptAttentionNs;
  let prompt = 0;
  for (const { tokens, before } of prompts) {
    prompt += tokens * (tokenNs + attentionNs * (before + tokens / 2));
  }
  if (prompts.length > 0 && !shared) return prompt;
  const all = [...contexts, ...prompts.map(({ tokens, before }) => before + tokens)];
  const context = all.reduce((sum, tokens) => sum + tokens, 0);
  const contextNs = shared ? timing.sharedDecodeContextNs : timing.decodeContextNs;
  return prompt + timing.decodeNs + (all.length - 1) * timing.decodeRequestNs + context * contextNs;
}
