import { compareFigures } from "./compare_figures.ts";
import { printedCells } from "./printed_cells.ts";
import { sameBytes } from "./same_bytes.ts";
import type { Check } from "./verdict.ts";

/** How many differences of one file are told. */
const MOST = 20;

/**
 * Where a file of an attachment differs from what its notebook and records give: the cell of a
 * table, the member of a JSON file, the text or number of a figure, or else the line.
 *
 * @param found As it is in the attachment; null when it is missing.
 * @param expected As it follows from the rest.
 * @returns Empty when they are the same.
 */
export function explainDifference(
  name: string,
  found: Uint8Array | null,
  expected: Uint8Array,
): Check[] {
  if (found === null) return [different("the file", "missing", "a file")];
  if (sameBytes(found, expected)) return [];
  if (name.endsWith(".png")) return [different("the picture", "other pixels", "the notebook's")];
  const [one, other] = [found, expected].map((bytes) => new TextDecoder().decode(bytes));
  const told = name.endsWith(".svg")
    ? compareFigures(one, other).filter(({ verdict }) => verdict !== "equal")
    : name.endsWith("json")
    ? jsonDifferences(one, other)
    : cellDifferences(name, one, other);
  return (told.length > 0 ? told : lineDifference(one, other)).slice(0, MOST);
}

function different(place: string, printed: string, recomputed: string | null): Check {
  return { verdict: "different", place, printed, recomputed };
}

function cellDifferences(name: string, found: string, expected: string): Check[] {
  const [rows, others] = [printedCells(name, found), printedCells(name, expected)];
  if (rows === null || others === null) return [];
  return others.flatMap((other, at) => {
    const row = rows[at] ?? [];
    return other.flatMap((cell, column) => {
      if (row[column] === cell) return [];
      const place = `row ${at + 1} (${other.slice(0, 3).join(", ")}), column ${column + 1}`;
      return [different(place, row[column] ?? "nothing", cell)];
    });
  });
}

function jsonDifferences(found: string, expected: string): Check[] {
  let value: unknown;
  try {
    value = JSON.parse(found);
  } catch {
    return []; // told by its line
  }
  const checks: Check[] = [];
  const walk = (one: unknown, other: unknown, path: string) => {
    if (checks.length >= MOST) return;
    if (isObject(one) && isObject(other)) {
      for (const name of new Set([...Object.keys(other), ...Object.keys(one)])) {
        walk(one[name], other[name], path === "" ? name : `${path}.${name}`);
      }
    } else if (!Object.is(one, other)) {
      checks.push(different(path, shown(one), shown(other)));
    }
  };
  walk(value, JSON.parse(expected), "");
  return checks;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 200) ?? "nothing";
}

function lineDifference(found: string, expected: string): Check[] {
  const [lines, others] = [found.split("\n"), expected.split("\n")];
  const at = others.findIndex((line, at) => line !== lines[at]);
  const line = at < 0 ? others.length : at;
  const around = (text: string | undefined) => {
    if (text === undefined) return "nothing";
    const other = text === lines[line] ? others[line] ?? "" : lines[line] ?? "";
    let from = 0;
    while (from < text.length && text[from] === other[from]) from++;
    return text.slice(Math.max(0, from - 30), from + 60);
  };
  return [different(`line ${line + 1}`, around(lines[line]), around(others[line]))];
}
