import { escapeHtml } from "../base/escape_html.ts";
import type { Table } from "./table.ts";
import { provenanceWord } from "./table_words.ts";
import { tableStyle } from "./table_style.ts";

/**
 * The table as HTML: a caption, heads with scope, notes and provenance beneath. It carries classes
 * and no ids, so that several may stand in one page.
 *
 * @param options With `style`, a small style sheet for these classes goes before it: for a place
 * that has none of its own, such as a notebook. With `scroll`, a table that is wider than the screen
 * scrolls by itself, by keyboard too: for a page of one's own.
 */
export function tableHtml(
  table: Table,
  options: { style?: boolean; scroll?: boolean } = {},
): string {
  // some front ends drop a style sheet, and some set all cells flush right
  const left = options.style ? ' style="text-align: left"' : "";
  const side = (at: number) => table.columns[at].align === "right" ? ' class="number"' : left;
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
      `<strong class="provenance">${provenanceWord(kind, table.language)}</strong> ` +
      escapeHtml(statement)
    ),
  ];
  return [
    ...(options.style ? [`<style>${tableStyle}</style>`] : []),
    `<div class="corebook-table" lang="${table.language}" data-table="${escapeHtml(table.id)}"` +
    `${options.style ? scrolls(table) : ""}>`,
    ...(options.scroll
      ? [`<div class="scroll" tabindex="0" role="group" aria-label="${escapeHtml(table.caption)}">`]
      : []),
    "<table>",
    `<caption${left}>${escapeHtml(table.caption)}</caption>`,
    `<thead><tr>${heads.join("")}</tr></thead>`,
    "<tbody>",
    ...rows.map((cells) => `<tr>${cells}</tr>`),
    "</tbody>",
    "</table>",
    ...(options.scroll ? ["</div>"] : []),
    ...notes.map((note) => `<p class="note">${note}</p>`),
    "</div>",
  ].join("\n") + "\n";
}

/** By that style a wide table scrolls in its own place, which the keyboard must reach. */
function scrolls({ caption }: Table): string {
  return ` tabindex="0" role="group" aria-label="${escapeHtml(caption)}"`;
}
