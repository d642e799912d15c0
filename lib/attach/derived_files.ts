import { freeName } from "../base/free_name.ts";
import type { Notebook } from "../notebook/ipynb.ts";
import { auditPublication } from "../summarize/audit/audit.ts";
import { summaryJson } from "../summarize/summary.ts";
import { citationCff } from "./citation.ts";
import { type AttachedTable, describe } from "./description.ts";
import { figureFiles } from "./figure_files.ts";
import { type MadeTable, madeTables } from "./made_tables.ts";
import { type FigureMatch, matchFigures, matchTables, type TableMatch } from "./match.ts";
import type { Meta } from "./meta.ts";
import { readmeText } from "./readme.ts";
import { reportHtml } from "./report_html.ts";
import { shownFigures, shownTables } from "./shown.ts";
import type { Source } from "./source.ts";
import { tableFiles } from "./table_files.ts";

/** What everything else in an attachment follows from. */
export interface Given {
  meta: Meta;
  /** The executed notebook, and its path in the attachment. */
  notebook: Notebook;
  path: string;
  sources: readonly Source[];
}

/** What follows from it. */
export interface Derived {
  /** Content by path in the attachment. */
  files: Map<string, string | Uint8Array>;
  tables: TableMatch[];
  /** All tables that have files: those, and the same in the article's language. */
  attached: AttachedTable[];
  figures: FigureMatch[];
}

/**
 * Everything in an attachment that can be made from its notebook and its sources. Making it again
 * gives the same bytes: to attach is to write it, and to check is to make it again and compare.
 */
export async function derivedFiles(given: Given): Promise<Derived> {
  const { meta, notebook, path, sources } = given;
  const tables = matchTables(shownTables(notebook), sources);
  const figures = await matchFigures(shownFigures(notebook), sources, meta.language);
  const attached = attachedTables(tables, given);
  const files = new Map<string, string | Uint8Array>();
  const add = (folder: string, parts: ReadonlyMap<string, string | Uint8Array>) => {
    for (const [name, content] of parts) files.set(`${folder}/${name}`, content);
  };
  for (const { table, name } of attached) add("tables", tableFiles(table, name));
  for (const { shown } of figures) {
    add("figures", figureFiles({ ...shown, captionHtml: captionOf(notebook, shown) }));
  }
  for (const source of sources) {
    if (source.kind === "record") {
      files.set(`summaries/${source.id}.json`, summaryJson(source.run.summary));
    } else {
      const audit = auditPublication(source.publication);
      files.set(`audits/${source.id}.json`, `${JSON.stringify(audit, null, 2)}\n`);
    }
  }
  files.set("report.html", await reportHtml(notebook, { meta, path, tables, figures }));
  files.set("README.md", readmeText(meta, path, sources));
  files.set("CITATION.cff", citationCff(meta));
  const description = describe(meta, path, sources, attached, figures);
  files.set("attachment.json", `${JSON.stringify(description, null, 2)}\n`);
  return { files, tables, attached, figures };
}

/**
 * The tables that the notebook shows, and in the article's language the main table of each source
 * and those that the notebook shows in another language only.
 */
function attachedTables(tables: readonly TableMatch[], { meta, sources }: Given): AttachedTable[] {
  const attached = tables.map(({ shown, name, made }): AttachedTable => ({
    table: shown.table,
    name,
    made,
    cell: { id: shown.cell, number: shown.number },
  }));
  const known = madeTables(sources, meta.language);
  const isOf = (made: MadeTable) => (one: MadeTable | null) =>
    one !== null && one.table.id === made.table.id &&
    one.sources.map(({ id }) => id).join() === made.sources.map(({ id }) => id).join();
  const wished = [
    ...sources.map((source) => known.find((made) => made.sources[0] === source)!),
    ...tables.flatMap(({ made }) => known.find((one) => isOf(one)(made)) ?? []),
  ];
  const taken = new Set(tables.map(({ name }) => name));
  for (const made of wished) {
    const { table } = made;
    const isHere = attached.some((one) =>
      one.table.language === table.language && isOf(made)(one.made)
    );
    if (isHere || table.rows.length === 0) continue;
    const name = freeName(`${table.id}.${table.language}`, (other) => taken.has(other));
    taken.add(name);
    attached.push({ table, name, made, cell: null });
  }
  return attached;
}

/** The HTML of a figure's output, which has its caption. */
function captionOf(notebook: Notebook, { cell, output }: { cell: string; output: number }): string {
  const found = notebook.cells.find(({ id }) => id === cell);
  const shown = found?.cell_type === "code" ? found.outputs[output] : undefined;
  const html = shown && "data" in shown ? shown.data["text/html"] : undefined;
  return typeof html === "string" ? html : "";
}
