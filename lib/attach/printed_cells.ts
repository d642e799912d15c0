import { unescapeHtml } from "./unescape_html.ts";

/**
 * The rows of every table in a file of an article, each cell as readers see it: CSV, Markdown, HTML
 * or LaTeX by the file's ending.
 *
 * @returns Null where the ending is none of these.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { printedCells } from "./printed_cells.ts";
 *
 * assert.deepEqual(printedCells("a.de.csv", 'Modell;Zeit\r\n"a;b";0,5\r\n'), [
 *   ["Modell", "Zeit"],
 *   ["a;b", "0,5"],
 * ]);
 * assert.deepEqual(printedCells("a.md", "| a | 0.5 |\n| :--- | ---: |\n"), [["a", "0.5"]]);
 * ```
 */
export function printedCells(name: string, text: string): string[][] | null {
  switch (name.slice(name.lastIndexOf(".") + 1).toLowerCase()) {
    case "csv":
      return csvRows(text);
    case "md":
      return markdownRows(text);
    case "html":
    case "htm":
      return htmlRows(text);
    case "tex":
      return latexRows(text);
    default:
      return null;
  }
}

/** A field and what ends it: the separator is the one that the head has. */
function csvRows(text: string): string[][] {
  const head = text.slice(0, text.indexOf("\n")).replace(/"(?:[^"]|"")*"/g, "");
  const separator = head.includes(";") ? ";" : ",";
  const rows: string[][] = [];
  let row: string[] = [];
  const field = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|$)`, "gy");
  for (const [whole, content, end] of text.matchAll(field)) {
    if (whole === "" && row.length === 0) break;
    row.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
    if (end === separator) continue;
    rows.push(row);
    row = [];
    if (end === "") break;
  }
  return rows;
}

function markdownRows(text: string): string[][] {
  return text.split("\n").filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .filter((line) => !/^[\s|:-]+$/.test(line))
    .map((line) =>
      line.trim().slice(1, -1).split(/(?<!\\)\|/)
        .map((cell) => unescapeHtml(cell.trim().replace(/\\(?=[\\`*_~|[\]$^])/g, "")))
    );
}

function htmlRows(text: string): string[][] {
  const rows = text.replace(/<(style|script)\b[\s\S]*?<\/\1>/gi, "").match(/<tr\b[\s\S]*?<\/tr>/gi);
  return (rows ?? []).map((row) =>
    [...row.matchAll(/<t[hd]\b[^>]*>([\s\S]*?)<\/t[hd]>/gi)]
      .map(([, content]) => unescapeHtml(content.replace(/<[^>]*>/g, "")).trim())
  );
}

function latexRows(text: string): string[][] {
  return text.split("\n").filter((line) => /&.*\\\\\s*$/.test(line))
    .map((line) => line.replace(/\\\\\s*$/, "").split(/(?<!\\)&/).map((cell) => cell.trim()));
}
