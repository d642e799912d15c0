import { type Rule, rules } from "./rules.ts";

/** One thing that `nb check` objects to. */
export interface Finding {
  rule: Rule;
  /** The notebook, as it was named. */
  path: string;
  /** The cell: its place counted from 1, and its id where it has one; null for the whole file. */
  cell: { number: number; id: string | null } | null;
  /** Place in the cell's source as written, counted from 1; null where there is none. */
  line: number | null;
  column: number | null;
  message: string;
  mend: string;
}

/** What a rule itself knows of a finding. */
export interface Objection {
  rule: Rule;
  /** Place of the cell in the notebook, counted from 0; null for the whole file. */
  cell: number | null;
  line?: number;
  column?: number;
  message: string;
}

export function findingOf(
  objection: Objection,
  path: string,
  ids: readonly (string | null)[],
): Finding {
  const { rule, cell, line, column, message } = objection;
  return {
    rule,
    path,
    cell: cell === null ? null : { number: cell + 1, id: ids[cell] },
    line: line ?? null,
    column: column ?? null,
    message,
    mend: rules[rule].mend,
  };
}

/**
 * A finding as one line.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { findingLine, findingOf } from "./finding.ts";
 *
 * const finding = findingOf(
 *   { rule: "deno-test", cell: 1, line: 3, column: 1, message: "Deno.test in a cell" },
 *   "a.ipynb",
 *   [null, "load"],
 * );
 * assert.match(
 *   findingLine(finding),
 *   /^a\.ipynb: cell 2 \(id load\), line 3, column 1: deno-test: Deno\.test in a cell\. Move it /,
 * );
 * ```
 */
export function findingLine({ rule, path, cell, line, column, message, mend }: Finding): string {
  const id = cell?.id === null || cell === null ? "" : ` (id ${cell.id})`;
  const place = cell === null ? "" : ` cell ${cell.number}${id}` +
    (line === null ? "" : `, line ${line}, column ${column}`) + ":";
  const end = /[.!?]$/.test(message) ? "" : ".";
  return `${path}:${place} ${rule}: ${message}${end} ${mend}`;
}
