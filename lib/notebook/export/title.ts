import type { Notebook } from "../ipynb.ts";
import { visibilityOf } from "./visibility.ts";

/**
 * A notebook's title: what its metadata says, else the heading of the first level with which it
 * begins. `isHeading` tells whether it begins with one.
 */
export function titleOf(
  { metadata, cells }: Notebook,
): { text: string | null; isHeading: boolean } {
  const first = cells.find((cell) => visibilityOf(cell).cell !== "remove");
  const line = first?.cell_type === "markdown"
    ? /^\s*#[ \t]+(.+?)[ \t#]*(\n|$)/.exec(first.source)?.[1]
    : undefined;
  const own = typeof metadata.title === "string" && metadata.title.trim() !== ""
    ? metadata.title.trim()
    : null;
  return {
    text: own ?? line?.replace(/[*_`]|<[^>]*>/g, "") ?? null,
    isHeading: line !== undefined,
  };
}
