import { escapeHtml } from "../base/escape_html.ts";

/** Rows and columns of texts, taken from records. */
export interface Grid {
  columns: { head: string; numeric: boolean }[];
  rows: string[][];
  /** The values, for JSON. */
  data: unknown;
}

/**
 * The grid of a value that is one: a list of records (one row each), a single record (name and
 * value), or a DataFrame or Series (of danfojs and others with `columns` and `values`). Null for all others.
 */
export function gridOf(value: object): Grid | null {
  const frame = frameOf(value);
  if (frame) return frame;
  if (isList(value)) {
    if (value.length === 0 || !value.every(isRecord)) return null;
    const heads = [...new Set(value.flatMap(Object.keys))];
    const cells = value.map((row) => heads.map((head) => head in row ? row[head] : missing));
    return grid(heads, cells, value);
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return null;
  return grid(["name", "value"], Object.entries(value), value);
}

/** A DataFrame or a Series; its index is shown when it says more than the place. */
function frameOf(value: object): Grid | null {
  const { columns, values, index } = value as Record<string, unknown>;
  if (!isList(columns) || !isList(values)) return null;
  const isSeries = columns.length === 1 && !values.some(isList);
  const rows: unknown[] = isSeries ? values.map((each) => [each]) : values;
  if (!rows.every(isList)) return null;
  const heads = columns.map(String);
  const data = { columns: heads, values };
  if (!isList(index) || index.every((each, at) => each === at)) return grid(heads, rows, data);
  const indexed = rows.map((row, at) => [index[at], ...row]);
  return grid(["index", ...heads], indexed, { ...data, index });
}

const missing = Symbol("missing");

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function grid(
  heads: readonly string[],
  cells: readonly (readonly unknown[])[],
  data: unknown,
): Grid {
  const columns = heads.map((head, at) => {
    const values = cells.map((row) => row[at]).filter((each) => each !== null && each !== missing);
    const numeric = values.length > 0 &&
      values.every((each) => typeof each === "number" || typeof each === "bigint");
    return { head, numeric };
  });
  return { columns, rows: cells.map((row) => row.map(cellText)), data };
}

function cellText(value: unknown): string {
  if (value === missing) return "";
  if (typeof value === "string") return value;
  return Deno.inspect(value, { colors: false, compact: true, breakLength: Infinity, depth: 3 });
}

/** The grid as an HTML table whose heads have a scope. */
export function gridHtml({ columns, rows }: Pick<Grid, "columns" | "rows">): string {
  const side = (at: number) =>
    columns[at].numeric ? ' class="number"' : ' style="text-align: left"';
  const heads = columns.map(({ head }, at) =>
    `<th scope="col"${side(at)}>${escapeHtml(head)}</th>`
  );
  const cells = rows.map((row) =>
    row.map((text, at) => `<td${side(at)}>${escapeHtml(text)}</td>`).join("")
  );
  return '<div class="corebook-table"><div class="scroll" style="overflow-x: auto" tabindex="0"><table>\n' +
    `<thead><tr>${heads.join("")}</tr></thead>\n<tbody>\n` +
    cells.map((row) => `<tr>${row}</tr>\n`).join("") + "</tbody>\n</table></div></div>";
}

/** The grid as aligned text. */
export function gridText({ columns, rows }: Pick<Grid, "columns" | "rows">): string {
  const lines = [columns.map(({ head }) => head), ...rows].map((line) =>
    line.map((text) => text.replace(/\s*\n\s*/g, " "))
  );
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => [...line[at]].length)));
  const pad = (text: string, at: number) => {
    const space = " ".repeat(widths[at] - [...text].length);
    return columns[at].numeric ? space + text : text + space;
  };
  return lines.map((line) => line.map(pad).join("  ").trimEnd()).join("\n");
}
