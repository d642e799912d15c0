import { importsOf } from "./run_imports.ts";
import { type CellPosition, transpileCell } from "./run_transpile.ts";

/** An error of a cell with its place in the cell as written, where that can be told. */
export interface LocatedError {
  name: string;
  message: string;
  stack: string[];
  position: CellPosition | null;
}

/**
 * Finds the cause that the kernel hides behind "Execution failed": a syntax error, else the first
 * import that fails.
 *
 * @param probe Evaluates code in the kernel and returns the error that it throws.
 */
export async function hiddenCause(
  code: string,
  probe: (code: string) => Promise<{ name: string; message: string } | null>,
): Promise<LocatedError> {
  const transpiled = await transpileCell(code);
  if (transpiled.status === "syntax error") {
    const { message, position } = transpiled;
    return { name: "SyntaxError", message, stack: [], position };
  }
  for (const { specifier, position } of importsOf(code)) {
    // a literal would be resolved before the code runs, and fail without a message again
    const error = await probe(`await import([${JSON.stringify(specifier)}].join(""))`);
    if (error !== null) {
      const message = `Cannot import "${specifier}": ${error.message}`;
      return { name: error.name, message, stack: [], position };
    }
  }
  const message = "The kernel did not say why, and the cell's syntax and imports are right";
  return { name: "Error", message, stack: [], position: null };
}

/** Finds where in the cell as written a thrown error comes from. */
export async function locateError(
  code: string,
  error: { name: string; message: string; stack: string[] },
): Promise<LocatedError> {
  return { ...error, position: importPosition(code, error.message) ?? await framePosition() };

  // the outermost frame without a file is in this cell; the inner ones may be in earlier cells
  async function framePosition(): Promise<CellPosition | null> {
    const frame = error.stack.findLast((line) => /<anonymous>:\d+:\d+\)?$/.test(line));
    const [, line, column] = /:(\d+):(\d+)\)?$/.exec(frame ?? "") ?? [];
    if (line === undefined) return null;
    const transpiled = await transpileCell(code);
    return transpiled.status === "ok" ? transpiled.positionOf(Number(line), Number(column)) : null;
  }
}

function importPosition(code: string, message: string): CellPosition | null {
  const quoted =
    /^(?:Module not found|Import|Cannot find module|Could not find)\b[^"']*["'](.+?)["']/
      .exec(message)?.[1];
  if (quoted === undefined) return null;
  const ending = (specifier: string) => specifier.replace(/^(?:\.{0,2}\/)+/, "");
  return importsOf(code).find(({ specifier }) => quoted.endsWith(ending(specifier)))?.position ??
    null;
}
