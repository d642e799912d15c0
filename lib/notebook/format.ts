import type { Cell, CodeCell, Notebook, Output } from "./ipynb.ts";
import { formatNotebook, parseNotebook } from "./ipynb.ts";
import { isExecutable } from "./run_cells.ts";
import { codeSum, stampIn, withStamp } from "./verify_stamp.ts";
import { steadyCellMetadata, steadyNotebookMetadata } from "./format_metadata.ts";

/** Formats the code of a notebook's JSON text, as `deno fmt` does. */
export type FormatCode = (json: string) => Promise<string>;

/** A formatted notebook, and whether its counts could be made those of one run. */
export interface Formatted {
  text: string;
  /**
   * False when counts stand twice, fall, or are missing beside outputs: the outputs come from
   * several sessions, and numbering the cells would hide it. The counts are left as they were.
   */
  countsInOrder: boolean;
}

/**
 * The stable form of a notebook file: laid out as Jupyter does, ids kept and missing ones given,
 * session data dropped, adjacent texts of a stream joined, executed cells numbered 1 to N, counts
 * null when there are no outputs. Formatting it again changes nothing.
 *
 * @param json Text of the file.
 * @param where How errors name it.
 * @throws {UserError} When it is no notebook.
 */
export async function formatNotebookText(
  json: string,
  where: string,
  formatCode: FormatCode,
): Promise<Formatted> {
  const { notebook, countsInOrder } = steadyNotebook(parseNotebook(json, where));
  const text = await formatCode(formatNotebook(notebook));
  const formatted = parseNotebook(text, where);
  // what was executed is what stands there now, in another form
  const stamp = stampIn(notebook);
  const isFresh = stamp !== null && stamp.code === codeSum(notebook);
  const stamped = isFresh
    ? withStamp(formatted, { ...stamp, code: codeSum(formatted) })
    : formatted;
  return { text: formatNotebook(stamped), countsInOrder };
}

/** The notebook without what changes from session to session. */
function steadyNotebook(
  notebook: Notebook,
): { notebook: Notebook; countsInOrder: boolean } {
  const executed = notebook.cells.filter(isExecutable);
  const hasOutputs = executed.some(({ outputs }) => outputs.length > 0);
  const counts = executed.map((cell) => cell.execution_count);
  const countsInOrder = !hasOutputs ||
    counts.every((count, at) => count !== null && (at === 0 || count > counts[at - 1]!));
  let number = 0;
  const cells = notebook.cells.map((cell): Cell => {
    const metadata = steadyCellMetadata(cell);
    if (cell.cell_type !== "code") return { ...cell, metadata };
    const count = !hasOutputs
      ? null
      : countsInOrder
      ? isExecutable(cell) ? ++number : null
      : cell.execution_count;
    return { ...cell, metadata, execution_count: count, outputs: steadyOutputs(cell, count) };
  });
  return { notebook: { metadata: steadyNotebookMetadata(notebook), cells }, countsInOrder };
}

function steadyOutputs({ outputs }: CodeCell, count: number | null): Output[] {
  const steady: Output[] = [];
  for (const output of outputs) {
    const last = steady.at(-1);
    if (output.output_type === "stream") {
      if (last?.output_type === "stream" && last.name === output.name) {
        steady[steady.length - 1] = { ...last, text: last.text + output.text };
      } else if (output.text !== "") steady.push(output);
    } else if (output.output_type === "execute_result") {
      steady.push({ ...output, execution_count: count });
    } else steady.push(output);
  }
  return steady;
}
