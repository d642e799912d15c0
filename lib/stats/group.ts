import { median } from "./median.ts";

/** A value that rows are grouped by: text stays text, numbers sort as numbers. */
export type Key = string | number;

/** The rows that agree in all keys. */
export interface Group<Row> {
  /** The group's keys, in the order asked for. */
  readonly keys: readonly Key[];
  /** Its rows, in their order. */
  readonly rows: readonly Row[];
}

/**
 * Groups rows by any number of keys, whatever the order of rows and columns. Groups are sorted key by
 * key: numbers by size before text, text by its code units. A text that looks like a number stays text.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { groupBy } from "./group.ts";
 *
 * const rows = [{ engine: "b", prompt: 512 }, { engine: "b", prompt: 128 }];
 * const groups = groupBy(rows, (row) => [row.engine, row.prompt]);
 * assert.deepEqual(groups.map(({ keys }) => keys), [["b", 128], ["b", 512]]);
 * ```
 */
export function groupBy<Row>(
  rows: Iterable<Row>,
  keysOf: (row: Row) => readonly Key[],
): Group<Row>[] {
  const groups = new Map<string, { keys: readonly Key[]; rows: Row[] }>();
  for (const row of rows) {
    const keys = keysOf(row);
    const name = JSON.stringify(keys);
    const group = groups.get(name);
    if (group) group.rows.push(row);
    else groups.set(name, { keys, rows: [row] });
  }
  return [...groups.values()].sort((a, b) => {
    const at = a.keys.findIndex((key, at) => key !== b.keys[at]);
    return at < 0 ? 0 : compareKeys(a.keys[at], b.keys[at]);
  });
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Median of the values that are there, with how many are and how many are missing. */
export interface CountedMedian {
  /** Values that exist. */
  readonly n: number;
  /** Rows without a value. */
  readonly missing: number;
  /** Null when there is no value. */
  readonly median: number | null;
}

/** The median of what was measured; `null` values are counted, not taken for 0. */
export function countedMedian(values: Iterable<number | null>): CountedMedian {
  const all = [...values];
  const present = all.filter((value) => value !== null);
  return { n: present.length, missing: all.length - present.length, median: median(present) };
}
