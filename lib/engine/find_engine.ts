import { delimiter, join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { cacheFolder } from "./cache_folder.ts";
import { debianEngine } from "./debian_engine.ts";
import {
  type EngineProgram,
  type EngineSearch,
  inspectEngine,
  newestTriedBuild,
} from "./engine_program.ts";

/**
 * Finds a llama-server: the one that is named, else the one on PATH, else Debian's build, which is
 * downloaded into the cache folder the first time. Says through `log` which one it took, and warns
 * when it is newer than those that were tried.
 *
 * @param options.server Path or name that the user gave; then nothing else is looked for.
 * @param options.cacheDir Where Debian's build is kept; the user's cache folder unless given.
 * @throws {UserError} When the named server does not run.
 */
export async function findEngine(
  { server, cacheDir = cacheFolder(), log }: {
    server?: string;
    cacheDir?: string;
    log: (line: string) => void;
  },
): Promise<EngineSearch> {
  if (server !== undefined) {
    const path = server.includes("/") ? server : await onPath(server) ?? `./${server}`;
    return taken(await inspectEngine(path, { obtained: "option" }), log);
  }
  const path = await onPath("llama-server");
  if (path !== null) {
    try {
      return taken(await inspectEngine(path, { obtained: "path" }), log);
    } catch (error) {
      log(`Passing over the llama-server on PATH. ${messageOf(error)}`);
    }
  }
  const found = await debianEngine({ cacheDir, log });
  if (found.program) return taken(found.program, log);
  const other = path === null ? "there is no llama-server on PATH" : "the one on PATH does not run";
  return { program: null, reason: `No engine: ${other}, and ${found.reason}.` };
}

function taken(program: EngineProgram, log: (line: string) => void): EngineSearch {
  const { engine, buildNumber } = program;
  const from = {
    option: "named by --server",
    path: "found on PATH",
    debian: `Debian's package ${engine.package}`,
    url: "running already",
    simulator: "simulated",
  }[engine.obtained];
  const version = engine.version === null ? "" : ` ${engine.version}`;
  log(`Engine: llama-server${version} (${engine.build ?? "build unknown"}), ${from}.`);
  if (buildNumber !== null && buildNumber > newestTriedBuild) {
    log(
      `Build ${buildNumber} is newer than those tried with this software ` +
        `(the newest: ${newestTriedBuild}); check its results with care.`,
    );
  }
  return { program };
}

/** The first executable file of that name in the folders of PATH. */
async function onPath(name: string): Promise<string | null> {
  for (const folder of (Deno.env.get("PATH") ?? "").split(delimiter)) {
    if (folder === "") continue;
    const path = join(folder, name);
    const found = await Deno.stat(path).catch(() => null);
    if (found?.isFile && (found.mode === null || (found.mode & 0o111) !== 0)) return path;
  }
  return null;
}
