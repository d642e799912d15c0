import { runCommand } from "../base/command.ts";
import { messageOf, UserError } from "../base/errors.ts";
import type { Engine } from "../record/record.ts";
import { parseEngineVersion } from "./engine_version.ts";

/** The newest build that the project was tried with. */
export const newestTriedBuild = 11669;

/** A llama-server that runs on this machine. */
export interface EngineProgram {
  /** The executable file. */
  path: string;
  /** Number of the build, such as 11669; null when the program does not know it. */
  buildNumber: number | null;
  /** As a record keeps it. */
  engine: Engine;
}

/** An engine, or the reason why this machine has none and cannot get one. */
export type EngineSearch = { program: EngineProgram } | { program: null; reason: string };

/**
 * Asks a program for its version, and so learns that it runs and is a llama-server.
 *
 * @throws {UserError} When it does not run or is something else.
 */
export async function inspectEngine(
  path: string,
  had: { obtained: Engine["obtained"]; package?: string },
): Promise<EngineProgram> {
  const fail = (why: string, cause?: unknown) =>
    new UserError(`Cannot use ${path} as llama-server: ${why}.`, {
      advice: "Name a llama-server that runs on this machine with --server.",
      cause,
    });
  let said;
  try {
    said = await runCommand(path, ["--version"], { timeoutMs: 30_000 });
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound
      ? "there is no such file"
      : error instanceof Deno.errors.PermissionDenied
      ? "it is not a file that may be executed"
      : messageOf(error);
    throw fail(why, error);
  }
  // it writes to standard error; a library that cannot be loaded is told there too
  const text = `${said.stderr}\n${said.stdout}`.trim();
  if (said.timedOut) throw fail("--version did not end within 30 s");
  const version = parseEngineVersion(text);
  if (!version) {
    const lastLine = text.split("\n").at(-1)!.trim();
    const words = lastLine === "" ? "nothing" : `"${lastLine.slice(0, 200)}"`;
    throw fail(`--version ended with status ${said.code ?? "of a signal"} and said ${words}`);
  }
  return {
    path,
    buildNumber: version.number,
    engine: {
      name: "llama-server",
      build: version.build,
      version: version.release,
      obtained: had.obtained,
      package: had.package ?? null,
    },
  };
}
