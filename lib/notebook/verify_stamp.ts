import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { z } from "zod";
import { canonicalSha256 } from "../base/canonical_json.ts";
import { runCommand } from "../base/command.ts";
import { findUp, projectAround } from "../base/find_up.ts";
import { hashFile, hashHex } from "../base/hash.ts";
import type { Notebook } from "./ipynb.ts";
import { isExecutable } from "./run_cells.ts";
import { modulesOf } from "./verify_modules.ts";

const sum = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * What the outputs of a notebook depend on, as SHA-256 sums: kept in its metadata under
 * `corebook.stamp` when it was executed.
 */
const stampSchema = z.object({
  version: z.literal(1),
  /** Of the code of all cells. */
  code: sum,
  /** Of the lock file that holds for the folder; null when there is none. */
  lock: sum.nullable(),
  /** Of the local modules that the code imports, directly or not, taken together. */
  library: sum,
  /** Of the files and folders that the code read, by path from the notebook's folder. */
  data: z.record(z.string(), sum),
});
export type Stamp = z.infer<typeof stampSchema>;

/** The stamp of a notebook's last execution; null when it has none that can be read. */
export function stampIn({ metadata }: Notebook): Stamp | null {
  const own = metadata.corebook as { stamp?: unknown } | undefined;
  const result = stampSchema.safeParse(own?.stamp);
  return result.success ? result.data : null;
}

/** The notebook with a stamp in its metadata. */
export function withStamp(notebook: Notebook, stamp: Stamp): Notebook {
  const corebook = { ...notebook.metadata.corebook as Record<string, unknown>, stamp };
  return { ...notebook, metadata: { ...notebook.metadata, corebook } };
}

/**
 * The stamp of a notebook as things stand now.
 *
 * @param path Where the notebook is; its folder is where its code runs.
 * @param reads Paths that its code has read. Those outside of the project (the folder above with a
 * `deno.json` or `.git`), ignored by git, or gone are left out.
 */
export async function stampOf(
  notebook: Notebook,
  path: string,
  reads: readonly string[],
): Promise<Stamp> {
  const folder = dirname(resolve(path));
  const modules = await modulesOf(notebook, path);
  const lock = await findUp(folder, ["deno.lock"]);
  const paths = await ownPaths(reads, folder);
  const data = paths.filter((each) => !modules.includes(each) && each !== basename(path));
  return {
    version: 1,
    code: codeSum(notebook),
    lock: lock === null ? null : await hashFile("sha256", lock),
    library: canonicalSha256(await sumsOf(modules, folder)),
    data: await sumsOf(data, folder),
  };
}

/** SHA-256 of the code that is executed; texts and outputs do not count. */
export function codeSum(notebook: Notebook): string {
  return canonicalSha256(notebook.cells.filter(isExecutable).map(({ source }) => source));
}

/** The sums of files and folders by their paths; a path that is gone has none. */
export async function sumsOf(
  paths: readonly string[],
  folder: string,
): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const path of paths.toSorted()) {
    const found = await sumOf(join(folder, path));
    if (found !== null) sums[path] = found;
  }
  return sums;
}

async function sumOf(path: string): Promise<string | null> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    if (isFile) return await hashFile("sha256", path);
    if (!isDirectory) return null;
    const names = await Array.fromAsync(Deno.readDir(path), ({ name }) => name);
    return hashHex("sha256", names.toSorted().join("\n"));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The sum of the local modules that the notebook imports, directly or not. */
export async function librarySum(notebook: Notebook, path: string): Promise<string> {
  return canonicalSha256(await sumsOf(await modulesOf(notebook, path), dirname(resolve(path))));
}

/** Paths inside the project that git does not ignore, relative to the folder. */
async function ownPaths(reads: readonly string[], folder: string): Promise<string[]> {
  const root = await projectAround(folder);
  const paths = [...new Set(reads.map((each) => resolve(folder, each)))].filter((path) =>
    path.startsWith(root + sep) && !/[/\\](node_modules|\.git)([/\\]|$)/.test(path) &&
    !/^deno\.(jsonc?|lock)$/.test(basename(path))
  );
  const ignored = await ignoredByGit(paths, folder);
  return paths.filter((path) => !ignored.has(path)).map((path) => portable(relative(folder, path)))
    .filter((path) => path !== "");
}

async function ignoredByGit(paths: readonly string[], folder: string): Promise<Set<string>> {
  if (paths.length === 0) return new Set();
  try {
    // a clone may belong to somebody else
    const git = ["-C", folder, "-c", "safe.directory=*"];
    const { stdout } = await runCommand("git", [...git, "check-ignore", "--", ...paths], {
      timeoutMs: 20_000,
    });
    return new Set(stdout.split("\n").map((path) => resolve(folder, path)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return new Set(); // no git
    throw error;
  }
}

function portable(path: string): string {
  return path.replaceAll(sep, "/");
}
