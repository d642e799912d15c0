/**
 * The whole of a byte or text stream as one string; bytes are read as UTF-8.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toText } from "@std/streams/to-text";
 *
 * assert(await toText(ReadableStream.from(["one ", "two"])) === "one two");
 * ```
 */
export async function toText(
  stream: ReadableStream<Uint8Array> | ReadableStream<string>,
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream as ReadableStream<Uint8Array | string>) {
    text += typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
