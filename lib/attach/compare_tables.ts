import { decimalMark, type Language } from "../present/format.ts";
import type { Cell, Column, Table } from "../present/table.ts";
import { type Check, openCheck, type Verdict } from "./verdict.ts";

/** A table held against one that was made anew. */
export interface TableComparison {
  checks: Check[];
  /** For each row of the printed table the row of the other that it is, or null. */
  rows: (number | null)[];
}

/**
 * Holds a printed table against a recomputed one, cell by cell. A printed table may leave rows out,
 * in their order, as a table of selected checks does; one whose row is nowhere is different.
 */
export function compareTables(printed: Table, made: Table): TableComparison {
  const checks: Check[] = [
    ...compareWords(() => "caption", [printed.caption], [made.caption]),
    ...compareWords((at) => `head of column ${at + 1}`, heads(printed), heads(made)),
    ...compareWords((at) => `note ${at + 1}`, printed.notes, made.notes),
    ...compareWords(() => "provenance", origins(printed), origins(made)),
  ];
  const rows = alignRows(cellTexts(printed), cellTexts(made));
  printed.rows.forEach((row, at) => {
    const other = rows[at] === null ? null : made.rows[rows[at]];
    row.forEach((cell, column) => {
      const { verdict, recomputed } = other === null || other[column] === undefined
        ? { verdict: "different" as const, recomputed: null }
        : compareCells(cell, other[column], printed.columns[column], printed.language);
      const place = placeOf(printed, at, column);
      checks.push({ verdict, place, printed: cell.text, recomputed });
    });
  });
  const left = made.rows.length - rows.filter((row) => row !== null).length;
  if (left > 0) {
    checks.push(openCheck(`${left} of ${made.rows.length} rows are left out`, ""));
  }
  return { checks, rows };
}

/** Words one by one, to the end of the longer list: one that is left out is different. */
function compareWords(
  place: (at: number) => string,
  printed: readonly string[],
  made: readonly string[],
): Check[] {
  return Array.from({ length: Math.max(printed.length, made.length) }, (_, at): Check => ({
    verdict: printed[at] === made[at] ? "equal" : "different",
    place: place(at),
    printed: printed[at] ?? "nothing",
    recomputed: made[at] ?? null,
  }));
}

function heads(table: Table): string[] {
  return table.columns.map((column) => table.headOf(column));
}

function origins({ provenance }: Table): string[] {
  return provenance.map(({ kind, statement }) => `${kind}: ${statement}`);
}

/** Row and column of a cell in words: `row 3 (tiny, 512, 4), TTFT, median, s`. */
export function placeOf(table: Table, row: number, column: number): string {
  const names = table.rows[row].slice(0, 3).map(({ text }) => text).join(", ");
  return `row ${row + 1} (${names}), ${table.headOf(table.columns[column])}`;
}

/** Whether a cell holds a number for readers, as opposed to a name. */
export function isNumberCell({ text }: Cell, column: Column): boolean {
  return column.align === "right" && /\d/.test(text);
}

/** How a printed cell stands to the recomputed one. */
export function compareCells(
  printed: Cell,
  made: Cell,
  { kind }: Column,
  language: Language,
): { verdict: Verdict; recomputed: string } {
  const sameText = printed.text === made.text;
  if (sameText && Object.is(printed.value, made.value)) {
    return { verdict: "equal", recomputed: made.text };
  }
  const recomputed = sameText ? String(made.value) : made.text;
  if (kind !== "number" || typeof printed.value !== "number" || typeof made.value !== "number") {
    return { verdict: "different", recomputed };
  }
  // what readers see, and the value that lies beneath it, both within half a unit of the last digit
  const decimals = printed.text.split(decimalMark(language))[1]?.replace(/\D/g, "").length ?? 0;
  const seen = readNumber(printed.text, language);
  const half = 10 ** -decimals / 2 * (1 + 1e-9);
  const isWithin = [seen, printed.value].every((value) =>
    Math.abs(value - Number(made.value)) <= half
  );
  return { verdict: isWithin ? "rounding" : "different", recomputed };
}

/**
 * For each row the one that has the most cells in common with it, in order; null where no row has
 * any. As many rows as there are stand each against its own.
 */
export function alignRows(
  printed: readonly string[][],
  made: readonly string[][],
): (number | null)[] {
  if (printed.length === made.length) return printed.map((_, at) => at);
  let from = 0;
  return printed.map((row, at) => {
    const left = printed.length - at - 1;
    let best: { at: number; common: number } | null = null;
    for (let other = from; other < made.length - left; other++) {
      const common = row.filter((text, column) => text === made[other][column]).length;
      if (common > (best?.common ?? 0)) best = { at: other, common };
    }
    if (best === null) return null;
    from = best.at + 1;
    return best.at;
  });
}

/** The texts of a table's cells. */
export function cellTexts({ rows }: Table): string[][] {
  return rows.map((row) => row.map(({ text }) => text));
}

/** A number as a reader of the language reads it. */
export function readNumber(text: string, language: Language): number {
  const digits = text.replace(decimalMark(language), "#").replace(/[^\d#]/g, "");
  return (/^[-\u2212]/.test(text) ? -1 : 1) * Number(digits.replace("#", "."));
}
