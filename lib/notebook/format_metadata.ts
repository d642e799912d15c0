import { type Cell, denoNotebookMetadata, type Notebook } from "./ipynb.ts";

/** What front ends and runners write about one session, which says nothing of the notebook. */
const volatile = {
  notebook:
    /^(widgets|signature|orig_nbformat|toc|toc-autonumbering|toc-showcode|varInspector|vscode|colab|accelerator|celltoolbar|execution|polyglot_notebook)$/,
  cell:
    /^(execution|ExecuteTime|collapsed|scrolled|trusted|vscode|pycharm|outputId|colab|papermill|lines_to_next_cell)$/,
  language: /^(name|file_extension|mimetype)$/,
};

/**
 * A notebook's metadata without what only one session or one version of a program has written. One
 * for the Deno kernel tells the language as that kernel does, so that opening it changes nothing.
 */
export function steadyNotebookMetadata({ metadata }: Notebook): Notebook["metadata"] {
  const kept = without(metadata, volatile.notebook);
  const { language_info: language, papermill } = kept;
  if (isObject(language)) {
    kept.language_info = Object.fromEntries(
      Object.entries(language).filter(([key]) => volatile.language.test(key)),
    );
  }
  const isDeno = isObject(kept.kernelspec) && kept.kernelspec.name === "deno";
  if (isDeno) kept.language_info = denoNotebookMetadata.language_info;
  if (isObject(papermill)) {
    const { parameters } = papermill;
    if (isObject(parameters) && Object.keys(parameters).length > 0) kept.papermill = { parameters };
    else delete kept.papermill;
  }
  return kept;
}

/** A cell's metadata without the same; tags are kept in their order, an empty list is not. */
export function steadyCellMetadata({ metadata }: Cell): Cell["metadata"] {
  const kept = without(metadata, volatile.cell);
  for (const [key, value] of Object.entries(kept)) {
    const isEmpty = Array.isArray(value)
      ? value.length === 0
      : isObject(value) && Object.keys(value).length === 0;
    if ((key === "tags" || key === "jupyter") && isEmpty) delete kept[key];
  }
  return kept;
}

function without(metadata: Record<string, unknown>, names: RegExp): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([key]) => !names.test(key)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
