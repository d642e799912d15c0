/**
 * Text for HTML and XML, as content and inside a quoted attribute.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { escapeHtml } from "./escape_html.ts";
 *
 * assert.equal(escapeHtml('<b> & "c"'), "&lt;b&gt; &amp; &quot;c&quot;");
 * ```
 */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character]);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
