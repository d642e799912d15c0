import type { CellPosition } from "./run_transpile.ts";

/** A module that a cell imports, and where the specifier stands. */
export interface CellImport {
  specifier: string;
  position: CellPosition;
}

const pattern =
  /\bimport\s*(?:\(\s*)?(["'])([^"'\n]+)\1|\b(?:import|export)\b[^"'`;()]*?\bfrom\s*(["'])([^"'\n]+)\3/g;

/**
 * The literal imports of a cell, static and dynamic, in order. A scan and no parser: it also finds
 * imports in comments, so use it where an import is known to have failed.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { importsOf } from "./run_imports.ts";
 *
 * assert.deepEqual(importsOf('const a = 1;\nimport {\n b,\n} from "npm:b";'), [
 *   { specifier: "npm:b", position: { line: 4, column: 8 } },
 * ]);
 * ```
 */
export function importsOf(code: string): CellImport[] {
  return [...code.matchAll(pattern)].map((match) => {
    const specifier = match[2] ?? match[4];
    const start = match.index + match[0].length - specifier.length - 2;
    const before = code.slice(0, start);
    return {
      specifier,
      position: {
        line: before.split("\n").length,
        column: start - (before.lastIndexOf("\n") + 1) + 1,
      },
    };
  });
}
