/**
 * JSON laid out as Jupyter lays out notebooks: members sorted by name, one space of indentation.
 * `JSON.stringify` cannot do it, since a JavaScript object moves names that look like integers to
 * the front.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { jupyterJson } from "./jupyter_json.ts";
 *
 * assert(jupyterJson({ b: [], a: { 9: 1, 10: 2 } }) ===
 *   '{\n "a": {\n  "10": 2,\n  "9": 1\n },\n "b": []\n}');
 * ```
 */
export function jupyterJson(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((item) => jupyterJson(item ?? null, inner))
    : Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => a < b ? -1 : 1)
      .map(([name, member]) => `${JSON.stringify(name)}: ${jupyterJson(member, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  if (parts.length === 0) return open + close;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
