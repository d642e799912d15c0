import { tagsOf } from "../cell_tags.ts";
import type { Notebook } from "../ipynb.ts";
import { declarationsOf } from "../params_declarations.ts";
import type { Objection } from "./finding.ts";

/** Parameters as papermill has them: one cell declares them, a later one may give them values. */
export function checkParameters({ cells, metadata }: Notebook): Objection[] {
  const tagged = (tag: string) =>
    cells.map((cell, index) => ({ cell, index })).filter(({ cell }) => tagsOf(cell).includes(tag));
  const declaring = tagged("parameters");
  const injected = tagged("injected-parameters");
  const found: Objection[] = [];
  const object = (cell: number | null, message: string) =>
    found.push({ rule: "parameters", cell, message });

  for (const { cell, index } of declaring) {
    if (cell.cell_type !== "code") {
      object(index, "the tag `parameters` stands on a cell without code");
    }
  }
  for (const { index } of declaring.slice(1)) {
    object(index, "a second cell has the tag `parameters`");
  }
  const names = new Set(
    declaring.flatMap(({ cell }) => declarationsOf(cell.source).map(({ name }) => name)),
  );
  for (const { cell, index } of injected) {
    if (declaring.length === 0) {
      object(index, "parameters are injected, but no cell has the tag `parameters`");
      continue;
    }
    if (index < declaring[0].index) {
      object(index, "parameters are injected before they are declared");
    }
    for (const { name } of declarationsOf(cell.source)) {
      if (!names.has(name)) object(index, `the injected parameter ${name} is not declared`);
    }
  }
  const used = (metadata.papermill as { parameters?: object } | undefined)?.parameters;
  if (declaring.length === 0 && injected.length === 0 && used && Object.keys(used).length > 0) {
    object(null, "the notebook was run with parameters, but no cell has the tag `parameters`");
  }
  return found;
}
