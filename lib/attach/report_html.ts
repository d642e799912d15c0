import { escapeHtml } from "../base/escape_html.ts";
import { exportHtml } from "../notebook/export/html.ts";
import type { Notebook, Output } from "../notebook/ipynb.ts";
import { formatNumber, type Language } from "../present/format.ts";
import { tableHtml } from "../present/table_html.ts";
import { isNumberCell } from "./compare_tables.ts";
import { linkNumbers } from "./link_numbers.ts";
import type { FigureMatch, TableMatch } from "./match.ts";
import type { Meta } from "./meta.ts";
import { columnSources, rowSource } from "./number_source.ts";
import { rawFileOf, type Source } from "./source.ts";
import { attachWords } from "./words.ts";

/** Numbers of a table are links to their sources; they stay quiet among the digits. */
const style = `
td.number > a { color: inherit; text-decoration: underline dotted; text-decoration-thickness: 1px; }
.output > details { font-size: .86rem; color: var(--quiet); }
.output > details summary { cursor: pointer; width: fit-content; }
:target { outline: 2px solid var(--accent); outline-offset: 2px; }
`.trim();

/** What a report is made of. */
export interface ReportParts {
  meta: Meta;
  /** Path of the notebook in the attachment. */
  path: string;
  tables: readonly TableMatch[];
  figures: readonly FigureMatch[];
}

/**
 * The executed notebook as one page that needs no other file, in which each number of a table is a
 * link to what it rests on: record, scenario, responses counted, definition and notebook cell, each
 * a link to its file in the attachment. Figures have the same beneath them, and a number of the text
 * that stands in a table leads there too.
 */
export async function reportHtml(notebook: Notebook, parts: ReportParts): Promise<string> {
  const { meta, path, tables, figures } = parts;
  const extended = structuredClone(notebook);
  extended.metadata = { ...extended.metadata, title: meta.title, language: meta.language };
  const targets = targetsOf(tables);
  for (const cell of extended.cells) {
    if (cell.cell_type === "markdown") cell.source = linkNumbers(cell.source, targets);
    if (cell.cell_type !== "code") continue;
    cell.outputs = cell.outputs.flatMap((output, at): Output[] => {
      const isHere = ({ shown }: { shown: { cell: string; output: number } }) =>
        shown.cell === cell.id && shown.output === at;
      const table = tables.find(isHere);
      if (table) return [html(linkedTable(table)), html(tableSources(table, path, meta.language))];
      const figure = figures.find(isHere);
      if (figure) return [output, html(figureSources(figure, path, meta.language))];
      return [output];
    });
  }
  const words = attachWords[meta.language];
  extended.cells.push({
    cell_type: "markdown",
    id: "how-to-check",
    metadata: {},
    source: `---\n\n${words.check} [README.md](README.md).`,
  });
  const page = await exportHtml(extended, {
    name: meta.title,
    folder: null,
    language: meta.language,
    code: "fold",
  });
  return page.replace("</style>\n</head>", () => `${style}\n</style>\n</head>`);
}

/**
 * Where each printed number of the tables tells its source; a number in the text leads there. One
 * that rows of several scenarios print is left out: the text does not say which it means.
 */
function targetsOf(tables: readonly TableMatch[]): Map<string, string> {
  const found = new Map<string, { row: string; target: string }[]>();
  for (const { shown: { table }, name } of tables) {
    table.rows.forEach((row, at) => {
      const place = {
        row: row.slice(0, 3).map(({ text }) => text.replace(/\D/g, "")).join(" "),
        target: `#${rowId(name, at)}`,
      };
      row.forEach((cell, column) => {
        const isPrecise = /[.,]\d/.test(cell.text) || cell.text.length > 2;
        if (!isPrecise || !isNumberCell(cell, table.columns[column])) return;
        found.set(cell.text, [...found.get(cell.text) ?? [], place]);
      });
    });
  }
  return new Map(
    [...found].filter(([, places]) => new Set(places.map(({ row }) => row)).size === 1)
      .map(([text, [{ target }]]) => [text, target]),
  );
}

function html(text: string): Output {
  return { output_type: "display_data", data: { "text/html": text }, metadata: {} };
}

