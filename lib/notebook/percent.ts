import { assignCellIds } from "./cell_ids.ts";
import { type Cell, denoNotebookMetadata, type Notebook } from "./ipynb.ts";
import { messageOf, UserError } from "../base/errors.ts";

/** `// %%`, maybe with backslashes that keep it from being a marker. */
const markLike = /^(\/\/ ?)(\\*)%%/;
const marker = /^\/\/ ?%%[ \t]*(.*?)[ \t]*$/;

/**
 * A notebook as TypeScript in the percent format of Jupytext: each cell behind a line `// %%` with
 * its type, id and metadata, Markdown as comments. Nothing but outputs and execution counts is left
 * out; {@linkcode fromPercent} gives the notebook back.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { toPercent } from "./percent.ts";
 *
 * const text = toPercent({
 *   metadata: {},
 *   cells: [{ cell_type: "markdown", id: "title", metadata: {}, source: "# Title" }],
 * });
 * assert.equal(text, '// ---\n// jupyter: {}\n// ---\n\n// %% [markdown] {"id":"title"}\n// # Title\n');
 * ```
 */
export function toPercent({ metadata, cells }: Notebook): string {
  const head = `// ---\n// jupyter: ${JSON.stringify(metadata)}\n// ---\n`;
  return [head, ...cells.map(cellToPercent)].join("\n");
}

function cellToPercent(cell: Cell): string {
  const { cell_type: type, id, metadata, source } = cell;
  const more = Object.entries(metadata).map((
    [key, value],
  ) => [own.test(key) ? `+${key}` : key, value]);
  const attachments = type === "code" ? undefined : cell.attachments;
  const head = JSON.stringify({ id, ...Object.fromEntries(more), attachments });
  const lines = source === "" ? [] : source.split("\n").map((line) => {
    const text = type === "code" ? line : line === "" ? "//" : `// ${line}`;
    return text.replace(markLike, "$1\\$2%%");
  });
  return [`// %% ${type === "code" ? "" : `[${type}] `}${head}`, ...lines].join("\n") + "\n";
}

/** Names that the head of a cell has for itself; the metadata's own get a `+` in front. */
const own = /^\+*(id|attachments)$/;

/**
 * The notebook of a text in percent format. Cells without an id get one; text before the first
 * marker is a cell of code, so that any TypeScript file is taken.
 *
 * @param where How errors name the file.
 * @param before A notebook whose outputs are kept for cells with the same id and the same code.
 * @throws {UserError} When a head is not JSON or of an unknown cell type.
 */
export function fromPercent(text: string, where: string, before?: Notebook): Notebook {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const { metadata, next } = headOf(lines, where);
  const cells: Parsed[] = [];
  let open: { head: Head; lines: string[] } = { head: codeHead, lines: [] };
  const close = () => {
    if (open.lines.at(-1) === "") open.lines.pop(); // the line that parts two cells
    const isImplied = open.head === codeHead && open.lines.every((line) => line.trim() === "");
    if (!isImplied) cells.push(cellOf(open.head, open.lines));
  };
  for (let at = next; at < lines.length; at++) {
    const mark = marker.exec(lines[at].replace(/\r$/, ""));
    if (mark) {
      close();
      open = { head: parseHead(mark[1], `${where}:${at + 1}`), lines: [] };
    } else open.lines.push(lines[at]);
  }
  close();
  return { metadata, cells: assignCellIds(cells).cells.map((cell) => withOutputs(cell, before)) };
}

interface Head {
  type: Cell["cell_type"];
  id?: string;
  metadata: Record<string, unknown>;
  attachments?: Record<string, Record<string, unknown>>;
}

const codeHead: Head = { type: "code", metadata: {} };

/** A cell whose id may be missing. */
type Parsed = Cell extends infer Each
  ? Each extends Cell ? Omit<Each, "id"> & { id?: string } : never
  : never;

function headOf(
  lines: string[],
  where: string,
): { metadata: Record<string, unknown>; next: number } {
  const match = /^\/\/ jupyter: (\{.*\})\s*$/.exec(lines[1] ?? "");
  if (!match || lines[0].trim() !== "// ---" || lines[2]?.trim() !== "// ---") {
    return { metadata: structuredClone(denoNotebookMetadata), next: 0 };
  }
  return { metadata: jsonOf(match[1], `${where}:2`), next: lines[3] === "" ? 4 : 3 };
}

function jsonOf(text: string, where: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError(`Cannot read ${where}: ${messageOf(cause)}`, { cause });
  }
}

function parseHead(text: string, where: string): Head {
  const [, title, type = "code", json] = /^(.*?)[ \t]*(?:\[(\w+)\])?[ \t]*(\{.*\})?$/.exec(text)!;
  if (type !== "code" && type !== "markdown" && type !== "raw") {
    throw new UserError(`Cannot read ${where}: there is no cell type ${type}`, {
      advice: "It is [markdown], [raw], or none for code.",
    });
  }
  const { id, attachments, ...rest } = json === undefined ? {} : jsonOf(json, where);
  const metadata = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [own.test(key) ? key.slice(1) : key, value]),
  );
  return {
    type,
    id: id as string | undefined,
    metadata: title === "" ? metadata : { title, ...metadata },
    attachments: attachments as Head["attachments"],
  };
}

function cellOf({ type, id, metadata, attachments }: Head, lines: string[]): Parsed {
  const source = lines.map((line) => {
    const text = line.replace(
      markLike,
      (mark, start, backslashes) => backslashes === "" ? mark : `${start}${backslashes.slice(1)}%%`,
    );
    return type === "code" ? text : text.replace(/^\/\/ ?/, "");
  }).join("\n");
  if (type === "code") {
    return { cell_type: type, id, metadata, source, execution_count: null, outputs: [] };
  }
  return { cell_type: type, id, metadata, source, ...(attachments ? { attachments } : {}) };
}

function withOutputs(parsed: Parsed & { id: string }, before?: Notebook): Cell {
  const cell = parsed as Cell;
  const old = before?.cells.find(({ id }) => id === cell.id);
  if (cell.cell_type !== "code" || old?.cell_type !== "code" || old.source !== cell.source) {
    return cell;
  }
  return { ...cell, execution_count: old.execution_count, outputs: old.outputs };
}
