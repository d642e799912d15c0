/**
 * A Markdown table of plain texts; a bar in a cell is escaped.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { markdownTable } from "./markdown_table.ts";
 *
 * assert.equal(markdownTable(["a"], [["x|y"]]), "| a |\n| --- |\n| x\\|y |");
 * ```
 */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
