import { UserError } from "../base/errors.ts";
import { parseShape } from "../base/json_file.ts";
import { replaceFile, systemFiles } from "../base/file_system.ts";
import { readText } from "../base/read_text.ts";
import { assignCellIds } from "./cell_ids.ts";
import { jupyterJson } from "./jupyter_json.ts";
import { joinTexts } from "./mime_bundle.ts";
import { z } from "zod";

// nbformat 4.5: https://nbformat.readthedocs.io/en/latest/format_description.html
const text = z.union([z.string(), z.array(z.string()).transform((lines) => lines.join(""))]);
const metadata = z.record(z.string(), z.unknown()).default({});
const bundle = z.record(z.string(), z.unknown()).transform(joinTexts);

const output = z.discriminatedUnion("output_type", [
  z.object({ output_type: z.literal("stream"), name: z.string(), text }),
  z.object({ output_type: z.literal("display_data"), data: bundle, metadata }),
  z.object({
    output_type: z.literal("execute_result"),
    execution_count: z.int().nullable().default(null),
    data: bundle,
    metadata,
  }),
  z.object({
    output_type: z.literal("error"),
    ename: z.string(),
    evalue: z.string(),
    traceback: z.array(z.string()),
  }),
]);

// ids are mended after reading, so that a file from before 4.5 or with a doubled id is usable
const common = { id: z.unknown().optional(), metadata, source: text };
const attachments = z.record(z.string(), bundle).optional();
const cell = z.discriminatedUnion("cell_type", [
  z.object({
    cell_type: z.literal("code"),
    ...common,
    execution_count: z.int().nullable().default(null),
    outputs: z.array(output).default([]),
  }),
  z.object({ cell_type: z.literal("markdown"), ...common, attachments }),
  z.object({ cell_type: z.literal("raw"), ...common, attachments }),
]);
const notebookFile = z.object({
  nbformat: z.literal(4),
  nbformat_minor: z.int().min(0).max(5),
  metadata,
  cells: z.array(cell),
});

/** One output of a code cell; texts are whole strings, JSON data is as it was. */
export type Output = z.output<typeof output>;
/** One cell; `source` is one string and `id` is unique in its notebook. */
export type Cell = z.output<typeof cell> & { id: string };
export type CodeCell = Extract<Cell, { cell_type: "code" }>;
/** A notebook in memory: always of format 4.5, whatever minor version the file had. */
export interface Notebook {
  metadata: Record<string, unknown>;
  cells: Cell[];
}

/**
 * What stands in a notebook's metadata so that every front end picks the Deno kernel. The language is
 * told as this Deno's kernel tells it: where the two differ, JupyterLab calls a notebook changed as
 * soon as it is opened, and writes it.
 */
export const denoNotebookMetadata = {
  kernelspec: { name: "deno", display_name: "Deno", language: "typescript" },
  language_info: {
    name: "typescript",
    version: Deno.version.typescript,
    file_extension: ".ts",
    mimetype: "text/x.typescript",
    codemirror_mode: "typescript",
    nbconvert_exporter: "script",
    pygments_lexer: "typescript",
  },
};

/**
 * Reads the text of a notebook, nbformat 4.0 to 4.5. Cells get ids where the file has none, or one
 * that is not allowed or used twice; {@link assignCellIds} tells which.
 *
 * @param where How errors name the file.
 * @throws {UserError} When it is no such notebook.
 */
export function parseNotebook(json: string, where: string): Notebook {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new UserError(`Cannot read ${where}: it is not JSON (${(cause as Error).message})`, {
      advice: json.includes("<<<<<<<")
        ? "It holds conflict marks of a merge: mend these."
        : undefined,
      cause,
    });
  }
  const version = (value as { nbformat?: unknown } | null)?.nbformat;
  if (typeof version === "number" && version !== 4) {
    throw new UserError(`Cannot read ${where}: it is of notebook format ${version}, not 4`, {
      advice: "Open it in JupyterLab and save it, which converts it.",
    });
  }
  const file = parseShape(notebookFile, value, where);
  return { metadata: file.metadata, cells: assignCellIds(file.cells).cells };
}

/** Reads a notebook file; see {@link parseNotebook}. */
export async function readNotebook(path: string): Promise<Notebook> {
  return parseNotebook(await readText(path), path);
}

/**
 * The text of a notebook file, byte for byte as Jupyter writes it (format 4.5, sorted members, one
 * space, texts as lists of lines), so that saving it there changes nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { formatNotebook, parseNotebook } from "./ipynb.ts";
 *
 * const text = formatNotebook({
 *   metadata: {},
 *   cells: [{ cell_type: "markdown", id: "title", metadata: {}, source: "# Title\nText" }],
 * });
 * assert(text.includes('"source": [\n    "# Title\\n",\n    "Text"\n   ]'));
 * assert.equal(formatNotebook(parseNotebook(text, "it")), text);
 * ```
 */
export function formatNotebook(notebook: Notebook): string {
  return jupyterJson({
    nbformat: 4,
    nbformat_minor: 5,
    metadata: notebook.metadata,
    cells: notebook.cells.map((cell) => ({
      ...cell,
      source: lines(cell.source),
      ...(cell.cell_type === "code" ? { outputs: cell.outputs.map(outputAtRest) } : {}),
    })),
  }) + "\n";
}

/** Writes a notebook in one step: the file is the old one or the new one, never a part. */
export async function writeNotebook(path: string, notebook: Notebook): Promise<void> {
  await replaceFile(systemFiles(), path, formatNotebook(notebook));
}

function outputAtRest(output: Output): unknown {
  if (output.output_type === "stream") return { ...output, text: lines(output.text) };
  if (output.output_type === "error") return output;
  const data = Object.entries(output.data).map(([mime, value]) => [
    mime,
    isLines(mime) && typeof value === "string" ? lines(value) : value,
  ]);
  return { ...output, data: Object.fromEntries(data) };
}

/** Whether text of a media type lies in the file line by line, as nbformat writes it. */
function isLines(mime: string): boolean {
  return /^text\/|^application\/javascript$|^image\/svg\+xml$/.test(mime);
}

function lines(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}
