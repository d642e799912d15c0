import { z } from "zod";
import { UserError } from "../base/errors.ts";
import { altTextOf } from "../notebook/alt_text.ts";
import type { Notebook, Output } from "../notebook/ipynb.ts";
import { languages } from "../present/format.ts";
import { Table } from "../present/table.ts";

/** Where in a notebook something is shown. */
export interface Place {
  /** Id of the cell, and its number from 1, all cells counted. */
  cell: string;
  number: number;
  /** Index among the cell's outputs. */
  output: number;
}

/** A table that a notebook shows. */
export interface ShownTable extends Place {
  table: Table;
}

/** A figure that a notebook shows. */
export interface ShownFigure extends Place {
  /** The name of its files. */
  label: string;
  alt: string;
  svg: string;
  /** Null where the notebook holds none. */
  png: Uint8Array | null;
  title: string;
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
    const json = data["application/json"] as { schema?: unknown } | undefined;
    if (json?.schema !== "corebook.table") return [];
    const read = tableSchema.safeParse(json);
    if (!read.success) {
      const [{ path, message }] = read.error.issues;
      throw new UserError(
        `Cannot read the table in cell ${place.cell}: ${path.join(".")}: ${message}`,
      );
    }
    return [{ ...place, table: tableOf(read.data, place) }];
  });
}

function tableOf(json: z.infer<typeof tableSchema>, { cell }: Place): Table {
  try {
    return new Table({
      ...json,
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
    return [{
      ...place,
      label: freeLabel(typeof wished === "string" ? wished : `figure-${place.cell}`, taken),
      alt,
      svg,
      png: typeof png === "string" ? Uint8Array.fromBase64(png) : null,
      title: unescape(/<title[^>]*>([^<]*)</.exec(svg)?.[1] ?? ""),
    }];
  });
}

function placedOutputs(notebook: Notebook) {
  return notebook.cells.flatMap((cell, at) =>
    cell.cell_type !== "code" ? [] : cell.outputs.flatMap((output: Output, index) => {
      if (output.output_type !== "display_data" && output.output_type !== "execute_result") {
        return [];
      }
      const place: Place = { cell: cell.id, number: at + 1, output: index };
      return [{ data: output.data, output, place }];
    })
  );
}

/** A label as the name of a file: lower-case letters, digits and hyphens, none twice. */
function freeLabel(wished: string, taken: Set<string>): string {
  const base = wished.toLowerCase().replace(/[^a-z0-9.]+/g, "-").replace(/^[-.]+|[-.]+$/g, "") ||
    "figure";
  let label = base;
  for (let n = 2; taken.has(label); n++) label = `${base}-${n}`;
  taken.add(label);
  return label;
}

function unescape(text: string): string {
  const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };
  return text.replace(/&(lt|gt|quot|amp);/g, (_, name) => characters[name]);
}
