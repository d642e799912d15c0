import { assignCellIds } from "../cell_ids.ts";
import type { Objection } from "./finding.ts";

const words = {
  "missing": "the cell has no id, which format 4.5 asks for",
  "null": "the cell's id is null",
  "not allowed": "the cell's id is not 1 to 64 of `A-Z a-z 0-9 _ -`",
  "not unique": "an earlier cell has the same id",
};

/**
 * The ids of the cells as the file has them: from format 4.5 on each cell has a unique one, before
 * none may.
 */
export function checkIds(
  cells: readonly { id?: unknown }[],
  minorVersion: number,
): Objection[] {
  if (minorVersion < 5) {
    return cells.flatMap(({ id }, cell): Objection[] =>
      id === undefined ? [] : [{
        rule: "cell-id",
        cell,
        message: `the cell has an id, which format 4.${minorVersion} does not allow`,
      }]
    );
  }
  return assignCellIds(cells).problems.map(({ index, problem }) => ({
    rule: "cell-id",
    cell: index,
    message: words[problem],
  }));
}
