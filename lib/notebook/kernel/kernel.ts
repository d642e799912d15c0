import { type JupyterMessage, MessageCodec } from "./message.ts";
import { barrierCode, barrierMime, preludeCode, type UncaughtError } from "./prelude.ts";
import { type KernelOptions, KernelProcess } from "./process.ts";
import { ZmtpSocket } from "./zmtp_socket.ts";

/** Why a kernel answers no more. */
export class KernelGone extends Error {
  override name = "KernelGone";
  /** Exit status, 128 + n for signal n as shells count; null when this process killed it. */
  readonly exitCode: number | null;
  /** The end of what it wrote to stderr. */
  readonly stderr: string;

  constructor(message: string, exitCode: number | null, stderr: string) {
    super(message);
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

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

const iopubAttempts = 100;

interface Sockets {
  shell: ZmtpSocket;
  iopub: ZmtpSocket;
}

/**
 * A running Deno kernel and the connection to it. One execution at a time.
 *
 * The kernel announces that it is idle before it has sent a cell's last outputs. Therefore each
 * execution is followed by a barrier: whatever comes before the barrier's mark belongs to the
 * execution, whichever request it claims to answer.
 */
export class Kernel {
  readonly #process: KernelProcess;
  readonly #codec: MessageCodec;
  readonly #sockets: Sockets;
  readonly #waiting = new Set<(reason: Error) => void>();
  readonly #replies = new Map<string, (message: JupyterMessage) => void>();
  #onPublished: (message: JupyterMessage) => void = () => {};
  #gone: Error | null = null;
  #executions = 0;

  private constructor(process: KernelProcess, codec: MessageCodec, sockets: Sockets) {
    this.#process = process;
    this.#codec = codec;
    this.#sockets = sockets;
    this.#listen(sockets.shell, (message) => {
      const reply = this.#replies.get(message.parentId ?? "");
      this.#replies.delete(message.parentId ?? "");
      reply?.(message);
    });
    this.#listen(sockets.iopub, (message) => this.#onPublished(message));
    process.exited.then(() => this.#fail(null));
  }

  /**
   * Starts a kernel and waits until it answers.
   *
   * @throws {KernelGone} When it ends or does not answer in time; tried anew when another program
   * took one of its ports.
   */
  static async start(options: KernelOptions): Promise<Kernel> {
    for (let attempt = 1;; attempt++) {
      const process = await KernelProcess.spawn(options);
      try {
        return await Kernel.#connect(process, (options.startSeconds ?? 60) * 1000);
      } catch (error) {
        await process.kill();
        const portTaken = error instanceof KernelGone && error.stderr.includes("AddrInUse");
        if (!portTaken || attempt === 3) throw error;
      }
    }
  }

  static async #connect(process: KernelProcess, startMs: number): Promise<Kernel> {
    const end = performance.now() + startMs;
    const identity = crypto.randomUUID();
    const { ports } = process;
    let exited = false;
    process.exited.then(() => exited = true);
    const open = async (port: number, type: "DEALER" | "SUB"): Promise<ZmtpSocket> => {
      for (;;) {
        // whoever listens may be another program that never shakes hands
        const dialled = new AbortController();
        const ended = process.exited.then(() => dialled.abort());
        const timer = setTimeout(() => dialled.abort(), Math.max(0, end - performance.now()));
        try {
          return await ZmtpSocket.connect(port, type, identity, dialled.signal);
        } catch (error) {
          if (exited) throw await goneBy(process, "ended before it answered");
          if (performance.now() > end) {
            throw await goneBy(process, `did not answer within ${startMs / 1000} s`, error);
          }
          await Promise.race([ended, sleep(5)]);
        } finally {
          clearTimeout(timer);
        }
      }
    };
    const kernel = new Kernel(process, new MessageCodec(process.key, identity), {
      shell: await open(ports.shell, "DEALER"),
      iopub: await open(ports.iopub, "SUB"),
    });
    await kernel.#subscribed(end);
    const parentPid = process.diesWithParent ? null : Deno.pid;
    await kernel.#request("execute_request", silently(preludeCode(parentPid)));
    return kernel;
  }

  /** Whether the system ends the kernel with this process; else the kernel watches for that. */
  get diesWithParent(): boolean {
    return this.#process.diesWithParent;
  }

