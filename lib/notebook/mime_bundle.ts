/** Whether data of a media type is JSON in a notebook file; every other type is text there. */
export function isJsonMime(mime: string): boolean {
  return mime === "application/json" || /^application\/.*\+json$/.test(mime);
}

/**
 * A bundle with every text as one string: lists of lines are joined, and what a cell gave in place
 * of a text is written as JSON, since a notebook file allows nothing but text there.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { joinTexts } from "./mime_bundle.ts";
 *
 * assert.deepEqual(joinTexts({ "text/plain": ["a\n", "b"], "application/json": ["a"] }), {
 *   "text/plain": "a\nb",
 *   "application/json": ["a"],
 * });
 * assert.deepEqual(joinTexts({ "text/plain": 5 }), { "text/plain": "5" });
 * ```
 */
export function joinTexts(data: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(data).map(([mime, value]) => {
      if (isJsonMime(mime) || typeof value === "string") return [mime, value];
      const isLines = Array.isArray(value) && value.every((line) => typeof line === "string");
      return [mime, isLines ? value.join("") : JSON.stringify(value) ?? ""];
    }),
  );
}
