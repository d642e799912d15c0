/**
 * A data frame of danfojs, whose own pages tell what it can do.
 *
 * @ignore
 */
export type DataFrame = import("danfojs").DataFrame;

/** A row of a table under its columns' names. `null` and what is missing are no value. */
export type FrameRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Hands rows to danfojs, column by column in a fixed order: given the rows themselves, danfojs takes
 * the order of members from each row and puts values under wrong columns. A number that is missing
 * becomes NaN, which danfojs skips in medians and means; a missing text becomes null.
 *
 * The frame is for looking at data: filtering, new columns, display. Its own grouping, sorting and
 * quantiles have known faults, and no published figure depends on them.
 *
 * @param columns Names of the columns, in their order.
 * @throws {RangeError} When there is no row, a name stands twice or danfojs would confuse it with a
 * member of its own, or a column mixes numbers with other values.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { frame } from "./frame.ts";
 *
 * const table = await frame([{ a: 1, b: 2 }, { b: 20, a: 10 }], ["a", "b"]);
 * assert.deepEqual(table.values, [[1, 2], [10, 20]]);
 * await assert.rejects(frame([{ shape: 1 }], ["shape"]), RangeError);
 * ```
 */
export async function frame(
  rows: readonly FrameRow[],
  columns: readonly string[],
): Promise<DataFrame> {
  if (rows.length === 0) throw new RangeError("Cannot make a data frame: there are no rows");
  const { DataFrame } = await import("danfojs");
  refuseNames(columns, DataFrame.prototype);
  return new DataFrame(
    Object.fromEntries(columns.map((name) => [name, columnOf(rows, name)])),
  );
}

/** danfojs keeps each column as a member of the frame, so some names would replace its own. */
function refuseNames(columns: readonly string[], members: object): void {
  for (const [at, name] of columns.entries()) {
    const why = columns.indexOf(name) < at
      ? "it stands twice"
      : name in members || name.startsWith("$")
      ? "danfojs has a member of that name"
      : /^\d*$/.test(name)
      ? "it must be a word: whole numbers lose their place"
      : null;
    if (why !== null) {
      throw new RangeError(`Cannot make a data frame with the column "${name}": ${why}`);
    }
  }
}

function columnOf(rows: readonly FrameRow[], name: string): (string | number | boolean | null)[] {
  const values = rows.map((row) => Object.hasOwn(row, name) ? row[name] ?? null : null);
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value));
  if (kinds.size > 1) {
    throw new RangeError(
      `Cannot make a data frame with the column "${name}": it has ${[...kinds].join(" and ")}`,
    );
  }
  return kinds.has("number") || kinds.size === 0 ? values.map((value) => value ?? NaN) : values;
}
