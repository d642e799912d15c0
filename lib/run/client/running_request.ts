import type { Connection } from "./connection.ts";
import { ExchangeFailure, socketFailure } from "./exchange_failure.ts";
import type { Exchange, PreparedRequest, RequestOptions } from "./request.ts";
import type { ResponseReading } from "./response_reading.ts";

const readBytes = 65_536;
/** How long the end of a body is waited for once the generation is complete. */
const lingerMs = 1000;

/**
 * One request on its own connection: reads, stamps each read before it looks at a byte, and gives up
 * at the limits. The reading begins with the connection, so that at the barrier only a write is left.
 */
export class RunningRequest implements PreparedRequest {
  connectStartNs = 0;
  connectedNs = 0;

  #connection: Connection | null = null;
  #lastByteNs = 0;
  #lingering = false;
  #exchange: Promise<Exchange> | null = null;
  #stop = new AbortController();
  #ended = Promise.withResolvers<void>();

  constructor(
    private readonly bytes: Uint8Array,
    private readonly reading: ResponseReading,
    private readonly options: RequestOptions,
    /** Taken out of messages, in case a server repeats it. */
    private readonly secret: string | null,
  ) {}

  /** Connects and begins to read; never rejects. */
  async open(connect: (signal: AbortSignal) => Promise<Connection>): Promise<void> {
    const { clock, limits, signal } = this.options;
    this.connectStartNs = clock.nowNs();
    signal?.addEventListener("abort", this.#abandon, { once: true });
    if (signal?.aborted) this.#abandon();
    const waiting = new AbortController();
    clock.sleep(limits.silenceSeconds * 1000, waiting.signal).then(() => {
      this.#fail(
        new ExchangeFailure(
          "connect-failed",
          `No connection within ${limits.silenceSeconds} seconds`,
        ),
      );
    }, () => {});
    try {
      const connection = await connect(this.#stop.signal);
      if (this.reading.ended) connection.close();
      else this.#connection = connection;
    } catch (error) {
      this.#fail(socketFailure(error, "connect"));
    }
    waiting.abort();
    this.connectedNs = clock.nowNs();
    if (this.#connection) this.#read(this.#connection);
  }

  fire(): Promise<Exchange> {
    return this.#exchange ??= this.#fire();
  }

  cancel(): void {
    this.#abandon();
  }

  #fire(): Promise<Exchange> {
    const { clock } = this.options;
    if (this.#connection !== null && !this.reading.ended) {
      const sentNs = clock.nowNs();
      const writing = this.#connection.write(this.bytes);
      this.reading.sent(sentNs);
      this.#lastByteNs = sentNs;
      this.#writeRest(this.#connection, writing);
      queueMicrotask(() => this.#watch(sentNs));
    }
    return this.#outcome();
  }

  async #outcome(): Promise<Exchange> {
    await this.#ended.promise;
    await this.reading.settled();
    const exchange = this.reading.exchange();
    const { error } = exchange;
    return {
      connectStartNs: this.connectStartNs,
      connectedNs: this.#connection === null ? null : this.connectedNs,
      ...exchange,
      error: error && this.secret !== null
        ? { ...error, message: error.message.replaceAll(this.secret, "(the key)") }
        : error,
    };
  }

  async #writeRest(connection: Connection, writing: Promise<number>): Promise<void> {
    try {
      let written = await writing;
      while (written < this.bytes.length) {
        written += await connection.write(this.bytes.subarray(written));
      }
    } catch {
      // a server that closes early may have said why: the reading side tells
    }
  }

  async #read(connection: Connection): Promise<void> {
    const { clock } = this.options;
    const { reading } = this;
    const buffer = new Uint8Array(readBytes);
    try {
      while (!reading.ended) {
        const length = await connection.read(buffer);
        const atNs = clock.nowNs();
        // one turn of the queue, so that whatever else was readable is stamped before any parsing
        await null;
        if (length === null) {
          reading.eof(atNs);
        } else {
          this.#lastByteNs = atNs;
          reading.feed(buffer, atNs, length);
          if (reading.complete && !reading.ended) this.#linger();
        }
      }
    } catch (error) {
      reading.fail(socketFailure(error, "exchange"));
    }
    // what is left to do can wait until the other streams' arrivals have been stamped
    setImmediate(() => this.#end());
  }

  /** Gives the request up at its limits. */
  async #watch(sentNs: number): Promise<void> {
    const { clock, limits } = this.options;
    let lookedAgain = false;
    while (!this.reading.ended) {
      const nowNs = clock.nowNs();
      const responseLeftNs = sentNs + limits.responseSeconds * 1e9 - nowNs;
      const silenceLeftNs = this.#lastByteNs + limits.silenceSeconds * 1e9 - nowNs;
      const leftNs = Math.min(responseLeftNs, silenceLeftNs);
      if (leftNs > 0) {
        lookedAgain = false;
        // a timer takes at most 2^31 ms
        const waitMs = Math.min(Math.ceil(leftNs / 1e6), 2 ** 31 - 1);
        await clock.sleep(waitMs, this.#stop.signal).catch(() => {});
      } else if (!lookedAgain) {
        // this process may have been held up, with bytes waiting to be read
        lookedAgain = true;
        await new Promise((resolve) => setImmediate(resolve));
      } else {
        return this.#fail(
          responseLeftNs <= 0
            ? new ExchangeFailure(
              "timeout",
              `No end of the response within ${limits.responseSeconds} seconds`,
            )
            : new ExchangeFailure("silence", `Nothing came for ${limits.silenceSeconds} seconds`),
        );
      }
    }
  }

  /** Some servers keep the body open behind its last event: that must not hold up the round. */
  #linger(): void {
    if (this.#lingering) return;
    this.#lingering = true;
    this.options.clock.sleep(lingerMs, this.#stop.signal).then(() => {
      this.reading.leave();
      this.#end();
    }, () => {});
  }

  #abandon = (): void => {
    this.#fail(new ExchangeFailure("abandoned", "The request was given up"));
  };

  #fail(failure: ExchangeFailure): void {
    this.reading.fail(failure);
    this.#end();
  }

  #end(): void {
    if (this.#stop.signal.aborted) return;
    this.options.signal?.removeEventListener("abort", this.#abandon);
    this.#stop.abort();
    try {
      this.#connection?.close();
    } catch {
      // closed before
    }
    this.#ended.resolve();
  }
}
