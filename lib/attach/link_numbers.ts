/**
 * Links the numbers of a Markdown text that stand in a table, digit for digit, to where the table's
 * row tells its source. Only numbers of some precision are taken, with a decimal mark or of three
 * digits and more; code, headings, links and addresses are left alone.
 *
 * @param targets Address by the number as the table prints it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { linkNumbers } from "./link_numbers.ts";
 *
 * const targets = new Map([["24.5", "#row-1"]]);
 * assert.equal(
 *   linkNumbers("It took 24.5 s, not 124.5 s or `24.5`.", targets),
 *   "It took [24.5](#row-1) s, not 124.5 s or `24.5`.",
 * );
 * ```
 */
export function linkNumbers(markdown: string, targets: ReadonlyMap<string, string>): string {
  let isCode = false;
  return markdown.split("\n").map((line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    if (isCode || /^( {4}|\t|\s*(```|~~~)|#)/.test(line)) return line;
    return line.split(untouched).map((part, at) =>
      at % 2 === 1 ? part : part.replace(number, (digits) => {
        const target = targets.get(digits);
        return target === undefined ? digits : `[${digits}](${target})`;
      })
    ).join("");
  }).join("\n");
}

/** Inline code, links and images, tags, addresses. */
const untouched = /(`[^`]*`|!?\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<[^>]*>|https?:\S+)/;

const number = /(?<![\w.,\u2212-])(?:\d{1,3}(?:[\u00a0.,]\d{3})+|\d+)(?:[.,]\d+)?(?![\w]|[.,]\d)/g;
