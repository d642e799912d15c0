import { UserError } from "../base/errors.ts";

/**
 * A prompt of exactly `length` tokens: the text's tokens, repeated and cut. It begins at token
 * `start` of the text, so that a warm-up need not run on the prompt that is measured after it.
 *
 * @throws {UserError} When the text has no tokens.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exactPrompt } from "./prompts.ts";
 *
 * assert.deepEqual(exactPrompt([7, 8, 9], 5), [7, 8, 9, 7, 8]);
 * assert.deepEqual(exactPrompt([7, 8, 9], 4, 2), [9, 7, 8, 9]);
 * ```
 */
export function exactPrompt(tokens: readonly number[], length: number, start = 0): number[] {
  if (tokens.length === 0) {
    throw new UserError("Cannot make prompts: the server finds no token in the plan's text", {
      advice: "Name a text file with words in the plan's promptText.",
    });
  }
  return Array.from({ length }, (_, at) => tokens[(start + at) % tokens.length]);
}

/** Where in the text a warm-up's prompt begins: as far as can be from the measured one's start. */
export function warmupStart(tokens: readonly number[]): number {
  return Math.floor(tokens.length / 2);
}
