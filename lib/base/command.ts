/** What a program said and how it ended. */
export interface CommandResult {
  /** Exit status; null when a signal ended it. */
  code: number | null;
  stdout: string;
  stderr: string;
  /** It was ended because `timeoutMs` had passed. */
  timedOut: boolean;
}

/**
 * Runs a program to its end and returns what it printed; standard input is empty. A program that
 * runs longer than `timeoutMs` is killed.
 *
 * @throws {Deno.errors.NotFound} When there is no such program.
 * @throws {Deno.errors.PermissionDenied} When the file cannot be executed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { runCommand } from "./command.ts";
 *
 * const { code, stdout } = await runCommand(Deno.execPath(), ["--version"], { timeoutMs: 20_000 });
 * assert.equal(code, 0);
 * assert.match(stdout, /^deno /);
 * ```
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: {
    timeoutMs: number;
    /** Added to this process's own environment. */
    env?: Record<string, string>;
    cwd?: string;
  },
): Promise<CommandResult> {
  const child = new Deno.Command(program, {
    args: [...args],
    env: options.env,
    cwd: options.cwd,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    child.kill("SIGKILL");
  }, options.timeoutMs);
  try {
    const { code, signal, stdout, stderr } = await child.output();
    const text = new TextDecoder();
    return {
      code: signal === null ? code : null,
      stdout: text.decode(stdout),
      stderr: text.decode(stderr),
      timedOut,
    };
  } finally {
    clearTimeout(timer);
  }
}
