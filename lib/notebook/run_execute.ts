import { tagsOf } from "./cell_tags.ts";
import type { CodeCell, Notebook } from "./ipynb.ts";
import { Kernel, type OutputMessage } from "./kernel/kernel.ts";
import { KernelGone } from "./kernel/kernel_gone.ts";
import type { UncaughtError } from "./kernel/prelude.ts";
import { isExecutable, removeOutput, withoutOutputs } from "./run_cells.ts";
import { hiddenCause, type LocatedError, locateError } from "./run_cause.ts";
import { describeFailure, type FailureKind, type RunFailure } from "./run_failure.ts";
import { OutputCollector } from "./run_outputs.ts";

/** How one notebook is executed. */
export interface ExecuteOptions {
  /** Working directory of the kernel: the notebook's folder. */
  cwd: string;
  /** Additions to the kernel's environment. */
  env?: Record<string, string>;
  /** Flags for `deno jupyter`, such as `--unstable-kv`. */
  kernelFlags?: string[];
  /** Limit for each cell; 0 for none. 600 s unless told. */
  timeoutSeconds?: number;
  /** Limit for the whole notebook; 0, as unless told, for none. */
  notebookTimeoutSeconds?: number;
  /** Called with the cell's index before each cell. */
  onCell?: (index: number, notebook: Notebook) => void | Promise<void>;
  /** Aborting it kills the kernel; the run then counts as failed. */
  signal?: AbortSignal;
}

/** The executed copy of a notebook; `failure` is null when every cell ran as it should. */
export interface Execution {
  notebook: Notebook;
  failure: RunFailure | null;
}

/** How long errors and outputs of the last cells are waited for. */
const settleMs = 20;

/**
 * Executes a notebook in a new kernel and returns a copy with the outputs. It stops at the first
 * cell that fails, unless that cell is tagged `raises-exception`. Every output stands in the cell
 * that made it, and an error that nobody caught in the cell that started it.
 */
export async function executeNotebook(
  original: Notebook,
  options: ExecuteOptions,
): Promise<Execution> {
  const notebook = withoutOutputs(original);
  const run = new NotebookExecution(notebook, options);
  return { notebook, failure: await run.run() };
}

class NotebookExecution {
  readonly #notebook: Notebook;
  readonly #options: ExecuteOptions;
  readonly #outputs = new OutputCollector();
  /** Index of the cell of each execution of the kernel. */
  readonly #cellOf: number[] = [];
  /** Why this process killed the kernel, if it did. */
  #killed: { kind: FailureKind; message: string } | null = null;
  #current: number | null = null;
  #badOutput: Error | null = null;

  constructor(notebook: Notebook, options: ExecuteOptions) {
    this.#notebook = notebook;
    this.#options = options;
  }

