/**
 * Pieces of bytes as one piece, in a buffer of its own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinBytes } from "./join_bytes.ts";
 *
 * assert.deepEqual([...joinBytes([Uint8Array.of(1), Uint8Array.of(2, 3)])], [1, 2, 3]);
 * ```
 */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
