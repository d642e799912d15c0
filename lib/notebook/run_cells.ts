import { tagsOf } from "./cell_tags.ts";
import { type Cell, type CodeCell, denoNotebookMetadata, type Notebook } from "./ipynb.ts";

/** Whether the cell is executed: code that is not blank and not tagged `skip-execution`. */
export function isExecutable(cell: Cell): cell is CodeCell {
  return cell.cell_type === "code" && cell.source.trim() !== "" &&
    !tagsOf(cell).includes("skip-execution");
}

/**
 * A copy of a notebook that is ready to be executed: no outputs and counts of earlier runs, and no
 * stamp of what these depended on. A cell that is left out keeps its outputs, without a count.
 */
export function withoutOutputs(original: Notebook): Notebook {
  const notebook = structuredClone(original);
  const { kernelspec, language_info } = denoNotebookMetadata;
  notebook.metadata = { kernelspec, ...withoutStamp(notebook.metadata), language_info };
  for (const cell of notebook.cells) {
    if (cell.cell_type !== "code") continue;
    cell.execution_count = null;
    if (!tagsOf(cell).includes("skip-execution")) cell.outputs = [];
    for (const output of cell.outputs) {
      if (output.output_type === "execute_result") output.execution_count = null;
    }
  }
  return notebook;
}

/** Metadata without what `nb verify` knows of the last run, which is under `corebook.stamp`. */
function withoutStamp({ corebook, ...metadata }: Notebook["metadata"]): Notebook["metadata"] {
  const { stamp: _, ...own } = (corebook ?? {}) as Record<string, unknown>;
  return Object.keys(own).length === 0 ? metadata : { ...metadata, corebook: own };
}

/** Takes an output away and joins the two halves of a stream that it had divided. */
export function removeOutput(cell: CodeCell, index: number): void {
  cell.outputs.splice(index, 1);
  const [before, after] = [cell.outputs[index - 1], cell.outputs[index]];
  if (before?.output_type !== "stream" || after?.output_type !== "stream") return;
  if (before.name !== after.name) return;
  before.text += after.text;
  cell.outputs.splice(index, 1);
}
