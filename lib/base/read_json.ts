import { decodeUtf8 } from "./decode_utf8.ts";
import { messageOf, UserError } from "./errors.ts";
import { parseStrictJson } from "./strict_json.ts";

/**
 * Reads a JSON file strictly: UTF-8 (a byte order mark is dropped), plain JSON without loss. Never
 * writes.
 *
 * @throws {UserError} When it cannot be read; the sentence names the file and, where it can, the line.
 */
export async function readJson(path: string): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    const why = error instanceof Deno.errors.NotFound ? "there is no such file" : messageOf(error);
    throw new UserError(`Cannot read ${path}: ${why}`, { cause: error });
  }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new UserError(`Cannot read ${path}: it holds gzip content under a name without .gz.`, {
      advice: "Unpack it, or give it its name back.",
    });
  }
  return parseStrictJson(decodeUtf8(bytes, path), (line) => `${path}:${line}`);
}
