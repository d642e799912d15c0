import { join } from "node:path";
import { cacheFolder } from "../../lib/engine/cache_folder.ts";
import type { EngineProgram } from "../../lib/engine/engine_program.ts";
import { findEngine } from "../../lib/engine/find_engine.ts";
import { writeTinyModel } from "../../lib/engine/tiny_model.ts";

/** A real engine and the tiny model for tests, or why they are missing. */
export type EnginePart =
  | { ready: true; program: EngineProgram; modelFile: string }
  | { ready: false; reason: string };

/**
 * The engine for tests that need a real one, from the same cache as the tool's own. Where it cannot
 * be had, the tests are skipped loudly; with COREBOOK_NO_SKIP=1 that is an error.
 *
 * Call it at the top of a test file: `const engine = await engineOrSkip();`, then
 * `Deno.test({ name, ignore: !engine.ready, fn })`.
 */
export async function engineOrSkip(): Promise<EnginePart> {
  const server = Deno.env.get("COREBOOK_SERVER");
  const lines: string[] = [];
  const found = await findEngine({ server, log: (line) => lines.push(line) });
  if (!found.program) {
    if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw new Error(found.reason);
    console.error(`SKIPPED: tests with a real llama-server. ${found.reason}`);
    return { ready: false, reason: found.reason };
  }
  await Deno.mkdir(cacheFolder(), { recursive: true });
  const modelFile = join(cacheFolder(), "tiny-cycle.gguf");
  await writeTinyModel(modelFile);
  return { ready: true, program: found.program, modelFile };
}
