import { type CodeCell, denoNotebookMetadata, type Notebook } from "../../lib/notebook/ipynb.ts";

/** A cell of code, never executed and without outputs unless `more` says otherwise. */
export function codeCell(id: string, source: string, more: Partial<CodeCell> = {}): CodeCell {
  return {
    cell_type: "code",
    id,
    metadata: {},
    source,
    execution_count: null,
    outputs: [],
    ...more,
  };
}

/** A notebook for the Deno kernel: a cell of code for each source, with the ids `c1`, `c2`... */
export function codeNotebook(sources: readonly string[]): Notebook {
  return {
    metadata: denoNotebookMetadata,
    cells: sources.map((source, at) => codeCell(`c${at + 1}`, source)),
  };
}
