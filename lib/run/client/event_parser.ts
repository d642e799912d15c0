import { ExchangeFailure } from "./exchange_failure.ts";

/** What an event parser tells; the bytes, from `from` to before `to`, are only lent. */
export interface EventSink {
  /** An event that carries data. `named`: its `event:` field, where it has one. */
  event(bytes: Uint8Array, from: number, to: number, atNs: number, named: string | null): void;
  /** A field called `error`, in which llama-server of 2025 wrote its failures. */
  errorField(bytes: Uint8Array, from: number, to: number, atNs: number): void;
}

/** Longest event; a longer one is a `bad-event`. A final event may echo a prompt of a million tokens. */
export const longestEventBytes = 16 * 1024 * 1024;

const LF = 10;
const CR = 13;
const COLON = 58;
const SPACE = 32;

/**
 * A push parser of an event stream (WHATWG HTML, 9.2.6), over bytes: lines end with CR LF, LF or CR
 * wherever the reads are cut; a byte order mark, comments and unknown fields are skipped; several
 * `data` lines are joined by LF; an event without data is none. An event's time is that of the read
 * that ended it. Nothing is decoded here.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { EventParser } from "./event_parser.ts";
 *
 * const events: string[] = [];
 * const parser = new EventParser({
 *   event: (bytes, from, to) => events.push(new TextDecoder().decode(bytes.subarray(from, to))),
 *   errorField: () => {},
 * });
 * const bytes = new TextEncoder().encode(": ping\n\ndata: 1\ndata: 2\r\n\r\n");
 * parser.feed(bytes, 0, bytes.length, 5);
 * assert.deepEqual(events, ["1\n2"]);
 * ```
 */
export class EventParser {
  /** The begun line, when a read has cut it. */
  #line = new Bytes();
  /** The begun event's data, when it has lines behind it that lie in no single read. */
  #data = new Bytes();
  #hasData = false;
  #named: string | null = null;
  /** The last byte was CR: a LF that follows belongs to it. */
  #afterCr = false;
  #atStart = true;

  constructor(private readonly sink: EventSink) {}

  /** Takes a piece of the stream, from `from` to before `to`. */
  feed(bytes: Uint8Array, from: number, to: number, atNs: number): void {
    let start = from;
    if (this.#afterCr && start < to) {
      if (bytes[start] === LF) start++;
      this.#afterCr = false;
    }
    for (let at = start; at < to; at++) {
      const byte = bytes[at];
      if (byte > CR || (byte !== LF && byte !== CR)) continue;
      let next = at + 1;
      if (byte === CR) {
        if (next === to) this.#afterCr = true;
        else if (bytes[next] === LF) next++;
      }
      // an event of one line, with its blank line in the same piece: no copy
      if (
        next < to && !this.#hasData && this.#line.length === 0 && this.#named === null &&
        (bytes[next] === LF || bytes[next] === CR) && isData(bytes, start, at)
      ) {
        const blank = bytes[next];
        next++;
        if (blank === CR) {
          if (next === to) this.#afterCr = true;
          else if (bytes[next] === LF) next++;
        }
        this.#atStart = false;
        const value = bytes[start + 5] === SPACE ? start + 6 : start + 5;
        if (value < at) this.sink.event(bytes, value, at, atNs, null);
      } else if (this.#line.length === 0) {
        this.#endLine(bytes, start, at, atNs);
      } else {
        this.#line.add(bytes, start, at);
        this.#endLine(this.#line.bytes, 0, this.#line.length, atNs);
        this.#line.clear();
      }
      start = next;
      at = next - 1;
    }
    if (start < to) this.#line.add(bytes, start, to);
  }

  /**
   * The stream has ended in good order. An event without its blank line is taken as it stands: the
   * standard drops it, but a whole final event must not be lost for a missing line end.
   */
  end(atNs: number): void {
    if (this.#line.length > 0) {
      this.#endLine(this.#line.bytes, 0, this.#line.length, atNs);
      this.#line.clear();
    }
    this.#endEvent(atNs);
  }

  #endLine(bytes: Uint8Array, from: number, to: number, atNs: number): void {
    if (this.#atStart) {
      this.#atStart = false;
      if (bytes[from] === 0xef && bytes[from + 1] === 0xbb && bytes[from + 2] === 0xbf) from += 3;
    }
    if (from >= to) return this.#endEvent(atNs);
    let colon = from;
    while (colon < to && bytes[colon] !== COLON) colon++;
    if (colon === from) return; // a comment
    const name = colon - from > 5 ? "" : ascii(bytes, from, colon);
    const value = Math.min(to, bytes[colon + 1] === SPACE ? colon + 2 : colon + 1);
    if (name === "data") {
      if (this.#hasData) this.#data.add(NEWLINE, 0, 1);
      this.#data.add(bytes, value, to);
      this.#hasData = true;
    } else if (name === "event") {
      this.#named = ascii(bytes, value, Math.min(to, value + 64));
    } else if (name === "error") {
      this.sink.errorField(bytes, value, to, atNs);
    }
  }

  #endEvent(atNs: number): void {
    if (this.#data.length > 0) {
      this.sink.event(this.#data.bytes, 0, this.#data.length, atNs, this.#named);
    }
    this.#data.clear();
    this.#hasData = false;
    this.#named = null;
  }
}

const NEWLINE = new Uint8Array([LF]);

/** Whether a line begins with `data:`. */
function isData(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from >= 5 && bytes[from] === 100 && bytes[from + 1] === 97 &&
    bytes[from + 2] === 116 && bytes[from + 3] === 97 && bytes[from + 4] === COLON;
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

/** Bytes that grow at their end, up to the longest event. */
class Bytes {
  bytes = new Uint8Array(0);
  length = 0;

  add(from: Uint8Array, start: number, end: number): void {
    const length = this.length + end - start;
    if (length > longestEventBytes) {
      throw new ExchangeFailure(
        "bad-event",
        `The stream has an event of more than ${longestEventBytes} bytes`,
      );
    }
    if (length > this.bytes.length) {
      const bytes = new Uint8Array(Math.min(longestEventBytes, Math.max(1024, length * 2)));
      bytes.set(this.bytes.subarray(0, this.length));
      this.bytes = bytes;
    }
    this.bytes.set(from.subarray(start, end), this.length);
    this.length = length;
  }

  clear(): void {
    this.length = 0;
  }
}
