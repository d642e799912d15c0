/**
 * The last words, with the space before them, in which all names end: what a figure of several models
 * need not repeat beside each of them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { sharedEnding } from "./shared_ending.ts";
 *
 * assert.equal(sharedEnding(["Qwen3-8B Q4_K_M", "Qwen3-32B Q4_K_M"]), " Q4_K_M");
 * assert.equal(sharedEnding(["Qwen3-8B Q4_K_M"]), "");
 * ```
 */
export function sharedEnding([first, ...others]: readonly string[]): string {
  if (first === undefined || others.length === 0) return "";
  const words = first.split(" ");
  for (let from = 1; from < words.length; from++) {
    const ending = ` ${words.slice(from).join(" ")}`;
    if (others.every((name) => name.endsWith(ending))) return ending;
  }
  return "";
}
