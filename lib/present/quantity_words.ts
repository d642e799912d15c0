import { type PublishedQuantity, unitOf } from "../record/published.ts";
import { articleWords } from "./article_words.ts";
import type { Language } from "./format.ts";
import { unitName } from "./format_unit.ts";

/**
 * A quantity with its unit, for a table whose rows have different ones.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { quantityWithUnit } from "./quantity_words.ts";
 *
 * assert.equal(quantityWithUnit("outputTokensPerSecond", "en"), "Throughput (tokens/s)");
 * ```
 */
export function quantityWithUnit(quantity: PublishedQuantity, language: Language): string {
  return `${articleWords[language].quantity[quantity]} (${unitName(unitOf(quantity), language)})`;
}
