import { z } from "zod";
import { dataMime } from "../base/data_mime.ts";
import { UserError } from "../base/errors.ts";
import { freeName } from "../base/free_name.ts";
import { altTextOf } from "../notebook/alt_text.ts";
import type { Notebook, Output } from "../notebook/ipynb.ts";
import { languages } from "../present/format.ts";
import { Table } from "../present/table.ts";
import { unescapeHtml } from "./unescape_html.ts";

/** Where in a notebook something is shown. */
export interface Place {
  /** Id of the cell, and its number from 1, all cells counted. */
  cell: string;
  number: number;
  /** Index among the cell's outputs. */
  output: number;
}

/** All forms of an output, content by MIME type: a front end shows the one that it likes best. */
type Forms = Readonly<Record<string, unknown>>;

/** A table that a notebook shows. */
export interface ShownTable extends Place {
  data: Forms;
  table: Table;
}

/** A figure that a notebook shows. */
export interface ShownFigure extends Place {
  data: Forms;
  /** The name of its files. */
  label: string;
  alt: string;
  svg: string;
  /** Null where the notebook holds none. */
  png: Uint8Array | null;
  title: string;
}

/** An output that is neither, and holds digits or an image. */
export interface ShownOther extends Place {
  /** Its text, as far as it has one. */
  text: string;
}

const tableSchema = z.object({
  schema: z.literal("corebook.table"),
  version: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  language: z.enum(languages),
  caption: z.string(),
  columns: z.array(z.object({
    id: z.string(),
    head: z.string(),
    unit: z.string().nullable(),
    align: z.enum(["left", "right"]),
    kind: z.enum(["text", "count", "number", "printed", "provenance"]),
    decimals: z.int().nullable(),
    description: z.string().nullable(),
  })),
  rows: z.array(
    z.record(
      z.string(),
      z.object({ value: z.union([z.string(), z.number(), z.null()]), text: z.string() }),
    ),
  ),
  notes: z.array(z.string()),
  provenance: z.array(z.object({
    kind: z.enum(["measured", "simulated", "published", "external"]),
    statement: z.string(),
  })),
});

/** The tables that an executed notebook shows, in order; other grids are not among them. */
export function shownTables(notebook: Notebook): ShownTable[] {
  return placedOutputs(notebook).flatMap(({ data, place }) => {
    if (!isTable(data)) return [];
    const read = tableSchema.safeParse(data[dataMime]);
    if (!read.success) {
      const [{ path, message }] = read.error.issues;
      throw new UserError(
        `Cannot read the table in cell ${place.cell}: ${path.join(".")}: ${message}`,
      );
    }
    return [{ ...place, data, table: tableOf(read.data, place) }];
  });
}

function isTable(data: Forms): boolean {
  const json = data[dataMime] as { schema?: unknown } | null | undefined;
  return json?.schema === "corebook.table";
}

function tableOf(json: z.infer<typeof tableSchema>, { cell }: Place): Table {
  try {
    return new Table({
      ...json,
      // the first note of a table without rows says so
      ...json.rows.length === 0 ? { empty: json.notes[0], notes: json.notes.slice(1) } : {},
      columns: json.columns.map(({ decimals, ...column }) =>
        decimals === null ? column : { ...column, decimals }
      ),
      rows: json.rows.map((row) => json.columns.map(({ id }) => row[id] ?? null)),
    });
  } catch (cause) {
    throw new UserError(`Cannot read the table in cell ${cell}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

/** The figures that an executed notebook shows as SVG, in order, each with a label of its own. */
export function shownFigures(notebook: Notebook): ShownFigure[] {
  const taken = new Set<string>();
  return placedOutputs(notebook).flatMap(({ data, place, output }) => {
    const svg = data["image/svg+xml"];
    if (typeof svg !== "string") return [];
    const png = data["image/png"];
    const wished = "metadata" in output ? output.metadata.label : undefined;
    const alt = altTextOf(output) ?? "";
    const label = freeName(
      labelOf(typeof wished === "string" ? wished : `figure-${place.cell}`),
      (name) => taken.has(name),
    );
    taken.add(label);
    return [{
      ...place,
      data,
      label,
      alt,
      svg,
      png: typeof png === "string" ? Uint8Array.fromBase64(png) : null,
      title: unescapeHtml(/<title[^>]*>([^<]*)</.exec(svg)?.[1] ?? ""),
    }];
  });
}

/**
 * The outputs that are neither such a table nor such a figure, in order, as far as a number may stand
 * in them: texts, printed lines and grids with digits, and images.
 */
export function shownOthers(notebook: Notebook): ShownOther[] {
  return placedOutputs(notebook).flatMap(({ data, place }) => {
    if (isTable(data) || typeof data["image/svg+xml"] === "string") return [];
    const mayHoldNumber = /\p{N}/u.test(JSON.stringify(Object.values(data))) ||
      Object.keys(data).some((type) => type.startsWith("image/"));
    if (!mayHoldNumber) return [];
    const text = data["text/plain"] ?? data["text/html"];
    return [{ ...place, text: typeof text === "string" ? text : Object.keys(data).join(", ") }];
  });
}

function placedOutputs(notebook: Notebook) {
  return notebook.cells.flatMap((cell, at) =>
    cell.cell_type !== "code" ? [] : cell.outputs.map((output: Output, index) => {
      const place: Place = { cell: cell.id, number: at + 1, output: index };
      return { data: formsOf(output), output, place };
    })
  );
}

function formsOf(output: Output): Forms {
  if (output.output_type === "stream") return { "text/plain": output.text };
  if (output.output_type === "error") {
    return { "text/plain": [`${output.ename}: ${output.evalue}`, ...output.traceback].join("\n") };
  }
  return output.data;
}

/** A label as the name of a file: lower-case letters, digits and hyphens. */
function labelOf(wished: string): string {
  return wished.toLowerCase().replace(/[^a-z0-9.]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") ||
    "figure";
}
