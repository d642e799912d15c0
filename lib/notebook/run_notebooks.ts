import { UserError } from "../base/errors.ts";
import { type Notebook, readNotebook, writeNotebook } from "./ipynb.ts";
import { applyParameters } from "./params.ts";
import { isExecutable } from "./run_cells.ts";
import { executeNotebook } from "./run_execute.ts";
import { failureSentence, type RunFailure } from "./run_failure.ts";
import { openReadLog } from "./verify_reads.ts";
import { basename, dirname, join, resolve } from "node:path";

/** How notebooks are run; see {@link runNotebooks}. */
export interface RunOptions {
  /** Folder for the executed copies, made when it is not there. */
  outDir?: string;
  /** Write the outputs into the notebooks themselves, in place of `outDir`. */
  inPlace?: boolean;
  /** Values for the cell tagged `parameters`; texts are read by the type declared there. */
  parameters?: Record<string, unknown>;
  /** Limit for each cell; 0 for none. 600 s unless told. */
  timeoutSeconds?: number;
  /** Limit for each notebook; 0, as unless told, for none. */
  notebookTimeoutSeconds?: number;
  /** How many notebooks run side by side; as many as there are cores unless told. */
  jobs?: number;
  /** Additions to the kernels' environment. */
  env?: Record<string, string>;
  /** Flags for `deno jupyter`, such as `--unstable-kv`. */
  kernelFlags?: string[];
  progress?: (event: RunProgress) => void;
  /** Aborting it kills the kernels; what ran until then is written. */
  signal?: AbortSignal;
}

/** Where a notebook stands. */
export interface RunProgress {
  path: string;
  state: "running" | "completed" | "failed";
  /** Cells executed until now, and how many there are to execute. */
  done: number;
  of: number;
}

/** What came of one notebook. */
export type NotebookRun =
  & {
    path: string;
    /** The executed copy, also of a notebook that failed; null when none was asked for or none ran. */
    outPath: string | null;
    notebook: Notebook;
    seconds: number;
  }
  & (
    | { status: "completed" }
    /** `sentence` names the file, the cell and the cause. */
    | { status: "failed"; failure: RunFailure; sentence: string }
  );

/**
 * Executes notebooks side by side, each in a kernel of its own that starts in the notebook's
 * folder. A notebook that fails does not stop the others, and its executed part is written too.
 *
 * @returns One result for each path, in their order.
 * @throws {UserError} Before anything is run, when a file is no Deno notebook, a parameter does
 * not exist, or two copies would get the same name.
 */
export async function runNotebooks(
  paths: readonly string[],
  options: RunOptions = {},
): Promise<NotebookRun[]> {
  const tasks = await Promise.all(paths.map(async (path) => ({
    path,
    outPath: outPathOf(path, options),
    notebook: await prepare(path, options.parameters ?? {}),
  })));
  refuseSameName(tasks);
  if (options.outDir !== undefined) await Deno.mkdir(options.outDir, { recursive: true });

  const runs: NotebookRun[] = [];
  const queue = tasks.entries();
  const worker = async () => {
    for (const [index, task] of queue) runs[index] = await runOne(task, options);
  };
  const jobs = options.jobs ?? navigator.hardwareConcurrency;
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  return runs;
}

/** How often the copy of a notebook that is still running is written. */
const writeEachMs = 2000;

interface Task {
  path: string;
  outPath: string | null;
  notebook: Notebook;
}

async function runOne(task: Task, options: RunOptions): Promise<NotebookRun> {
  const { path, outPath } = task;
  const of = task.notebook.cells.filter(isExecutable).length;
  const report = (state: RunProgress["state"], done: number) =>
    options.progress?.({ path, state, done, of });
  const start = performance.now();
  let done = 0;
  let lastWrite = start;
  await using reads = await openReadLog();
  const { notebook: executed, failure } = await executeNotebook(task.notebook, {
    ...options,
    cwd: dirname(resolve(path)),
    env: { ...reads.env, ...options.env, NB_PATH: resolve(path) },
    onCell: async (_, partly) => {
      report("running", done++);
      // whoever kills this process still finds what was done; the original is left alone meanwhile
      if (outPath === null || options.inPlace || performance.now() - lastWrite < writeEachMs) {
        return;
      }
      await writeNotebook(outPath, partly);
      lastWrite = performance.now();
    },
  });
  // a copy elsewhere has other paths to what it depends on
  const notebook = options.inPlace && failure === null
    ? await stamped(executed, path, await reads.paths())
    : executed;
  // the outputs of an earlier run are not lost for a kernel that did not even start
  const keepsOld = options.inPlace && failure !== null && failure.cell === null;
  const writtenTo = keepsOld ? null : outPath;
  if (writtenTo !== null) await writeNotebook(writtenTo, notebook);
  const run = { path, outPath: writtenTo, notebook, seconds: (performance.now() - start) / 1000 };
  report(failure === null ? "completed" : "failed", failure === null ? of : Math.max(0, done - 1));
  return failure === null
    ? { ...run, status: "completed" }
    : { ...run, status: "failed", failure, sentence: failureSentence(path, failure) };
}

/** The notebook with what its outputs depend on, for `nb verify`; `reads` are paths that it read. */
async function stamped(executed: Notebook, path: string, reads: string[]): Promise<Notebook> {
  const { stampOf, withStamp } = await import("./verify_stamp.ts");
  try {
    return withStamp(executed, await stampOf(executed, path, reads));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    console.error(`${error.message}. So ${path} does not say on what its outputs depend.`);
    return executed; // the outputs are not lost for that
  }
}

async function prepare(path: string, parameters: Record<string, unknown>): Promise<Notebook> {
  const notebook = await readNotebook(path);
  const kernel = notebook.metadata.kernelspec as { name?: unknown; language?: unknown } | undefined;
  if (kernel?.name !== undefined && kernel.language !== "typescript" && kernel.name !== "deno") {
    throw new UserError(`Cannot run ${path}: it is for the kernel ${kernel.name}, not for Deno`, {
      advice: "Choose the kernel Deno in JupyterLab and save it, if its code is TypeScript.",
    });
  }
  return applyParameters(notebook, parameters, path);
}

function outPathOf(path: string, { outDir, inPlace }: RunOptions): string | null {
  if (inPlace) return path;
  if (outDir === undefined) return null;
  const outPath = join(outDir, basename(path));
  if (resolve(outPath) === resolve(path)) {
    throw new UserError(`Cannot run ${path}: its executed copy would replace it`, {
      advice: "Give another --out, or --in-place if that is what you want.",
      exitCode: 2,
    });
  }
  return outPath;
}

function refuseSameName(tasks: Task[]): void {
  const byOut = Map.groupBy(tasks.filter((task) => task.outPath !== null), (task) => task.outPath);
  for (const [outPath, same] of byOut) {
    if (same.length === 1) continue;
    throw new UserError(
      `Cannot run ${same.map((task) => task.path).join(" and ")} together: both would be written ` +
        `to ${outPath}`,
      { advice: "Run them one after the other with different --out.", exitCode: 2 },
    );
  }
}