  async run(): Promise<RunFailure | null> {
    const { cwd, env, kernelFlags: flags, signal, notebookTimeoutSeconds } = this.#options;
    if (!this.#notebook.cells.some(isExecutable)) return null;
    if (signal?.aborted) return this.#fail("stopped", null, stoppedError);
    let kernel: Kernel;
    try {
      kernel = await Kernel.start({ cwd, env, flags });
    } catch (error) {
      if (!(error instanceof KernelGone)) throw error;
      return this.#fail("kernel", null, kernelError(error), error.stderr);
    }
    const stop = () => this.#kill(kernel, "stopped", stoppedError.message);
    signal?.addEventListener("abort", stop, { once: true });
    if (signal?.aborted) stop(); // while the kernel started
    const endTimer = this.#limit(kernel, notebookTimeoutSeconds ?? 0, "the notebook");
    try {
      return await this.#cells(kernel);
    } catch (error) {
      if (!(error instanceof KernelGone)) throw error;
      const { kind, message } = this.#killed ?? { kind: "kernel", message: "" };
      return message
        ? this.#fail(kind, this.#current, { ...stoppedError, name: nameOf[kind], message })
        : this.#fail(kind, this.#current, kernelError(error), error.stderr);
    } finally {
      clearTimeout(endTimer);
      signal?.removeEventListener("abort", stop);
      await kernel.kill();
    }
  }

  async #cells(kernel: Kernel): Promise<RunFailure | null> {
    let last: CodeCell | null = null;
    for (const [index, cell] of this.#notebook.cells.entries()) {
      if (!isExecutable(cell)) continue;
      this.#current = index;
      await this.#options.onCell?.(index, this.#notebook);
      const failure = await this.#cell(kernel, index, cell);
      if (failure !== null) return failure;
      last = cell;
    }
    if (last === null) return null;
    const timer = this.#limit(kernel, this.#options.timeoutSeconds ?? 600, "the cell");
    const late = await kernel.settle(settleMs, this.#collect(last))
      .finally(() => clearTimeout(timer));
    return await this.#uncaught(late, this.#current!);
  }

  async #cell(kernel: Kernel, index: number, cell: CodeCell): Promise<RunFailure | null> {
    const timer = this.#limit(kernel, this.#options.timeoutSeconds ?? 600, "the cell");
    this.#badOutput = null;
    const result = await kernel.execute(cell.source, this.#collect(cell))
      .finally(() => clearTimeout(timer));
    this.#cellOf[result.execution] = index;
    cell.execution_count = result.executionCount;

    let failure: RunFailure | null = null;
    if (result.status === "error") {
      const error = result.hidden
        ? await hiddenCause(cell.source, (code) => kernel.probe(code))
        : await locateError(cell.source, result);
      // the kernel's own copy may have overtaken the cell's last outputs
      const copy = cell.outputs.findLastIndex((output) =>
        output.output_type === "error" && output.evalue === result.message
      );
      if (copy >= 0) removeOutput(cell, copy);
      failure = this.#fail("error", index, error);
    } else {
      const shown = cell.outputs.find((output) => output.output_type === "error");
      if (shown !== undefined) {
        const { ename, evalue, traceback } = shown;
        removeOutput(cell, cell.outputs.indexOf(shown));
        const error = { name: ename, message: evalue, stack: traceback };
        failure = this.#fail("error", index, { ...error, position: null });
      } else if (this.#badOutput) {
        const { name, message } = this.#badOutput;
        failure = this.#fail("error", index, { name, message, stack: [], position: null });
      }
    }
    const uncaught = await this.#uncaught(result.uncaught, index);
    if (failure !== null && !this.#mayRaise(index)) return failure;
    return uncaught;
  }

  /** Puts a cell's messages into its outputs; the first that cannot be is kept as an error. */
  #collect(cell: CodeCell): (message: OutputMessage) => void {
    return (message) => {
      try {
        this.#outputs.add(cell, message);
      } catch (error) {
        this.#badOutput ??= error as Error;
      }
    };
  }

  /** Writes uncaught errors into the cells that started them; returns the first that is no wish. */
  async #uncaught(errors: UncaughtError[], noticedAt: number): Promise<RunFailure | null> {
    let first: RunFailure | null = null;
    for (const { execution, how, ...error } of errors) {
      const index = this.#cellOf[execution] ?? noticedAt;
      const cause = how === "rejection"
        ? "a promise was rejected and nobody awaited it"
        : "a timer or event threw";
      const late = index === noticedAt ? "" : `; noticed while cell ${noticedAt + 1} ran`;
      const located = await locateError(this.#notebook.cells[index].source, error);
      const message = `${error.message} (${cause}${late})`;
      const failure = this.#fail("uncaught", index, { ...located, message });
      if (!this.#mayRaise(index)) first ??= failure;
    }
    return first;
  }

  #mayRaise(index: number): boolean {
    return tagsOf(this.#notebook.cells[index]).includes("raises-exception");
  }

  /** Puts an error into its cell and tells of it. */
  #fail(
    kind: FailureKind,
    index: number | null,
    error: LocatedError,
    stderr = "",
  ): RunFailure {
    const cell = index === null ? null : this.#notebook.cells[index];
    if (cell?.cell_type === "code") {
      const { line, column } = error.position ?? {};
      const traceback = [
        ...(error.stack.some((each) => each !== "")
          ? error.stack
          : [`${error.name}: ${error.message}`]),
        ...(line === undefined ? [] : [`    in this cell: line ${line}, column ${column}`]),
        ...(stderr ? ["", "The kernel wrote to stderr:", ...stderr.split("\n").slice(-20)] : []),
      ];
      cell.outputs.push({
        output_type: "error",
        ename: error.name,
        evalue: error.message,
        traceback,
      });
    }
    return describeFailure(kind, this.#notebook, index, error, stderr);
  }

  #limit(kernel: Kernel, seconds: number, what: string) {
    if (seconds === 0) return undefined;
    return setTimeout(() => {
      this.#kill(kernel, "time-out", `${what} ran longer than ${seconds} s, so it was killed`);
    }, seconds * 1000);
  }

  #kill(kernel: Kernel, kind: FailureKind, message: string): void {
    this.#killed ??= { kind, message };
    kernel.kill(); // never by an interrupt, after which a kernel that awaits hangs for good
  }
}

const nameOf: Record<FailureKind, string> = {
  error: "Error",
  uncaught: "Error",
  "time-out": "TimeoutError",
  kernel: "KernelError",
  stopped: "Stopped",
};

const stoppedError: LocatedError = {
  name: nameOf.stopped,
  message: "the run was stopped",
  stack: [],
  position: null,
};

function kernelError(error: KernelGone): LocatedError {
  return {
    name: nameOf.kernel,
    message: `the kernel ${error.message}`,
    stack: [],
    position: null,
  };
}
