import { setImmediate } from "node:timers/promises";
import { crc32, createInflateRaw } from "node:zlib";
import { messageOf, UserError } from "./errors.ts";

/**
 * Unpacks gzip (RFC 1952) as a stream. All members count, zero bytes at the end are padding, and
 * whatever else is left over, cut or damaged is an error: what was unpacked before it has been
 * yielded by then, so that nothing is lost without a word.
 *
 * @param where The file, for the error's sentence.
 * @throws {UserError} When the bytes are not gzip to their end.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { gzipSync } from "node:zlib";
 * import { gunzip } from "./gunzip.ts";
 *
 * const packed = [gzipSync("one "), gzipSync("two")];
 * const chunks = await Array.fromAsync(gunzip(packed, "log.gz"));
 * assert.equal(await new Blob(chunks).text(), "one two");
 * ```
 */
export async function* gunzip(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  where: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const input = new Input(source, where);
  for (let member = 1; await input.more(); member++) {
    if (member > 1 && input.first() === 0) return await input.skipZeros();
    await skipHeader(input, member);
    let crc = 0;
    let bytes = 0;
    for await (const chunk of inflateMember(input)) {
      crc = crc32(chunk, crc);
      bytes = (bytes + chunk.length) % 2 ** 32;
      yield chunk;
    }
    const trailer = await input.take(8);
    const said = new DataView(trailer.buffer, trailer.byteOffset, 8);
    if (said.getUint32(0, true) !== crc || said.getUint32(4, true) !== bytes) {
      throw input.fault(`member ${member} does not match its checksum`);
    }
  }
  if (input.taken === 0) throw input.fault("it is empty");
}

/** Bytes as they are asked for, whatever the chunks that they come in. */
class Input {
  taken = 0;
  #chunk: Uint8Array = new Uint8Array();
  readonly #chunks: AsyncIterator<Uint8Array> | Iterator<Uint8Array>;
  readonly #where: string;

  constructor(source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, where: string) {
    this.#chunks = Symbol.asyncIterator in source
      ? source[Symbol.asyncIterator]()
      : source[Symbol.iterator]();
    this.#where = where;
  }

  fault(why: string): UserError {
    return new UserError(`Cannot unpack ${this.#where}: ${why}`);
  }

  async more(): Promise<boolean> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return false;
      this.#chunk = value;
    }
    return true;
  }

  first(): number {
    return this.#chunk[0];
  }

  /** What is at hand, without taking it; `skip` takes. */
  peek(): Uint8Array {
    return this.#chunk;
  }

  skip(count: number): void {
    this.#chunk = this.#chunk.subarray(count);
    this.taken += count;
  }

  async take(count: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(count);
    for (let at = 0; at < count; at++) {
      if (!await this.more()) throw this.fault("it is cut short");
      bytes[at] = this.first();
      this.skip(1);
    }
    return bytes;
  }

  async skipZeros(): Promise<void> {
    while (await this.more()) {
      if (this.#chunk.some((byte) => byte !== 0)) throw this.fault("data follow its zero padding");
      this.skip(this.#chunk.length);
    }
  }
}

async function skipHeader(input: Input, member: number): Promise<void> {
  for (const magic of [0x1f, 0x8b, 8]) {
    if ((await input.take(1))[0] === magic) continue;
    throw input.fault(member === 1 ? "it holds no gzip content" : "other data follow its members");
  }
  const [flags] = await input.take(7);
  if (flags & 4) {
    const [low, high] = await input.take(2);
    await input.take(low + high * 256);
  }
  for (const text of [8, 16]) {
    if (flags & text) { while ((await input.take(1))[0] !== 0); }
  }
  if (flags & 2) await input.take(2);
}

/** Unpacks one member and leaves the input at the first byte behind its data. */
async function* inflateMember(input: Input): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const inflate = createInflateRaw();
  const ready: Uint8Array<ArrayBuffer>[] = [];
  let ended = false;
  let failure: Error | null = null;
  inflate.on("data", (chunk: Uint8Array<ArrayBuffer>) => ready.push(chunk));
  inflate.on("end", () => ended = true);
  inflate.on("error", (error: Error) => failure = error);
  try {
    while (!ended) {
      if (!await input.more()) throw input.fault("it is cut short");
      const before = inflate.bytesWritten;
      await new Promise<void>((resolve) => inflate.write(input.peek(), () => resolve()));
      await setImmediate(); // the end is told a turn later
      yield* ready.splice(0);
      if (failure) throw input.fault(messageOf(failure));
      input.skip(inflate.bytesWritten - before);
    }
  } finally {
    inflate.destroy();
  }
}
