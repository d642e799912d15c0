import { medianSorted } from "simple-statistics";
import { sortedFinite } from "./sorted.ts";

/**
 * The middle of the sorted values; for an even count the mean of the two middle ones. `null` for no
 * values: a median of nothing does not exist and is not 0.
 *
 * @throws {TypeError} When a value is not a finite number: the library would take NaN along silently.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { median } from "./median.ts";
 *
 * assert.equal(median([30, 10, 20, 40]), 25);
 * assert.equal(median([]), null);
 * ```
 */
export function median(values: Iterable<number>): number | null {
  const sorted = sortedFinite(values);
  return sorted.length === 0 ? null : medianSorted(sorted);
}
