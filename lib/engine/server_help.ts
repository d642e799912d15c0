import { runCommand } from "../base/command.ts";
import { UserError } from "../base/errors.ts";

/** What a build's `--help` lists: flags were renamed and removed between builds, so it is asked. */
export interface ServerHelp {
  /** Whether the build knows the flag, such as `--fit`. An unknown flag ends the server. */
  has(flag: string): boolean;
  /** The flag's whole entry with its description; null when the build does not know it. */
  entry(flag: string): string | null;
}

/**
 * Reads the text of `llama-server --help`: an entry begins at the left edge with the flag's names,
 * and its further lines are indented.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { parseServerHelp } from "./server_help.ts";
 *
 * const help = parseServerHelp("-fit,  --fit [on|off]   whether to adjust\n        (default: 'on')\n");
 * assert(help.has("--fit") && help.has("-fit") && !help.has("--mmap"));
 * assert.match(help.entry("--fit")!, /default: 'on'/);
 * ```
 */
export function parseServerHelp(text: string): ServerHelp {
  const entries = new Map<string, string>();
  for (const entry of text.split(/\n(?=-)/)) {
    const names = /^(?:-{1,2}[A-Za-z][\w-]*,?\s*)+/.exec(entry)?.[0] ?? "";
    for (const [flag] of names.matchAll(/-{1,2}[A-Za-z][\w-]*/g)) entries.set(flag, entry);
  }
  return {
    has: (flag) => entries.has(flag),
    entry: (flag) => entries.get(flag) ?? null,
  };
}

/**
 * Asks a llama-server for its flags.
 *
 * @throws {UserError} When what it prints is not a list of flags.
 */
export async function readServerHelp(path: string): Promise<ServerHelp> {
  const { stdout, stderr } = await runCommand(path, ["--help"], { timeoutMs: 30_000 });
  const help = parseServerHelp(`${stdout}\n${stderr}`);
  if (!help.has("--model")) {
    throw new UserError(`Cannot read the flags of ${path}: its --help does not list --model.`, {
      advice: "Name a llama-server with --server.",
    });
  }
  return help;
}
