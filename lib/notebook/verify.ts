import { dirname, resolve } from "node:path";
import { findUp } from "../base/find_up.ts";
import { hashFile } from "../base/hash.ts";
import { type Notebook, readNotebook } from "./ipynb.ts";
import { runNotebooks } from "./run_notebooks.ts";
import { compareOutputs, type Difference } from "./verify_compare.ts";
import { codeSum, librarySum, stampIn, sumsOf } from "./verify_stamp.ts";

/** What became of a notebook since it was executed. */
export interface Verification {
  path: string;
  /** What changed since: `the code`, `the lock file`, `the library`, or data by their paths. */
  stale: string[];
  /** Whether the notebook says what its outputs depend on; without that nothing can be stale. */
  hasStamp: boolean;
  /** Whether there is something to verify; a notebook without outputs is not executed. */
  hasOutputs: boolean;
  /** Outputs that a new run gives otherwise; null when it was not run again. */
  differences: Difference[] | null;
  /** Why the new run failed; null when it did not or there was none. */
  failure: string | null;
}

export interface VerifyOptions {
  /** Execute the notebooks again: default true. */
  run?: boolean;
  /** Largest relative difference of two numbers that count as equal: default 1e-9. */
  tolerance?: number;
  /** Limit for each cell. */
  timeoutSeconds?: number;
}

/** Whether there is nothing to object to. */
export function isVerified({ stale, differences, failure }: Verification): boolean {
  return stale.length === 0 && (differences ?? []).length === 0 && failure === null;
}

/**
 * Tells whether the stored outputs of notebooks still hold: whether their code, the lock file, the
 * library or the data that they read changed, and whether a new run gives the same tables and
 * tagged texts. The files are left as they are; a notebook without outputs is not executed.
 *
 * @throws {UserError} When a file is no Deno notebook.
 */
export async function verifyNotebooks(
  paths: readonly string[],
  { run = true, tolerance = 1e-9, timeoutSeconds }: VerifyOptions = {},
): Promise<Verification[]> {
  const stored = await Promise.all(paths.map(readNotebook));
  const stale: (string[] | null)[] = [];
  for (const [at, notebook] of stored.entries()) stale.push(await staleParts(notebook, paths[at]));
  const withOutputs = run ? paths.filter((_, at) => hasOutputs(stored[at])) : [];
  const runs = await runNotebooks(withOutputs, { timeoutSeconds });
  return paths.map((path, at) => {
    const again = runs[withOutputs.indexOf(path)];
    return {
      path,
      stale: stale[at] ?? [],
      hasStamp: stale[at] !== null,
      hasOutputs: hasOutputs(stored[at]),
      differences: again?.status === "completed"
        ? compareOutputs(stored[at], again.notebook, tolerance)
        : null,
      failure: again?.status === "failed" ? again.sentence : null,
    };
  });
}

function hasOutputs({ cells }: Notebook): boolean {
  return cells.some((cell) => cell.cell_type === "code" && cell.outputs.length > 0);
}

/** What changed since the notebook was executed; null when it does not say on what it depends. */
async function staleParts(notebook: Notebook, path: string): Promise<string[] | null> {
  const stamp = stampIn(notebook);
  if (stamp === null) return null;
  const folder = dirname(resolve(path));
  const lock = await findUp(folder, ["deno.lock"]);
  const lockSum = lock === null ? null : await hashFile("sha256", lock);
  return [
    ...(codeSum(notebook) === stamp.code ? [] : ["the code"]),
    ...(lockSum === stamp.lock ? [] : ["the lock file"]),
    ...(await librarySum(notebook, path) === stamp.library ? [] : ["the library"]),
    ...changed(stamp.data, await sumsOf(Object.keys(stamp.data), folder)),
  ];
}

function changed(before: Record<string, string>, now: Record<string, string>): string[] {
  return Object.keys({ ...before, ...now }).filter((path) => before[path] !== now[path]).toSorted()
    .map((path) => path in now ? path in before ? path : `${path} (new)` : `${path} (gone)`);
}
