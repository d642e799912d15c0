/**
 * A failure that the user can mend: one sentence that says what could not be done and why, and
 * optionally what to do next. The command line prints it without a stack and exits with `exitCode`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { UserError } from "./errors.ts";
 *
 * const error = new UserError("Cannot read run.jsonl:17: not JSON", { advice: "Restore the file." });
 * assert(`${error.message} ${error.advice}` === "Cannot read run.jsonl:17: not JSON Restore the file.");
 * ```
 */
export class UserError extends Error {
  /** How the error is called where it is printed whole. */
  override name = "UserError";
  /** What to do next, one sentence. */
  readonly advice: string | null;
  /** The process's exit status: 1 a failure, 2 wrong usage, 130 stopped by the user. */
  readonly exitCode: number;

  /** The message is one sentence: what could not be done and why, which value, where. */
  constructor(
    message: string,
    options: { advice?: string; exitCode?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.advice = options.advice ?? null;
    this.exitCode = options.exitCode ?? 1;
  }
}

/** The message of whatever was thrown, as one line. */
export function messageOf(thrown: unknown): string {
  return (thrown instanceof Error ? thrown.message : String(thrown)).replace(/\s+/g, " ").trim();
}
