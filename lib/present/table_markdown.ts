import { escapeMarkdown } from "../base/escape_markdown.ts";
import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";

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
