import { basename, dirname, join, relative, resolve } from "node:path";
import { decoded } from "./decoded.ts";

/**
 * Where links between notebooks lead once these are pages: given the notebooks that are exported
 * together and the folder for their pages (none: beside each), the address of the page for a link
 * of one of them to another; null for all other links.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { pagesBeside } from "./pages_beside.ts";
 *
 * const pageOf = pagesBeside(["notebooks/a.ipynb", "notebooks/b c.ipynb"], "out");
 * assert.equal(pageOf("notebooks/a.ipynb", "b%20c.ipynb#why"), "b%20c.html#why");
 * assert.equal(pageOf("notebooks/a.ipynb", "../METHOD.md"), null);
 * ```
 */
export function pagesBeside(
  notebooks: readonly string[],
  out?: string,
): (notebook: string, address: string) => string | null {
  const page = (notebook: string) =>
    join(out ?? dirname(notebook), `${basename(notebook, ".ipynb")}.html`);
  const pages = new Map(notebooks.map((each) => [resolve(each), page(each)]));
  return (notebook, address) => {
    const [, path, fragment = ""] = /^([^:?#]+\.ipynb)(#.*)?$/.exec(address) ?? [];
    if (path === undefined) return null;
    const target = pages.get(resolve(dirname(notebook), decoded(path)));
    return target === undefined
      ? null
      : encodeURI(relative(dirname(page(notebook)), target).replaceAll("\\", "/")) + fragment;
  };
}
