import type { Cell, Column, Provenance, Table } from "./table.ts";

/** A table as data: cells by column id, values unrounded beside the texts that readers see. */
export interface TableJson {
  schema: "corebook.table";
  version: 1;
  id: string;
  language: string;
  caption: string;
  columns: Column[];
  rows: Record<string, Cell>[];
  notes: string[];
  provenance: Provenance[];
}

/** The table as a JSON value. */
export function tableJson(table: Table): TableJson {
  return {
    schema: "corebook.table",
    version: 1,
    id: table.id,
    language: table.language,
    caption: table.caption,
    columns: [...table.columns],
    rows: table.rows.map((row) =>
      Object.fromEntries(row.map((cell, at) => [table.columns[at].id, cell]))
    ),
    notes: [...table.notes],
    provenance: [...table.provenance],
  };
}
