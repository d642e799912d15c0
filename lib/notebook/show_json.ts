/**
 * A value as JSON that keeps what JSON has no form for: bigints, NaN and infinities as text (`"10"`,
 * `"NaN"`, `"-Infinity"`), Maps as lists of pairs, Sets as lists. What has no form at all (a
 * function, `undefined`) is left out, as JSON does. Cycles become `"[Circular]"`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { losslessJson } from "./show_json.ts";
 *
 * assert.deepEqual(losslessJson({ a: 10n, b: [NaN, null] }), { a: "10", b: ["NaN", null] });
 * ```
 */
export function losslessJson(value: unknown): unknown {
  return convert(value, []);
}

function convert(value: unknown, above: readonly unknown[]): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null) return value;
  if (above.includes(value)) return "[Circular]";
  const inside = [...above, value];
  const item = (each: unknown) => convert(each, inside) ?? null;
  if (Array.isArray(value) || value instanceof Set) return Array.from(value, item);
  if (value instanceof Map) return Array.from(value, item);
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return Array.from(value as unknown as ArrayLike<number | bigint>, item);
  }
  if ("toJSON" in value && typeof value.toJSON === "function") {
    return convert(value.toJSON(), inside);
  }
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, convert(each, inside)])
      .filter(([, each]) => each !== undefined),
  );
}
