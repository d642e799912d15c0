import { dirname, join, resolve } from "node:path";
import { exists } from "./exists.ts";

/**
 * The nearest of some files or folders, in a folder or above it; null when there is none.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findUp } from "./find_up.ts";
 *
 * assert.match((await findUp(import.meta.dirname!, ["deno.json"]))!, /deno\.json$/);
 * assert.equal(await findUp("/", ["no such file"]), null);
 * ```
 */
export async function findUp(folder: string, names: readonly string[]): Promise<string | null> {
  for (let at = resolve(folder);; at = dirname(at)) {
    for (const name of names) {
      const path = join(at, name);
      if (await exists(path)) return path;
    }
    if (dirname(at) === at) return null;
  }
}

/** The folder of the project around a folder: the nearest with settings of Deno or a repository. */
export async function projectAround(folder: string): Promise<string> {
  const mark = await findUp(folder, ["deno.json", "deno.jsonc", ".git"]);
  return mark === null ? folder : dirname(mark);
}
