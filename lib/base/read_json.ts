import { decodeUtf8 } from "./decode_utf8.ts";
import { UserError } from "./errors.ts";
import { parseStrictJson } from "./strict_json.ts";
import { unreadable } from "./unreadable.ts";

/**
 * Reads a JSON file strictly: UTF-8 (a byte order mark is dropped), plain JSON without loss. Never
 * writes.
 *
 * @param options.where The file in words, for the errors' sentences; its path unless given.
 * @param options.advice What to do when there is no such file or it cannot be read.
 * @throws {UserError} When it cannot be read; the sentence names the file and, where it can, the line.
 */
export async function readJson(
  path: string,
  { where = path, advice }: { where?: string; advice?: string } = {},
): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    throw unreadable(where, error, advice);
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new UserError(`Cannot read ${where}: it holds gzip content under a name without .gz.`, {
      advice: "Unpack it, or give it its name back.",
    });
  }
  return parseStrictJson(decodeUtf8(bytes, where), (line) => `${where}:${line}`);
}
