import { joinBytes } from "../base/join_bytes.ts";

/** The chunks that make the picture; all others carry texts, times and programs. */
const picture = new Set("IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB sBIT pHYs bKGD".split(" "));

/**
 * A PNG (https://www.w3.org/TR/png-3/) without the chunks that readers do not see: texts, times, the
 * names of programs, Exif, and whatever follows the end.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { stripPng } from "./strip_png.ts";
 *
 * const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
 * const text = [0, 0, 0, 1, 0x74, 0x45, 0x58, 0x74, 0x61, 0, 0, 0, 0]; // a tEXt chunk
 * const end = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0, 0, 0, 0];
 * assert.deepEqual(
 *   [...stripPng(new Uint8Array([...signature, ...text, ...end]))],
 *   [...signature, ...end],
 * );
 * ```
 */
export function stripPng(png: Uint8Array): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const kept: Uint8Array[] = [png.subarray(0, 8)];
  for (let at = 8; at + 12 <= png.length;) {
    const length = view.getUint32(at) + 12;
    const type = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (at + length > png.length) break;
    if (picture.has(type)) kept.push(png.subarray(at, at + length));
    at += length;
    if (type === "IEND") break;
  }
  return joinBytes(kept);
}
