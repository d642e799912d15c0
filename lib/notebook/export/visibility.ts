import { tagsOf } from "../cell_tags.ts";
import type { Cell } from "../ipynb.ts";

/** How the parts of a cell are shown: as they are, folded up, or not at all. */
export interface Visibility {
  cell: "show" | "fold" | "remove";
  input: "show" | "fold" | "remove";
  output: "show" | "fold" | "remove";
}

/**
 * What a cell's tags say, as MyST and Jupyter Book have them: `hide-` folds and `remove-` leaves
 * out; each with `input`, `output` or `cell`. JupyterLab's collapsed parts are folded too.
 */
export function visibilityOf(cell: Cell): Visibility {
  const tags = tagsOf(cell);
  const jupyter = cell.metadata.jupyter as Record<string, unknown> | undefined;
  const of = (part: string, isHidden: unknown) =>
    tags.includes(`remove-${part}`)
      ? "remove"
      : tags.includes(`hide-${part}`) || isHidden === true
      ? "fold"
      : "show";
  return {
    cell: of("cell", false),
    input: of("input", jupyter?.source_hidden),
    output: of("output", jupyter?.outputs_hidden),
  };
}
