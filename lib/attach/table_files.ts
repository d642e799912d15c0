import type { Table } from "../present/table.ts";
import { tableCsv, tableCsvDescription } from "../present/table_csv.ts";
import { tableHtml } from "../present/table_html.ts";
import { tableJson } from "../present/table_json.ts";
import { tableLatex } from "../present/table_latex.ts";
import { tableMarkdown } from "../present/table_markdown.ts";

/**
 * The files of one table: CSV with its column description, Markdown, HTML and LaTeX as snippets for
 * an article, and JSON with the unrounded values beside the printed texts.
 *
 * @param name Name without an ending.
 */
export function tableFiles(table: Table, name: string): Map<string, string> {
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  return new Map([
    [`${name}.csv`, tableCsv(table)],
    [`${name}.csv-metadata.json`, json(tableCsvDescription(table, `${name}.csv`))],
    [`${name}.html`, tableHtml(table, { style: true })],
    [`${name}.json`, json(tableJson(table))],
    [`${name}.md`, tableMarkdown(table)],
    [`${name}.tex`, tableLatex(table)],
  ]);
}
