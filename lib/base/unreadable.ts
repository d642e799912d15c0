import { messageOf, UserError } from "./errors.ts";

/**
 * The error for a file that the user named and that cannot be read.
 *
 * @param file The file in words, for the sentence.
 * @param cause What the attempt to read it threw.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { unreadable } from "./unreadable.ts";
 *
 * const error = unreadable("run.json", new Deno.errors.NotFound());
 * assert.equal(error.message, "Cannot read run.json: there is no such file");
 * ```
 */
export function unreadable(file: string, cause: unknown, advice?: string): UserError {
  const why = cause instanceof Deno.errors.NotFound ? "there is no such file" : messageOf(cause);
  return new UserError(`Cannot read ${file}: ${why}${advice ? "." : ""}`, { cause, advice });
}
