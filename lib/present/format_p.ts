import { formatNumber, type Language, noBreakSpace } from "./format.ts";

/** Decimals of p: the permutations that are drawn tell no more. */
const DECIMALS = 4;

/**
 * A p value with four decimals. A smaller one than they can show is told as below the least of them,
 * since no test gives a p of 0.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatP } from "./format_p.ts";
 *
 * assert.equal(formatP(2 / 252, "en"), "0.0079");
 * assert.equal(formatP(1e-9, "de"), "<\u00a00,0001");
 * ```
 */
export function formatP(p: number, language: Language): string {
  const least = 10 ** -DECIMALS;
  return p < least
    ? `<${noBreakSpace}${formatNumber(least, DECIMALS, language)}`
    : formatNumber(p, DECIMALS, language);
}

/** The same in a sentence: `p = 0.0079`, `p < 0.0001`. */
export function statedP(p: number, language: Language): string {
  const text = formatP(p, language);
  return ["p", ...text.startsWith("<") ? [text] : ["=", text]].join(noBreakSpace);
}
