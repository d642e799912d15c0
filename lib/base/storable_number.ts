/**
 * Makes null of a number that a record cannot hold without loss: one that is not finite, or whole
 * and beyond 2^53. For `JSON.parse` and `JSON.stringify`, which call it for each member.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { storableNumber } from "./storable_number.ts";
 *
 * const told = '{"a": 1e400, "b": 18446744073709551615, "c": 4294967295, "d": 0.5}';
 * assert.deepEqual(JSON.parse(told, storableNumber), { a: null, b: null, c: 4294967295, d: 0.5 });
 * ```
 */
export function storableNumber(_member: string, value: unknown): unknown {
  if (typeof value !== "number") return value;
  const exact = Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return exact ? value : null;
}
