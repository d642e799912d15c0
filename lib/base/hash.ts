import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { crc32 } from "node:zlib";

/** The hash functions in use: SHA-256 names things, SHA-512 seals bags. */
export type HashName = "sha256" | "sha512";

/**
 * The hash of text (as UTF-8) or bytes, in lower-case hexadecimal digits.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hashHex } from "./hash.ts";
 *
 * assert(hashHex("sha256", "").startsWith("e3b0c44298fc1c14"));
 * ```
 */
export function hashHex(name: HashName, data: string | Uint8Array): string {
  return createHash(name).update(data).digest("hex");
}

/** The hash of a file of any size, read as a stream; rejects when the file cannot be read. */
export async function hashFile(name: HashName, path: string): Promise<string> {
  const hash = createHash(name);
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}

/** CRC-32 (as in gzip) of UTF-8 text, eight hexadecimal digits: finds a torn or damaged line. */
export function crc32Hex(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}
