import { type FileSystem, replaceFile } from "../base/file_system.ts";
import { decodeChecked } from "./journal.ts";

/**
 * Where the last whole line of a journal ends, in bytes. What stands behind it is the trace of a
 * write that was cut short.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { encodeLine } from "./journal.ts";
 * import { wholeLinesEnd } from "./torn_end.ts";
 *
 * const line = new TextEncoder().encode(encodeLine({ kind: "note" }));
 * assert.equal(wholeLinesEnd(new Uint8Array([...line, ...line.subarray(0, 9)])), line.length);
 * ```
 */
export function wholeLinesEnd(bytes: Uint8Array): number {
  const decoder = new TextDecoder();
  for (let end = bytes.length; end > 0;) {
    const feed = bytes.lastIndexOf(10, end - 1);
    // what no line end closes is torn; a closed line is whole when its checksum is right
    if (feed < end - 1) end = feed + 1;
    else {
      const start = feed === 0 ? 0 : bytes.lastIndexOf(10, feed - 1) + 1;
      if (isWhole(decoder.decode(bytes.subarray(start, feed)))) return end;
      end = start;
    }
  }
  return 0;
}

/**
 * Cuts what stands behind the last whole line of a journal. Nothing is done where there is no such
 * file.
 *
 * @returns How many bytes were cut.
 */
export async function cutTornEnd(files: FileSystem, path: string): Promise<number> {
  if (!await files.exists(path)) return 0;
  const bytes = await files.read(path);
  const end = wholeLinesEnd(bytes);
  if (end < bytes.length) await replaceFile(files, path, bytes.subarray(0, end));
  return bytes.length - end;
}

function isWhole(line: string): boolean {
  try {
    decodeChecked(line, "");
    return true;
  } catch {
    return false;
  }
}
