import { ExchangeFailure } from "./exchange_failure.ts";
import { parseResponseHead, type ResponseHead } from "./http_head.ts";

/** What a response parser tells; times are those of the read that completed the part. */
export interface ResponseSink {
  head(head: ResponseHead, atNs: number): void;
  /** A piece of the body, from `from` to before `to`; the bytes are only lent. */
  body(bytes: Uint8Array, from: number, to: number, atNs: number): void;
  /** The body is whole, by its framing. */
  end(atNs: number): void;
}

/** What a response may not exceed; beyond is `bad-http`. */
export const httpLimits = {
  /** Status line and fields, of each head and of the trailer. */
  headBytes: 65_536,
  /** Interim (1xx) responses before the response. */
  interimResponses: 16,
  /** A chunk's size line with its extensions. */
  chunkLineBytes: 1024,
  /** Hexadecimal digits of a chunk's size: below 256 MiB. */
  chunkSizeDigits: 7,
};

const CR = 13;
const LF = 10;

/**
 * A push parser of one HTTP/1.1 response: interim responses, then a body in chunks, of a length, or
 * up to the close. Bytes after the end of the response are not looked at.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { HttpResponse } from "./http_response.ts";
 *
 * let text = "";
 * const response = new HttpResponse({
 *   head: ({ status }) => text += `${status} `,
 *   body: (bytes, from, to) => text += new TextDecoder().decode(bytes.subarray(from, to)),
 *   end: (atNs) => text += ` ${atNs}`,
 * });
 * response.feed(new TextEncoder().encode("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"), 7);
 * assert.equal(text, "200 hi 7");
 * ```
 */
export class HttpResponse {
  #state: "head" | "size" | "chunk" | "chunk-end" | "trailer" | "length" | "close" | "ended" =
    "head";
  /** Bytes of the head, of a size line or of the trailer that a read has cut. */
  #text = "";
  #interim = 0;
  /** Bytes of the chunk or of the body that are still to come. */
  #left = 0;
  /** Bytes seen of the CR LF after a chunk. */
  #chunkEndSeen = 0;

  constructor(private readonly sink: ResponseSink) {}

  get ended(): boolean {
    return this.#state === "ended";
  }

  /**
   * Takes what one read brought.
   *
   * @param length Bytes of `bytes` that count.
   * @throws {ExchangeFailure} `bad-http` for what is no HTTP, and whatever the sink throws.
   */
  feed(bytes: Uint8Array, atNs: number, length = bytes.length): void {
    let at = 0;
    while (at < length) {
      switch (this.#state) {
        case "chunk":
        case "length": {
          const to = Math.min(length, at + this.#left);
          this.#left -= to - at;
          this.sink.body(bytes, at, to, atNs);
          at = to;
          if (this.#left > 0) return;
          if (this.#state === "length") return this.#end(atNs);
          this.#state = "chunk-end";
          break;
        }
        case "chunk-end":
          if (bytes[at++] !== (this.#chunkEndSeen === 0 ? CR : LF)) {
            bad("a chunk that is not as long as it says");
          }
          if (++this.#chunkEndSeen === 2) {
            this.#chunkEndSeen = 0;
            this.#state = "size";
          }
          break;
        case "size":
          at = this.#size(bytes, at, length);
          break;
        case "head":
          at = this.#head(bytes, at, length, atNs);
          break;
        case "trailer":
          at = this.#trailer(bytes, at, length, atNs);
          break;
        case "close":
          return this.sink.body(bytes, at, length, atNs);
        case "ended":
          return;
      }
    }
  }

  /**
   * The connection has been closed by the server.
   *
   * @throws {ExchangeFailure} `connection-lost` when the response is not whole.
   */
  eof(atNs: number): void {
    if (this.#state === "ended") return;
    if (this.#state === "close") return this.#end(atNs);
    const where = this.#state === "head" ? "before the response's head was" : "before the body was";
    throw new ExchangeFailure("connection-lost", `The server closed the connection ${where} whole`);
  }

  #end(atNs: number): void {
    this.#state = "ended";
    this.sink.end(atNs);
  }

  #head(bytes: Uint8Array, from: number, to: number, atNs: number): number {
    const at = this.#gather(bytes, from, to, "\r\n\r\n", httpLimits.headBytes, "head");
    if (at === null) return to;
    const head = parseResponseHead(this.#text.slice(0, -4));
    this.#text = "";
    if (head.status < 200) {
      if (head.status === 101) bad("a change of protocol that was not asked for");
      if (++this.#interim > httpLimits.interimResponses) bad("too many interim responses");
      return at;
    }
    const { framing } = head;
    this.#state = framing.kind === "chunked" ? "size" : framing.kind;
    this.#left = framing.kind === "length" ? framing.bytes : 0;
    this.sink.head(head, atNs);
    if (framing.kind === "length" && framing.bytes === 0) this.#end(atNs);
    return at;
  }

  #size(bytes: Uint8Array, from: number, to: number): number {
    // nearly always the line lies whole in the read and has nothing but digits
    if (this.#text === "") {
      let size = 0;
      let at = from;
      for (; at < to; at++) {
        const digit = hexDigit(bytes[at]);
        if (digit < 0) break;
        size = size * 16 + digit;
      }
      const digits = at - from;
      if (
        digits > 0 && digits <= httpLimits.chunkSizeDigits && at + 1 < to &&
        bytes[at] === CR && bytes[at + 1] === LF
      ) {
        this.#chunk(size);
        return at + 2;
      }
    }
    const at = this.#gather(bytes, from, to, "\r\n", httpLimits.chunkLineBytes, "chunk size");
    if (at === null) return to;
    const line = this.#text.slice(0, -2);
    this.#text = "";
    const [, digits] = /^([0-9A-Fa-f]+)[ \t]*(?:;.*)?$/.exec(line) ?? bad("a chunk without a size");
    if (digits.length > httpLimits.chunkSizeDigits) bad(`a chunk of 0x${digits} bytes`);
    this.#chunk(parseInt(digits, 16));
    return at;
  }

  #chunk(size: number): void {
    this.#left = size;
    this.#state = size === 0 ? "trailer" : "chunk";
    // the text of a trailer begins behind the end of a line, so that no field is the same as some
    if (size === 0) this.#text = "\r\n";
  }

  #trailer(bytes: Uint8Array, from: number, to: number, atNs: number): number {
    const at = this.#gather(bytes, from, to, "\r\n\r\n", httpLimits.headBytes, "trailer");
    if (at === null) return to;
    this.#text = "";
    this.#end(atNs);
    return at;
  }

  /** Adds bytes to the text up to its end mark; null when the mark is still to come. */
  #gather(
    bytes: Uint8Array,
    from: number,
    to: number,
    mark: string,
    limit: number,
    part: string,
  ): number | null {
    for (let at = from; at < to; at++) {
      this.#text += String.fromCharCode(bytes[at]);
      if (bytes[at] === LF && this.#text.endsWith(mark)) return at + 1;
      if (this.#text.length >= limit) bad(`a ${part} of more than ${limit} bytes`);
    }
    return null;
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}

function bad(what: string): never {
  throw new ExchangeFailure("bad-http", `The response has ${what}`);
}
