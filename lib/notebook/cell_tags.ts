import type { Cell } from "./ipynb.ts";

/** The tags of a cell, as JupyterLab's property inspector sets them. */
export function tagsOf(cell: Cell): string[] {
  const { tags } = cell.metadata;
  return Array.isArray(tags) ? tags.filter((tag) => typeof tag === "string") : [];
}
