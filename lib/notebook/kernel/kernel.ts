import { KernelConnection } from "./connection.ts";
import { KernelGone } from "./kernel_gone.ts";
import type { JupyterMessage } from "./message.ts";
import { barrierCode, barrierMime, preludeCode, type UncaughtError } from "./prelude.ts";
import type { KernelOptions } from "./process.ts";
import { within } from "./within.ts";

/** What came of one execution. */
export type ExecuteResult =
  & {
    /** The kernel's count, `In [n]`. */
    executionCount: number;
    /** Which execution it was, counted from 0; an {@link UncaughtError} names one so. */
    execution: number;
    uncaught: UncaughtError[];
  }
  & (
    | { status: "ok" }
    /** `hidden`: the kernel gave no cause, as it does for syntax errors and npm failures. */
    | { status: "error"; name: string; message: string; stack: string[]; hidden: boolean }
  );

/** A message that a cell caused, other than the kernel's own book-keeping. */
export type OutputMessage = JupyterMessage;

/** The mark of a barrier: all that is published before it belongs to the execution. */
interface Mark {
  id: string;
  seen: Promise<UncaughtError[]>;
}

/** How long the last outputs may be on their way after the kernel has sent them. */
const markMs = 60_000;

/**
 * A running Deno kernel. One execution at a time.
 *
 * The kernel announces that it is idle before it has sent a cell's last outputs. Therefore each
 * execution is followed by a barrier: whatever comes before the barrier's mark belongs to the
 * execution, whichever request it claims to answer.
 */
export class Kernel {
  readonly #connection: KernelConnection;
  #executions = 0;

  private constructor(connection: KernelConnection) {
    this.#connection = connection;
  }

  /**
   * Starts a kernel and waits until it answers.
   *
   * @throws {KernelGone} When it ends or does not answer in time.
   */
  static async start(options: KernelOptions): Promise<Kernel> {
    const connection = await KernelConnection.start(options);
    const parentPid = connection.process.diesWithParent ? null : Deno.pid;
    await connection.request("execute_request", silently(preludeCode(parentPid)));
    return new Kernel(connection);
  }

  /** Whether the system ends the kernel with this process; else the kernel watches for that. */
  get diesWithParent(): boolean {
    return this.#connection.process.diesWithParent;
  }

  /**
   * Executes code and resolves when all it sent has been handed to `onOutput`, in order.
   *
   * @param onOutput Must not throw.
   * @throws {KernelGone} When the kernel ends meanwhile.
   */
  async execute(code: string, onOutput: (message: OutputMessage) => void): Promise<ExecuteResult> {
    const execution = this.#executions++;
    const mark = this.#expectMark(onOutput);
    const cell = { ...silently(code), silent: false, store_history: true };
    const reply = await this.#connection.request("execute_request", cell);
    const uncaught = await this.#barrier(mark, 0);
    const { status, execution_count, ename, evalue, traceback } = reply.content;
    const common = { executionCount: Number(execution_count), execution, uncaught };
    if (status === "ok") return { ...common, status };
    const stack = Array.isArray(traceback) ? traceback.map(String) : [];
    const hidden = stack.length === 0 && evalue === "Execution failed";
    const error = { name: String(ename), message: String(evalue), stack, hidden };
    return { ...common, status: "error", ...error };
  }

  /** Evaluates code without a trace in counts or outputs; returns the error that it throws. */
  async probe(code: string): Promise<{ name: string; message: string } | null> {
    const { content } = await this.#connection.request("execute_request", silently(code));
    return content.status === "ok"
      ? null
      : { name: String(content.ename), message: String(content.evalue) };
  }

  /** Waits for late outputs and errors of the executions so far. */
  async settle(
    waitMs: number,
    onOutput: (message: OutputMessage) => void,
  ): Promise<UncaughtError[]> {
    this.#executions++;
    return await this.#barrier(this.#expectMark(onOutput), waitMs);
  }

  /** Ends the kernel and what it started; an execution that is under way rejects. */
  async kill(): Promise<void> {
    await this.#connection.kill(new KernelGone("was killed"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  /** From now on outputs go to `onOutput`, until the mark comes. */
  #expectMark(onOutput: (message: OutputMessage) => void): Mark {
    const id = crypto.randomUUID();
    const { promise, resolve } = this.#connection.wait<UncaughtError[]>();
    this.#connection.onPublished = (message) => {
      if (message.type === "status" || message.type === "execute_input") return;
      const data = message.content?.data as Record<string, unknown> | undefined;
      const barrier = data?.[barrierMime] as
        | { mark: string; uncaught: UncaughtError[] }
        | undefined;
      if (barrier?.mark === id) resolve(barrier.uncaught);
      else onOutput(message);
    };
    return { id, seen: promise };
  }

  /** Sends the barrier and resolves when its mark has come. */
  async #barrier(mark: Mark, waitMs: number): Promise<UncaughtError[]> {
    const code = silently(barrierCode(mark.id, waitMs));
    await this.#connection.request("execute_request", code);
    const uncaught = await within(mark.seen, markMs);
    if (uncaught !== null) return uncaught;
    await this.#connection.fail(new Error(`an output did not come within ${markMs / 1000} s`));
    return await mark.seen;
  }
}

function silently(code: string) {
  return {
    code,
    silent: true,
    store_history: false,
    user_expressions: {},
    allow_stdin: false,
    stop_on_error: false,
  };
}
