/**
 * The cells of one line of CSV (RFC 4180), trimmed; nvidia-smi puts a space behind each comma. A
 * quoted cell is one cell, whatever commas it holds.
 *
 * @returns null when a quote is not closed or text follows it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { csvCells } from "./csv_cells.ts";
 *
 * assert.deepEqual(csvCells(`0, 61, "a, ""b"""`), ["0", "61", 'a, "b"']);
 * assert.equal(csvCells('0, "61'), null);
 * ```
 */
export function csvCells(line: string): string[] | null {
  const cells: string[] = [];
  const cell = /\s*(?:"((?:[^"]|"")*)"\s*|([^",]*))(,|$)/y;
  for (;;) {
    const found = cell.exec(line);
    if (found === null) return null;
    const [, quoted, plain, end] = found;
    cells.push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'));
    if (end === "") return cells;
  }
}
