/**
 * Moves labels apart along one axis until each pair has at least `gap` between them, in their order
 * and as little as that needs: the sum of the squares of the ways is the least that there is. This
 * is isotonic regression (pool adjacent violators), here with bounds.
 *
 * @param low No label is below it, as long as they have room up to `high`.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { spread } from "./spread.ts";
 *
 * assert.deepEqual(spread([0, 1, 10], 4), [-1.5, 2.5, 10]);
 * assert.deepEqual(spread([0, 1, 10], 4, 0), [0, 4, 10]);
 * ```
 */
export function spread(
  values: readonly number[],
  gap: number,
  low = -Infinity,
  high = Infinity,
): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a] - values[b]);
  // without their gaps the labels may touch but not pass each other
  const groups: { size: number; mean: number }[] = [];
  for (const [place, at] of order.entries()) {
    let group = { size: 1, mean: values[at] - place * gap };
    for (let before = groups.at(-1); before && before.mean > group.mean; before = groups.at(-1)) {
      groups.pop();
      const size = before.size + group.size;
      group = { size, mean: (before.mean * before.size + group.mean * group.size) / size };
    }
    groups.push(group);
  }
  const most = high - (values.length - 1) * gap;
  const packed = groups.flatMap(({ size, mean }) =>
    Array<number>(size).fill(Math.max(low, Math.min(most, mean)))
  );
  const placed = [...values];
  order.forEach((at, place) => placed[at] = packed[place] + place * gap);
  return placed;
}