/** The table with a link around each number. */
function linkedTable({ shown: { table }, name }: TableMatch): string {
  // cells come in the order of the table's own: a head for the first column, then the others
  let row = -1;
  let column = 0;
  return tableHtml(table).replace(
    /<t([hd])( scope="row")?( class="\w+")?>([^<]*)<\/t[hd]>/g,
    (whole, tag, scope, kind, text) => {
      if (tag === "h" && scope === undefined) return whole;
      if (scope !== undefined) {
        row++;
        column = 0;
      } else column++;
      if (!isNumberCell(table.rows[row][column], table.columns[column])) return whole;
      const link = `<a href="#${rowId(name, row)}">${text}</a>`;
      return `<t${tag}${scope ?? ""}${kind ?? ""}>${link}</t${tag}>`;
    },
  );
}

/** An id that the export leaves as it is. */
function rowId(name: string, row: number): string {
  return `source-${name.replaceAll(".", "-")}-${row + 1}`;
}

function tableSources(match: TableMatch, path: string, language: Language): string {
  const { shown: { table, cell, number }, name, made } = match;
  const words = attachWords[language];
  const files = ["csv", "md", "html", "tex", "json"]
    .map((end) => link(`tables/${name}.${end}`, end.toUpperCase()));
  const facts = [
    made === null ? words.unknown : made.sources.map((source) => sourceLink(source, language)),
    `${words.cell} ${link(path, `${number} (${cell})`)}`,
    `${words.files}: ${files.join(", ")}`,
  ].flat().join(" · ");
  const rows = table.rows.map((cells, at) => {
    const id = rowId(name, at);
    const named = escapeHtml(cells[0].text);
    if (made === null) {
      return `<tr><th scope="row" id="${id}">${at + 1}: ${named}</th><td>–</td><td>–</td></tr>`;
    }
    const { scenario, responses, source } = rowSource(table, at, made.sources);
    return `<tr><th scope="row" id="${id}">${at + 1}: ${named}</th>` +
      `<td>${link(rawFileOf(source), `${source.id}${scenario === null ? "" : `, ${scenario}`}`)}` +
      `${scenario === null ? ` (${words.wholeRecord})` : ""}</td>` +
      `<td class="number">${formatNumber(responses, 0, language)}</td></tr>`;
  });
  const definitions = made === null ? [] : columnSources(table, made.sources)
    .map(({ head, definition, file }) =>
      `<li>${escapeHtml(head)}: ${
        file === null ? escapeHtml(definition) : link(file, definition)
      }</li>`
    );
  return `<details><summary>${words.sources}</summary><p>${facts}</p>` +
    `<table><thead><tr><th scope="col">${words.row}</th>` +
    `<th scope="col">${words.source}, ${words.scenario}</th>` +
    `<th scope="col">${words.responses}</th></tr></thead><tbody>${rows.join("")}</tbody></table>` +
    (definitions.length > 0 ? `<p>${words.definitions}:</p><ul>${definitions.join("")}</ul>` : "") +
    "</details>";
}

function figureSources({ shown, made }: FigureMatch, path: string, language: Language): string {
  const words = attachWords[language];
  const files = ["svg", ...(shown.png === null ? [] : ["png"])]
    .map((end) => link(`figures/${shown.label}.${end}`, end.toUpperCase()));
  const counted = (made?.sources ?? []).map((source) =>
    source.kind === "record"
      ? source.run.summary.scenarios.reduce((sum, { counts }) => sum + counts.responses, 0)
      : source.publication.scenarios.reduce((sum, { responses }) => sum + responses, 0)
  );
  const facts = [
    made === null ? words.unknown : made.sources.map((source) => sourceLink(source, language)),
    ...(counted.length > 0
      ? [`${words.responses}: ${counted.map((n) => formatNumber(n, 0, language)).join(", ")}`]
      : []),
    `${words.cell} ${link(path, `${shown.number} (${shown.cell})`)}`,
    `${words.files}: ${files.join(", ")}`,
  ].flat().join(" · ");
  return `<p class="note">${words.source}: ${facts}</p>`;
}

function sourceLink(source: Source, language: Language): string {
  const words = attachWords[language];
  const name = source.kind === "record" ? words.record : words.publication;
  return `${name} ${link(rawFileOf(source), source.id)}`;
}

function link(file: string, text: string): string {
  return `<a href="${escapeHtml(file)}">${escapeHtml(text)}</a>`;
}
