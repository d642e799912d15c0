import { noBreakSpace } from "../present/format.ts";
import type { Table } from "../present/table.ts";
import { alignRows, cellTexts, compareCells, placeOf, readNumber } from "./compare_tables.ts";
import { printedCells } from "./printed_cells.ts";
import { type Check, type Checked, openCheck } from "./verdict.ts";

/**
 * Holds the tables of an article itself, its page or text, against those of its attachment: each
 * against the one that it has most in common with.
 *
 * @param name The file's name, whose ending tells its form.
 * @returns Null where the ending is of no form that is known.
 */
export function compareArticle(
  name: string,
  text: string,
  tables: readonly { name: string; table: Table }[],
): Checked[] | null {
  const rows = printedCells(name, text);
  if (rows === null) return null;
  return groups(rows.map((row) => row.map(plain))).map((group, at): Checked => {
    const subject = `table ${at + 1} of ${name} (${group[0].slice(0, 2).join(", ")})`;
    const best = tables.filter(({ table }) => table.columns.length === group[0].length)
      .map((known) => ({ name: known.name, checks: checksOf(group, known.table) }))
      .reduce<{ name: string; checks: Check[] } | null>(
        (best, other) => equalOf(other) > equalOf(best) ? other : best,
        null,
      );
    if (best !== null && equalOf(best) * 3 >= group.length * group[0].length) {
      return { subject, against: `the attachment's ${best.name}`, checks: best.checks };
    }
    const checks = [openCheck("no table of the attachment is like it", "")];
    return { subject, against: "nothing", checks };
  });
}

function equalOf(compared: { checks: readonly Check[] } | null): number {
  return compared === null
    ? 0
    : compared.checks.filter(({ verdict }) => verdict === "equal").length;
}

/** Rows of one table: those that follow each other and have as many cells. */
function groups(rows: readonly string[][]): string[][][] {
  const all: string[][][] = [];
  for (const row of rows) {
    const last = all.at(-1);
    if (last?.[0].length === row.length) last.push(row);
    else if (row.length > 1) all.push([row]);
  }
  return all;
}

/** A page may break lines where it likes, and writes a no-break space in several ways. */
function plain(text: string): string {
  return text.normalize("NFC").replaceAll(noBreakSpace, " ").replaceAll("\\,", " ")
    .replace(/[\s\u202f]+/g, " ").trim();
}

function checksOf(group: readonly string[][], table: Table): Check[] {
  const known = cellTexts(table).map((row) => row.map(plain));
  const head = table.columns.map((column) => plain(table.headOf(column)));
  // the first row is the head, in whatever words, when it is none of the table's rows
  const body = group.slice(isHead(group[0], known) ? 1 : 0);
  const rows = alignRows(body, known);
  const checks: Check[] = isHead(group[0], known)
    ? group[0].map((text, column): Check => ({
      verdict: text === head[column] ? "equal" : "open",
      place: `head of column ${column + 1}`,
      printed: text,
      recomputed: head[column],
    }))
    : [];
  body.forEach((row, at) => {
    const other = rows[at];
    row.forEach((text, column) => {
      if (other === null) {
        const place = `row ${at + 1} (${row.slice(0, 3).join(", ")}), column ${column + 1}`;
        return checks.push({ verdict: "different", place, printed: text, recomputed: null });
      }
      const made = table.rows[other][column];
      const place = placeOf(table, other, column);
      const printed = { text, value: readNumber(text, table.language) };
      const { verdict, recomputed } = text === known[other][column]
        ? { verdict: "equal" as const, recomputed: made.text }
        : compareCells(printed, made, table.columns[column], table.language);
      checks.push({ verdict, place, printed: text, recomputed });
    });
  });
  return checks;
}

function isHead(row: readonly string[], known: readonly string[][]): boolean {
  return !known.some((other) =>
    other.filter((text, at) => text === row[at]).length * 2 >= row.length
  );
}
