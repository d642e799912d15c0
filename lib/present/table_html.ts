import { escapeHtml } from "../base/escape_html.ts";
import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";
import { tableStyle } from "./table_style.ts";

/**
 * The table as HTML: a caption, heads with scope, notes and provenance beneath. It carries classes
 * and no ids, so that several may stand in one page.
 *
 * @param options With `style`, a small style sheet for these classes goes before it: for a place
 * that has none of its own, such as a notebook.
 */
export function tableHtml(table: Table, options: { style?: boolean } = {}): string {
  const side = (at: number) => table.columns[at].align === "right" ? ' class="number"' : "";
  const heads = table.columns.map((column, at) =>
    `<th scope="col"${side(at)}>${escapeHtml(table.headOf(column))}</th>`
  );
  const rows = table.rows.map((row) =>
    row.map(({ text }, at) =>
      at === 0
        ? `<th scope="row"${side(at)}>${escapeHtml(text)}</th>`
        : `<td${side(at)}>${escapeHtml(text)}</td>`
    ).join("")
  );
  const notes = [
    ...table.notes.map(escapeHtml),
    ...table.provenance.map(({ kind, statement }) =>
      `<span class="provenance">${provenanceWord(kind, table.language)}</span> ` +
      escapeHtml(statement)
    ),
  ];
  return [
    ...(options.style ? [`<style>${tableStyle}</style>`] : []),
    `<div class="corebook-table" lang="${table.language}" data-table="${escapeHtml(table.id)}">`,
    "<table>",
    `<caption>${escapeHtml(table.caption)}</caption>`,
    `<thead><tr>${heads.join("")}</tr></thead>`,
    "<tbody>",
    ...rows.map((cells) => `<tr>${cells}</tr>`),
    "</tbody>",
    "</table>",
    ...notes.map((note) => `<p class="note">${note}</p>`),
    "</div>",
  ].join("\n") + "\n";
}
