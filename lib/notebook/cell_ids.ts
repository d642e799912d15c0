import { freeName } from "../base/free_name.ts";

/** A cell whose id had to be given or changed; `index` counts from 0. */
export interface IdProblem {
  index: number;
  problem: "missing" | "null" | "not allowed" | "not unique";
  /** The id that the cell has now. */
  id: string;
}

/**
 * Gives every cell an id as nbformat 4.5 asks: unique, 1 to 64 of `A-Za-z0-9_-`. Good ids stay;
 * others become `cell-N` after the cell's place, so that the same file always gets the same ids.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { assignCellIds } from "./cell_ids.ts";
 *
 * const { cells, problems } = assignCellIds([{ id: "a" }, { id: "a" }, {}]);
 * assert.deepEqual(cells.map((cell) => cell.id), ["a", "cell-2", "cell-3"]);
 * assert.deepEqual(problems.map((each) => each.problem), ["not unique", "missing"]);
 * ```
 */
export function assignCellIds<C extends { id?: unknown }>(
  cells: readonly C[],
): { cells: (C & { id: string })[]; problems: IdProblem[] } {
  const kept = new Set<string>();
  const problemAt = cells.map(({ id }): IdProblem["problem"] | null => {
    if (id === undefined) return "missing";
    if (id === null) return "null";
    if (typeof id !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(id)) return "not allowed";
    if (kept.has(id)) return "not unique";
    kept.add(id);
    return null;
  });
  const problems: IdProblem[] = [];
  const named = cells.map((cell, index) => {
    const problem = problemAt[index];
    if (problem === null) return cell as C & { id: string };
    const id = freeName(`cell-${index + 1}`, (name) => kept.has(name));
    kept.add(id);
    problems.push({ index, problem, id });
    return { ...cell, id };
  });
  return { cells: named, problems };
}
