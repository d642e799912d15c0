import type { Notebook } from "./ipynb.ts";
import type { LocatedError } from "./run_cause.ts";

/** `error`: the cell threw; `uncaught`: a promise or timer of the cell did, and nobody caught it. */
export type FailureKind = "error" | "uncaught" | "time-out" | "kernel" | "stopped";

/** Why a notebook did not run to its end. */
export interface RunFailure {
  kind: FailureKind;
  /** Where it happened; null when the kernel did not even start. */
  cell: {
    /** Place in the notebook, counted from 1. */
    number: number;
    /** How many cells the notebook has. */
    of: number;
    id: string;
    /** First line that is not blank. */
    firstLine: string;
    /** Line and column in the cell as written, counted from 1, where they can be told. */
    line: number | null;
    column: number | null;
  } | null;
  name: string;
  message: string;
  /** The end of what the kernel wrote to stderr, when that may explain the failure. */
  stderr: string;
}

export function describeFailure(
  kind: FailureKind,
  notebook: Notebook,
  index: number | null,
  error: LocatedError,
  stderr: string,
): RunFailure {
  const { name, message } = error;
  if (index === null) return { kind, cell: null, name, message, stderr };
  const { id, source } = notebook.cells[index];
  return {
    kind,
    cell: {
      number: index + 1,
      of: notebook.cells.length,
      id,
      firstLine: source.split("\n").find((line) => line.trim() !== "")?.trim() ?? "",
      line: error.position?.line ?? null,
      column: error.position?.column ?? null,
    },
    name,
    message,
    stderr,
  };
}

/**
 * The failure as one sentence.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { failureSentence } from "./run_failure.ts";
 *
 * const cell = { number: 2, of: 5, id: "load", firstLine: "load(", line: 1, column: 6 };
 * assert.equal(
 *   failureSentence("a.ipynb", {
 *     kind: "error", cell, name: "SyntaxError", message: "Expected ')'", stderr: "",
 *   }),
 *   "Cannot run a.ipynb: cell 2 of 5 (id load, `load(`), line 1, column 6: SyntaxError: Expected ')'",
 * );
 * ```
 */
export function failureSentence(path: string, failure: RunFailure): string {
  const { cell, name, message } = failure;
  const error = failure.kind === "error" || failure.kind === "uncaught"
    ? `${name}: ${message}`
    : message;
  if (cell === null) return `Cannot run ${path}: ${error}`;
  const start = cell.firstLine.length > 60 ? `${cell.firstLine.slice(0, 59)}…` : cell.firstLine;
  const place = cell.line === null ? "" : `, line ${cell.line}, column ${cell.column}`;
  return `Cannot run ${path}: cell ${cell.number} of ${cell.of} (id ${cell.id}, \`${start}\`)` +
    `${place}: ${error}`;
}
