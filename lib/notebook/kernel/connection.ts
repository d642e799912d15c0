import { KernelGone, kernelGone } from "./kernel_gone.ts";
import { type JupyterMessage, MessageCodec } from "./message.ts";
import { type KernelOptions, KernelProcess } from "./process.ts";
import { within } from "./within.ts";
import { ZmtpSocket } from "./zmtp_socket.ts";

const startAttempts = 3;
const iopubAttempts = 100;

interface Sockets {
  shell: ZmtpSocket;
  iopub: ZmtpSocket;
}

/** A kernel's process and the sockets to it: requests and replies, and what it publishes. */
export class KernelConnection {
  /** Called with each message that the kernel publishes; it must not throw. */
  onPublished: (message: JupyterMessage) => void = () => {};
  readonly process: KernelProcess;
  readonly #codec: MessageCodec;
  readonly #sockets: Sockets;
  readonly #waiting = new Set<(reason: Error) => void>();
  readonly #replies = new Map<string, (message: JupyterMessage) => void>();
  #gone: Error | null = null;
  #started = false;

  private constructor(process: KernelProcess, codec: MessageCodec, sockets: Sockets) {
    this.process = process;
    this.#codec = codec;
    this.#sockets = sockets;
    this.#listen(sockets.shell, (message) => {
      const reply = this.#replies.get(message.parentId ?? "");
      this.#replies.delete(message.parentId ?? "");
      reply?.(message);
    });
    this.#listen(sockets.iopub, (message) => this.onPublished(message));
    process.exited.then(() => this.fail(null));
  }

  /**
   * Starts a kernel and waits until it answers.
   *
   * @throws {KernelGone} When it ends or does not answer in time; tried anew when another program
   * took one of its ports.
   */
  static async start(options: KernelOptions): Promise<KernelConnection> {
    for (let attempt = 1;; attempt++) {
      const process = await KernelProcess.spawn(options);
      try {
        return await KernelConnection.#connect(process, (options.startSeconds ?? 60) * 1000);
      } catch (error) {
        await process.kill();
        const portTaken = error instanceof KernelGone && error.portTaken;
        if (!portTaken || attempt === startAttempts) throw error;
      }
    }
  }

  static async #connect(process: KernelProcess, startMs: number): Promise<KernelConnection> {
    const end = performance.now() + startMs;
    const identity = crypto.randomUUID();
    const { ports, key } = process;
    const connection = new KernelConnection(process, new MessageCodec(key, identity), {
      shell: await dial(process, ports.shell, "DEALER", identity, end),
      iopub: await dial(process, ports.iopub, "SUB", identity, end),
    });
    await connection.#subscribed(end);
    connection.#started = true;
    await process.removeConnectionFile();
    return connection;
  }

  /** Sends a request and resolves to its reply. */
  async request(type: string, content: unknown): Promise<JupyterMessage> {
    const id = crypto.randomUUID();
    const reply = this.wait<JupyterMessage>();
    this.#replies.set(id, reply.resolve);
    await this.#sockets.shell.send(this.#codec.encode(type, id, content)).catch((error) =>
      this.fail(error)
    );
    return await reply.promise;
  }

  /** A promise that also rejects when the kernel is gone. */
  wait<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
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

  /** Rejects all that waits: with why the process ended, or with what broke the connection. */
  async fail(cause: unknown): Promise<void> {
    // a closed connection is mostly the first sign of the end
    const ended = await within(this.process.exited, 1000);
    if (this.#gone === null && ended === null) {
      const what = (cause as Error)?.message;
      const stderr = await this.process.stderr();
      // whoever breaks the connection of a kernel that is still starting may be another one, on a
      // port that was free when it was chosen
      this.#gone = this.#started
        ? new KernelGone(
          `sent bytes that are no message (${what}), as it may do when one output is larger than 2 MB`,
          stderr,
        )
        : new KernelGone(`did not answer (${what})`, stderr, true);
      await this.process.kill();
    }
    this.#gone ??= await kernelGone(this.process, "ended");
    for (const reject of this.#waiting) reject(this.#gone);
    this.#waiting.clear();
  }

  /** Ends the kernel and what it started; whoever waits is told the reason. */
  async kill(reason: Error): Promise<void> {
    this.#gone ??= reason;
    await this.process.kill();
    await this.fail(null);
    for (const socket of Object.values(this.#sockets)) socket.close();
  }

  /** The kernel hears a subscriber only from some moment on: asks until an answer is published. */
  async #subscribed(end: number): Promise<void> {
    const heard = this.wait<true>();
    this.onPublished = () => heard.resolve(true);
    for (let attempt = 0; attempt < iopubAttempts && performance.now() < end; attempt++) {
      await this.request("kernel_info_request", {});
      if (await within(heard.promise, 10 * (attempt + 1))) return;
    }
    throw await kernelGone(this.process, "published nothing");
  }

  async #listen(socket: ZmtpSocket, handle: (message: JupyterMessage) => void): Promise<void> {
    try {
      for await (const frames of socket.messages()) handle(this.#codec.decode(frames));
    } catch (error) {
      this.fail(error);
    }
  }
}

/** Connects to a port of the kernel as soon as it listens. */
async function dial(
  process: KernelProcess,
  port: number,
  type: "DEALER" | "SUB",
  identity: string,
  end: number,
): Promise<ZmtpSocket> {
  let exited = false;
  for (;;) {
    // whoever listens may be another program that never shakes hands
    const dialled = new AbortController();
    const ended = process.exited.then(() => {
      exited = true;
      dialled.abort();
    });
    const timer = setTimeout(() => dialled.abort(), Math.max(0, end - performance.now()));
    try {
      return await ZmtpSocket.connect(port, type, identity, dialled.signal);
    } catch (error) {
      if (exited) throw await kernelGone(process, "ended before it answered");
      if (performance.now() > end) throw await kernelGone(process, "did not answer", error);
      await within(ended, 5);
    } finally {
      clearTimeout(timer);
    }
  }
}
