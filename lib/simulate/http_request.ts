import { type Pipe, writeAll } from "./pipe.ts";

/** A request as it came. */
export interface HttpRequest {
  method: string;
  /** Path without the query. */
  path: string;
  query: URLSearchParams;
  headers: Map<string, string>;
  body: Uint8Array;
}

/** Longest head and longest body that are read. */
const longestHeadBytes = 64 * 1024;
const longestBodyBytes = 256 * 1024 * 1024;

/** A request that is no HTTP that this server reads. */
export class BadRequest extends Error {
  override name = "BadRequest";
}

/** Reads requests from a connection, one after the other. */
export class RequestReader {
  #bytes = new Uint8Array(16 * 1024);
  #length = 0;

  constructor(private readonly pipe: Pipe) {}

  /**
   * The next request; null when the other end has closed.
   *
   * @throws {BadRequest} When what came is no request, or too long.
   */
  async next(): Promise<HttpRequest | null> {
    let headEnd: number;
    while ((headEnd = this.#endOfHead()) < 0) {
      if (this.#length > longestHeadBytes) throw new BadRequest("the head is too long");
      if (!await this.#more()) return null;
    }
    const head = new TextDecoder().decode(this.#bytes.subarray(0, headEnd));
    const [start, ...lines] = head.split("\r\n");
    const [method, target] = start.split(" ");
    if (!/^[A-Z]+ \/\S* HTTP\/1\.[01]$/.test(start) || target.startsWith("//")) {
      throw new BadRequest(`no request: ${start}`);
    }
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
      }),
    );
    const bodyLength = Number(headers.get("content-length") ?? 0);
    if (!(bodyLength >= 0 && bodyLength <= longestBodyBytes)) {
      throw new BadRequest("the body has no length that can be read");
    }
    this.#drop(headEnd + 4);
    if (headers.get("expect")?.toLowerCase() === "100-continue") {
      await writeAll(this.pipe, new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n"));
    }
    while (this.#length < bodyLength) if (!await this.#more()) return null;
    const body = this.#bytes.slice(0, bodyLength);
    this.#drop(bodyLength);
    const url = new URL(target, "http://simulator");
    return { method, path: url.pathname, query: url.searchParams, headers, body };
  }

  /** Resolves when the other end closes; what it sends until then is kept. */
  async closed(): Promise<void> {
    while (this.#length < longestHeadBytes && await this.#more());
  }

  #endOfHead(): number {
    for (let at = 3; at < this.#length; at++) {
      if (
        this.#bytes[at] === 10 && this.#bytes[at - 1] === 13 && this.#bytes[at - 2] === 10 &&
        this.#bytes[at - 3] === 13
      ) return at - 3;
    }
    return -1;
  }

  async #more(): Promise<boolean> {
    if (this.#length === this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    const read = await this.pipe.read(this.#bytes.subarray(this.#length));
    if (read === null) return false;
    this.#length += read;
    return true;
  }

  #drop(bytes: number): void {
    this.#bytes.copyWithin(0, bytes, this.#length);
    this.#length -= bytes;
  }
}
