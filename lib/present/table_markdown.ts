import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";

/**
 * Escapes text for a cell of a Markdown table (GitHub's dialect, also where `$` begins a formula), so
 * that it is shown as it is: a bar opens no column, an underscore no italics, a bracket no tag.
 */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s*[\r\n\u2028\u2029]+\s*/g, " ")
    .replace(/[\\`*_~|[\]$^]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}

/** The table as Markdown: the caption, the table, then notes and provenance as paragraphs. */
export function tableMarkdown(table: Table): string {
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const paragraphs = [
    ...table.notes.map(escapeMarkdown),
    ...table.provenance.map(({ kind, statement }) =>
      `*${provenanceWord(kind, table.language)}:* ${escapeMarkdown(statement)}`
    ),
  ];
  return [
    `**${escapeMarkdown(table.caption)}**`,
    "",
    line(table.columns.map((column) => escapeMarkdown(table.headOf(column)))),
    line(table.columns.map((column) => column.align === "right" ? "---:" : ":---")),
    ...table.rows.map((row) => line(row.map((cell) => escapeMarkdown(cell.text)))),
    ...paragraphs.flatMap((paragraph) => ["", paragraph]),
  ].join("\n") + "\n";
}
