/**
 * The wished name, or with `-2`, `-3`... behind it where that is taken.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { freeName } from "./free_name.ts";
 *
 * const taken = new Set(["plot", "plot-2"]);
 * assert.equal(freeName("plot", (name) => taken.has(name)), "plot-3");
 * ```
 */
export function freeName(wished: string, isTaken: (name: string) => boolean): string {
  let name = wished;
  for (let number = 2; isTaken(name); number++) name = `${wished}-${number}`;
  return name;
}
