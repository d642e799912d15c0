import type { TransportError } from "../../record/response.ts";
import type { Connection } from "./connection.ts";
import { ExchangeFailure, socketFailure } from "./exchange_failure.ts";
import { ownTurn } from "./own_turn.ts";
import type { Exchange, PreparedRequest, RequestOptions } from "./exchange.ts";
import type { ResponseReading } from "./response_reading.ts";

const readBytes = 65_536;

/** How long the end of a body is waited for once the generation is complete. */
const lingerMs = 1000;

/** Buffers of requests that have ended, for those to come. */
const spareBuffers: Uint8Array<ArrayBuffer>[] = [];

/** Why what a request waited for is given up: it is over. */
const over = new Error("The request is over");

/**
 * One request on its own connection: reads, stamps each read before it looks at a byte, and gives up
 * at the limits. The reading begins with the connection, so that at the barrier only a write is left.
 */
export class RunningRequest implements PreparedRequest {
  connectStartNs = 0;
  connectedNs = 0;

  #sentNs: number | null = null;
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
    const { clock, signal } = this.options;
    this.connectStartNs = clock.nowNs();
    signal?.addEventListener("abort", this.#abandon, { once: true });
    if (signal?.aborted) this.#abandon();
    this.#watch();
    try {
      const connection = await connect(this.#stop.signal);
      if (this.reading.ended) connection.close();
      else this.#connection = connection;
    } catch (error) {
      this.#fail(socketFailure(error, "connect"));
    }
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
      this.#sentNs = this.#lastByteNs = sentNs;
      this.#writeRest(this.#connection, writing);
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
    const buffer = spareBuffers.pop() ?? new Uint8Array(readBytes);
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
    spareBuffers.push(buffer);
    // what is left to do can wait until the other streams' arrivals have been stamped
    await ownTurn();
    this.#end();
  }

  /** Gives the request up at its limits. */
  async #watch(): Promise<void> {
    const { clock, limits } = this.options;
    const looksNs = Math.min(limits.responseSeconds, limits.silenceSeconds) * 1e9;
    let lookedAgain = false;
    while (!this.reading.ended) {
      const limit = this.#limit();
      const leftNs = limit === null ? looksNs : limit.atNs - clock.nowNs();
      if (limit === null || leftNs > 0) {
        lookedAgain = false;
        // a timer takes at most 2^31 ms
        const waitMs = Math.min(Math.ceil(leftNs / 1e6), 2 ** 31 - 1);
        await clock.sleep(waitMs, this.#stop.signal).catch(() => {});
      } else if (!lookedAgain) {
        // this process may have been held up, with bytes waiting to be read: a timer makes the loop
        // ask its sockets, and what they have is read before the loop's turn ends
        lookedAgain = true;
        await clock.sleep(1, this.#stop.signal).catch(() => {});
        await new Promise((resolve) => setImmediate(resolve));
      } else {
        return this.#fail(new ExchangeFailure(limit.code, limit.message));
      }
    }
  }

  /** The limit that comes next; null while the request waits, connected, for its barrier. */
  #limit(): { atNs: number; code: TransportError; message: string } | null {
    const { responseSeconds, silenceSeconds } = this.options.limits;
    if (this.#sentNs === null) {
      return this.#connection !== null ? null : {
        atNs: this.connectStartNs + silenceSeconds * 1e9,
        code: "connect-failed",
        message: `No connection within ${silenceSeconds} seconds`,
      };
    }
    const responseNs = this.#sentNs + responseSeconds * 1e9;
    const silenceNs = this.#lastByteNs + silenceSeconds * 1e9;
    return responseNs <= silenceNs
      ? {
        atNs: responseNs,
        code: "timeout",
        message: `No end of the response within ${responseSeconds} seconds`,
      }
      : { atNs: silenceNs, code: "silence", message: `Nothing came for ${silenceSeconds} seconds` };
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
    this.#stop.abort(over);
    try {
      this.#connection?.close();
    } catch {
      // closed before
    }
    this.#ended.resolve();
  }
}
