/**
 * Escapes text for a line or a table cell of Markdown (GitHub's dialect, also where `$` begins a
 * formula), so that it is shown as it is: a bar opens no column, an underscore no italics, a bracket
 * no tag.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { escapeMarkdown } from "./escape_markdown.ts";
 *
 * assert.equal(escapeMarkdown("draft|target <b>"), "draft\\|target &lt;b&gt;");
 * ```
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ")
    .replace(/[\\`*_~|[\]$^]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
