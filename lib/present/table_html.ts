import { columnRoom } from "../base/column_room.ts";
import { escapeHtml } from "../base/escape_html.ts";
import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";
import { tableStyle } from "./table_style.ts";

/**
 * The table as HTML: a caption, heads with scope, notes and provenance beneath. A table that is
 * wider than its place scrolls by itself, by keyboard too. It carries classes and no ids, so that
 * several may stand in one page.
 *
 * @param options With `style`, a small style sheet for these classes goes before it: for a place
 * that has none of its own, such as a notebook.
 */
export function tableHtml(table: Table, options: { style?: boolean } = {}): string {
  // some front ends drop the style sheet, and some set all cells flush right
  const scroll = options.style ? ' style="overflow-x: auto"' : "";
  const left = options.style ? ' style="text-align: left"' : "";
  const kinds = table.columns.map(({ align }, at) =>
    align === "right"
      ? ' class="number"'
      : ` class="${columnRoom(table.rows.map((row) => row[at].text))}"${left}`
  );
  const heads = table.columns.map((column, at) => {
    const head = table.headOf(column);
    const kind = column.align === "right" ? ` class="number ${columnRoom([head])}"` : kinds[at];
    return `<th scope="col"${kind}>${escapeHtml(head)}</th>`;
  });
  const rows = table.rows.map((row) =>
    row.map(({ text }, at) =>
      at === 0
        ? `<th scope="row"${kinds[at]}>${escapeHtml(text)}</th>`
        : `<td${kinds[at]}>${escapeHtml(text)}</td>`
    ).join("")
  );
  const notes = [
    ...table.notes.map(escapeHtml),
    ...table.provenance.map(({ kind, statement }) =>
      `<strong class="provenance">${provenanceWord(kind, table.language)}</strong> ` +
      escapeHtml(statement)
    ),
  ];
  return [
    ...(options.style ? [`<style>${tableStyle}</style>`] : []),
    `<div class="corebook-table" lang="${table.language}" data-table="${escapeHtml(table.id)}">`,
    `<div class="scroll"${scroll} tabindex="0" role="group" aria-label="${
      escapeHtml(table.caption)
    }">`,
    "<table>",
    `<caption${left}>${escapeHtml(table.caption)}</caption>`,
    `<thead><tr>${heads.join("")}</tr></thead>`,
    "<tbody>",
    ...rows.map((cells) => `<tr>${cells}</tr>`),
    "</tbody>",
    "</table>",
    "</div>",
    ...notes.map((note) => `<p class="note">${note}</p>`),
    "</div>",
  ].join("\n") + "\n";
}
