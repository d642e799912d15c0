import { z } from "zod";
import { softwareVersion } from "../base/project.ts";
import { isNumberCell } from "./compare_tables.ts";
import type { FigureMatch, TableMatch } from "./match.ts";
import { type Meta, metaSchema } from "./meta.ts";
import { columnSources, rowSource } from "./number_source.ts";
import { rawFileOf, type Source, statementOf } from "./source.ts";

const pathSchema = z.string().min(1);
const placeSchema = z.strictObject({
  /** Id of the notebook's cell, and its number from 1. */
  id: z.string(),
  number: z.int().positive(),
});

/** The content of `attachment.json`: for programs, each table and figure with its sources. */
export const descriptionSchema = z.strictObject({
  schema: z.literal("corebook.attachment"),
  version: z.literal(1),
  software: z.strictObject({ name: z.literal("corebook"), version: z.string() }),
  ...metaSchema.shape,
  notebook: pathSchema,
  sources: z.array(z.strictObject({
    kind: z.enum(["record", "published"]),
    id: z.string(),
    path: pathSchema,
    provenance: z.strictObject({ kind: z.string(), statement: z.string() }),
  })),
  tables: z.array(z.strictObject({
    id: z.string(),
    language: z.string(),
    file: pathSchema,
    cell: placeSchema.nullable(),
    numbers: z.int().nonnegative(),
    /** Ids of the sources that give it; null: the notebook's own code makes it. */
    sources: z.array(z.string()).nullable(),
    rows: z.array(z.strictObject({
      scenario: z.string().nullable(),
      responses: z.int().nonnegative(),
      file: pathSchema,
    })),
    columns: z.array(z.strictObject({
      column: z.string(),
      head: z.string(),
      definition: z.string(),
      file: pathSchema.nullable(),
    })),
  })),
  figures: z.array(z.strictObject({
    label: z.string(),
    file: pathSchema,
    cell: placeSchema,
    alt: z.string(),
    sources: z.array(z.string()).nullable(),
  })),
});
export type Description = z.infer<typeof descriptionSchema>;

/** A table of the attachment: one that the notebook shows, or the same in the article's language. */
export type AttachedTable =
  & Pick<TableMatch, "name" | "made">
  & { table: TableMatch["shown"]["table"]; cell: { id: string; number: number } | null };

/** Describes an attachment from what was matched. */
export function describe(
  meta: Meta,
  notebook: string,
  sources: readonly Source[],
  tables: readonly AttachedTable[],
  figures: readonly FigureMatch[],
): Description {
  return {
    schema: "corebook.attachment",
    version: 1,
    software: { name: "corebook", version: softwareVersion },
    ...meta,
    notebook,
    sources: sources.map((source) => {
      const { kind, statement } = statementOf(source);
      return {
        kind: source.kind,
        id: source.id,
        path: source.path,
        provenance: { kind, statement },
      };
    }),
    tables: tables.map(({ table, name, made, cell }) => ({
      id: table.id,
      language: table.language,
      file: `tables/${name}.csv`,
      cell,
      numbers:
        table.rows.flatMap((row) => row.filter((each, at) => isNumberCell(each, table.columns[at])))
          .length,
      sources: made && made.sources.map(({ id }) => id),
      rows: made === null ? [] : table.rows.map((_, at) => {
        const { scenario, responses, source } = rowSource(table, at, made.sources);
        return { scenario, responses, file: rawFileOf(source) };
      }),
      columns: made === null ? [] : columnSources(table, made.sources),
    })),
    figures: figures.map(({ shown, made }) => ({
      label: shown.label,
      file: `figures/${shown.label}.svg`,
      cell: { id: shown.cell, number: shown.number },
      alt: shown.alt,
      sources: made && made.sources.map(({ id }) => id),
    })),
  };
}
