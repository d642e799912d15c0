import { encodeMultipart, greeting, type Multipart, readyCommand, ZmtpReader } from "./zmtp.ts";

const readSize = 1 << 18; // large, so that a flooding kernel is seldom kept waiting

/** A connected ZMTP socket: DEALER asks and is answered, SUB hears everything that is published. */
export class ZmtpSocket {
  readonly #connection: Deno.TcpConn;
  readonly #reader = new ZmtpReader();
  #early: Multipart[] = [];
  #lastWrite: Promise<void> = Promise.resolve();

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
  }

  /**
   * Connects to a port of 127.0.0.1 and shakes hands.
   *
   * @param identity What the peer calls this socket; sockets of one client share it.
   * @param signal Gives up waiting for the handshake.
   */
  static async connect(
    port: number,
    type: "DEALER" | "SUB",
    identity: string,
    signal?: AbortSignal,
  ): Promise<ZmtpSocket> {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port });
    const socket = new ZmtpSocket(connection);
    const giveUp = () => socket.close();
    signal?.addEventListener("abort", giveUp);
    try {
      signal?.throwIfAborted();
      connection.setNoDelay(true);
      await socket.#write(greeting());
      await socket.#write(readyCommand(type, type === "SUB" ? "" : identity));
      while (!socket.#reader.ready) socket.#early.push(...await socket.#read());
      if (type === "SUB") await socket.send([Uint8Array.of(1)]); // subscribes to every topic
      return socket;
    } catch (error) {
      socket.close();
      throw error;
    } finally {
      signal?.removeEventListener("abort", giveUp);
    }
  }

  /** Sends one message whole; messages never interleave. */
  send(frames: Multipart): Promise<void> {
    const sent = this.#lastWrite.then(() => this.#write(encodeMultipart(frames)));
    this.#lastWrite = sent.catch(() => {});
    return sent;
  }

  /** Every message until the peer closes, which rejects. */
  async *messages(): AsyncGenerator<Multipart, never> {
    yield* this.#early;
    this.#early = [];
    for (;;) yield* await this.#read();
  }

  close(): void {
    try {
      this.#connection.close();
    } catch (error) {
      if (!(error instanceof Deno.errors.BadResource)) throw error; // closed by a failed read
    }
  }

  async #read(): Promise<Multipart[]> {
    const chunk = new Uint8Array(readSize);
    const length = await this.#connection.read(chunk);
    if (length === null) throw new Deno.errors.UnexpectedEof("the peer closed the connection");
    return this.#reader.feed(chunk.subarray(0, length));
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      done += await this.#connection.write(bytes.subarray(done));
    }
  }
}
