/**
 * Whether a text is a BCP 47 tag of a language that is known, such as `pl` or `de-AT`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isLanguageTag } from "./language_tag.ts";
 *
 * assert(isLanguageTag("de-AT") && !isLanguageTag("xx") && !isLanguageTag("not a tag"));
 * ```
 */
export function isLanguageTag(tag: string): boolean {
  try {
    const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
    return names.of(tag) !== undefined;
  } catch {
    return false; // not even the form of a tag
  }
}
