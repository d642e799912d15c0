import { UserError } from "./errors.ts";

/**
 * Bytes as text, by UTF-8 alone: a damaged byte is an error that names its place, never a
 * replacement character. A UTF-8 byte order mark is dropped.
 *
 * @param where The file, for the error's sentence.
 * @throws {UserError} When the bytes are UTF-16 or not UTF-8.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { decodeUtf8 } from "./decode_utf8.ts";
 *
 * assert.equal(decodeUtf8(new Uint8Array([0xef, 0xbb, 0xbf, 0x61]), "a.txt"), "a");
 * assert.throws(() => decodeUtf8(new Uint8Array([0x61, 0xf6]), "a.txt"), /not valid UTF-8 at byte 1/);
 * ```
 */
export function decodeUtf8(
  bytes: Uint8Array,
  where: string,
  options: { keepMark?: boolean } = {},
): string {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    throw new UserError(`Cannot read ${where}: it is UTF-16.`, { advice: "Convert it to UTF-8." });
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: options.keepMark === true })
      .decode(bytes);
  } catch (cause) {
    throw new UserError(
      `Cannot read ${where}: not valid UTF-8 at byte ${validUtf8Bytes(bytes)}`,
      { cause },
    );
  }
}

/** How many bytes from the start are whole UTF-8 characters, that is, where the first bad one is. */
function validUtf8Bytes(bytes: Uint8Array): number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at];
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    try {
      decoder.decode(bytes.subarray(at, at + length));
    } catch {
      return at;
    }
    at += length;
  }
  return bytes.length;
}
