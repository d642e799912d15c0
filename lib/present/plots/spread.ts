/**
 * Moves labels apart along one axis until each pair has at least `gap` between them, keeping their
 * order and moving them as little as a pass from each side needs.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { spread } from "./spread.ts";
 *
 * assert.deepEqual(spread([0, 1, 10], 4), [-1.5, 2.5, 10]);
 * ```
 */
export function spread(values: readonly number[], gap: number): number[] {
  const order = values.map((_, at) => at).sort((a, b) => values[a] - values[b]);
  // groups of labels that touch are spaced evenly around the mean of where they want to be
  const groups: { members: number[]; center: number }[] = [];
  for (const at of order) {
    let group = { members: [at], center: values[at] };
    for (;;) {
      const before = groups.at(-1);
      if (!before) break;
      const reach = (before.members.length + group.members.length) * gap / 2;
      if (group.center - before.center >= reach) break;
      groups.pop();
      const members = [...before.members, ...group.members];
      const center = members.reduce((sum, each) => sum + values[each], 0) / members.length;
      group = { members, center };
    }
    groups.push(group);
  }
  const placed = [...values];
  for (const { members, center } of groups) {
    members.forEach((at, place) => {
      placed[at] = center + (place - (members.length - 1) / 2) * gap;
    });
  }
  return placed;
}
