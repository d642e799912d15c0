const characters: Record<string, string> = {
  lt: "<",
  gt: ">",
  quot: '"',
  amp: "&",
  nbsp: "\u00a0",
};

/**
 * The text that stands in HTML or XML: with the characters that its entities mean, as far as tables
 * and titles use them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { unescapeHtml } from "./unescape_html.ts";
 *
 * assert.equal(unescapeHtml("&lt;b&gt; &amp; &#39;c&#39;&unknown;"), "<b> & 'c'&unknown;");
 * ```
 */
export function unescapeHtml(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return characters[name] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
