import { messageOf } from "./errors.ts";
import { decodeUtf8 } from "./decode_utf8.ts";
import { joinBytes } from "./join_bytes.ts";

/** A line of a file. */
export interface ByteLine {
  /** Counted from 1. */
  number: number;
  /** Without its line end (LF or CRLF). */
  bytes: Uint8Array;
  /** False when the file ends before the line does. */
  ended: boolean;
}

/**
 * Cuts bytes into lines before anything is decoded, so that a damaged letter spoils its own line
 * only. A last line without an end counts, an empty one does not.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { byteLines } from "./byte_lines.ts";
 *
 * const chunks = [new TextEncoder().encode("a\r"), new TextEncoder().encode("\nb")];
 * const lines = await Array.fromAsync(byteLines(chunks));
 * assert.deepEqual(lines.map(({ bytes, ended }) => [bytes.length, ended]), [[1, true], [1, false]]);
 * ```
 */
export async function* byteLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<ByteLine> {
  let number = 1;
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
      const bytes = join([...begun, chunk.subarray(from, end)]);
      begun = [];
      yield {
        number: number++,
        bytes: bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes,
        ended: true,
      };
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.slice(from));
  }
  const rest = join(begun);
  if (rest.length > 0) yield { number, bytes: rest, ended: false };
}

/** One piece needs no copy. */
function join(parts: readonly Uint8Array[]): Uint8Array {
  return parts.length === 1 ? parts[0] : joinBytes(parts);
}

/** A line that was read, or what is wrong with it. */
export type DecodedLine<T> =
  | { number: number; value: T }
  | { number: number; damage: string; torn: boolean };

/**
 * Reads each line of a file by a decoder. A line that cannot be read is told with its number and the
 * reason, and those behind it are read on; `torn` marks a last line that the file's end cuts short.
 * Blank lines are skipped.
 *
 * @param file For the decoder's messages, which name `FILE:LINE`.
 */
export async function* decodeLines<T>(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  file: string,
  decode: (text: string, where: string) => T,
): AsyncGenerator<DecodedLine<T>> {
  for await (const { number, bytes, ended } of byteLines(chunks)) {
    const where = `${file}:${number}`;
    try {
      const text = decodeUtf8(bytes, where, { keepMark: number > 1 });
      if (text.trim() !== "") yield { number, value: decode(text, where) };
    } catch (error) {
      yield { number, damage: messageOf(error), torn: !ended };
    }
  }
}