  /**
   * Executes code and resolves when all it sent has been handed to `onOutput`, in order.
   *
   * @throws {KernelGone} When the kernel ends meanwhile.
   */
  async execute(code: string, onOutput: (message: OutputMessage) => void): Promise<ExecuteResult> {
    const content = {
      code,
      silent: false,
      store_history: true,
      user_expressions: {},
      allow_stdin: false,
      stop_on_error: true,
    };
    const execution = this.#executions++;
    const barrier = this.#expectBarrier(onOutput);
    const [reply, uncaught] = await Promise.all([
      this.#request("execute_request", content).then(async (reply) => {
        await this.#request("execute_request", silently(barrierCode(barrier.mark, 0)));
        return reply;
      }),
      barrier.seen,
    ]);
    const { status, execution_count, ename, evalue, traceback } = reply.content;
    const executionCount = Number(execution_count);
    if (status === "ok") return { status, executionCount, execution, uncaught };
    const stack = Array.isArray(traceback) ? traceback.map(String) : [];
    return {
      status: "error",
      name: String(ename),
      message: String(evalue),
      stack,
      hidden: stack.length === 0 && evalue === "Execution failed",
      executionCount,
      execution,
      uncaught,
    };
  }

  /** Evaluates code without a trace in counts or outputs; returns the error that it throws. */
  async probe(code: string): Promise<{ name: string; message: string } | null> {
    const { content } = await this.#request("execute_request", silently(code));
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
    const barrier = this.#expectBarrier(onOutput);
    const [uncaught] = await Promise.all([
      barrier.seen,
      this.#request("execute_request", silently(barrierCode(barrier.mark, waitMs))),
    ]);
    return uncaught;
  }

  /** Ends the kernel and what it started; `reason` is what a waiting execution rejects with. */
  async kill(reason: Error = new KernelGone("was killed", null, "")): Promise<void> {
    this.#gone ??= reason;
    await this.#process.kill();
    await this.#fail(null);
    for (const socket of Object.values(this.#sockets)) socket.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  /** The kernel hears a subscriber only from some moment on: asks until an answer is published. */
  async #subscribed(end: number): Promise<void> {
    const heard = this.#wait<void>();
    this.#onPublished = () => heard.resolve();
    for (let attempt = 0; attempt < iopubAttempts && performance.now() < end; attempt++) {
      await this.#request("kernel_info_request", {});
      const isHeard = await Promise.race([
        heard.promise.then(() => true),
        sleep(10 * (attempt + 1)).then(() => false),
      ]);
      if (isHeard) return;
    }
    throw await goneBy(this.#process, "published nothing");
  }

  #expectBarrier(onOutput: (message: OutputMessage) => void) {
    const mark = crypto.randomUUID();
    const seen = this.#wait<UncaughtError[]>();
    this.#onPublished = (message) => {
      if (message.type === "status" || message.type === "execute_input") return;
      const barrier = (message.content.data as Record<string, unknown> | undefined)
        ?.[barrierMime] as { mark: string; uncaught: UncaughtError[] } | undefined;
      if (barrier?.mark === mark) seen.resolve(barrier.uncaught);
      else onOutput(message);
    };
    return { mark, seen: seen.promise };
  }

  async #request(type: string, content: unknown): Promise<JupyterMessage> {
    const id = crypto.randomUUID();
    const reply = this.#wait<JupyterMessage>();
    this.#replies.set(id, reply.resolve);
    await this.#sockets.shell.send(this.#codec.encode(type, id, content)).catch((error) =>
      this.#fail(error)
    );
    return await reply.promise;
  }

  /** A promise that also rejects when the kernel is gone. */
  #wait<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    promise.catch(() => {}); // whoever waits gets the rejection; nobody may be left to wait
    if (this.#gone) reject(this.#gone);
    this.#waiting.add(reject);
    return {
      promise,
      resolve: (value) => {
        this.#waiting.delete(reject);
        resolve(value);
      },
    };
  }

  async #listen(socket: ZmtpSocket, handle: (message: JupyterMessage) => void): Promise<void> {
    try {
      for await (const frames of socket.messages()) handle(this.#codec.decode(frames));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Rejects all that waits: with why the process ended, or with what broke the connection. */
  async #fail(cause: unknown): Promise<void> {
    const ended = await Promise.race([
      this.#process.exited.then(() => true),
      sleep(1000).then(() => false), // a closed connection is mostly the first sign of the end
    ]);
    if (this.#gone === null && !ended) {
      this.#gone = new KernelGone(
        `sent bytes that are no message (${(cause as Error)?.message}), as it may do when one ` +
          "output is larger than 2 MB",
        null,
        await this.#process.stderr(),
      );
      await this.#process.kill();
    }
    this.#gone ??= await goneBy(this.#process, "ended");
    for (const reject of this.#waiting) reject(this.#gone);
    this.#waiting.clear();
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

async function goneBy(process: KernelProcess, what: string, cause?: unknown): Promise<KernelGone> {
  const status = await Promise.race([process.exited, sleep(0).then(() => null)]);
  const stderr = await process.stderr();
  const outOfMemory = /out of memory|OOM/i.test(stderr) ? ", out of memory" : "";
  const exit = status === null
    ? (cause instanceof Error ? ` (${cause.message})` : "")
    : status.signal
    ? ` by ${status.signal}${outOfMemory}`
    : ` with exit status ${status.code}${outOfMemory}`;
  return new KernelGone(what + exit, status?.code ?? null, stderr);
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
