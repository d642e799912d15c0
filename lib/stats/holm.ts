/**
 * p values adjusted for being many (Holm 1979, "A simple sequentially rejective multiple test
 * procedure"): comparing each with the level keeps the chance of one false alarm among all below it,
 * however the tests depend on each other. In R `p.adjust(p, "holm")`.
 *
 * @returns In the order of the input, each at most 1.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { holm } from "./holm.ts";
 *
 * assert.deepEqual(holm([0.01, 0.5, 0.02]), [0.03, 0.5, 0.04]);
 * ```
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, at) => at).sort((a, b) => pValues[a] - pValues[b]);
  const adjusted = new Array<number>(pValues.length);
  let least = 0;
  for (const [rank, at] of order.entries()) {
    least = Math.max(least, Math.min(1, (pValues.length - rank) * pValues[at]));
    adjusted[at] = least;
  }
  return adjusted;
}
