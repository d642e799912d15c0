import { runCommand } from "../base/command.ts";
import { SourceMap } from "node:module";
import { join } from "node:path";

/** A place in a cell as written, both counted from 1. */
export interface CellPosition {
  line: number;
  column: number;
}

/** What the kernel's own compiler makes of a cell. */
export type Transpiled =
  /** `positionOf` finds the written place of a place that the kernel names in a stack. */
  | { status: "ok"; positionOf(line: number, column: number): CellPosition | null }
  | { status: "syntax error"; message: string; position: CellPosition };

/** The kernel puts this before the first line of the code that it evaluates. */
const kernelPrefix = "'use strict'; void 0;";

/**
 * Compiles a cell as the kernel does, as TSX and where that fails as TypeScript. The kernel keeps
 * neither the messages of its compiler nor the lines of the cell as written.
 */
export async function transpileCell(code: string): Promise<Transpiled> {
  const folder = await Deno.makeTempDir({ prefix: "corebook-cell-" });
  try {
    // without it the compiler drops imports that are not used, and with them their lines
    const config = { compilerOptions: { verbatimModuleSyntax: true } };
    await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify(config));
    const asTsx = await transpile(folder, "cell.tsx", code);
    if (asTsx.status === "ok") return asTsx;
    const asTs = await transpile(folder, "cell.ts", code);
    if (asTs.status === "ok") return asTs;
    return isAfter(asTsx.position, asTs.position) ? asTsx : asTs; // the reading that got further
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function transpile(folder: string, name: string, code: string): Promise<Transpiled> {
  await Deno.writeTextFile(join(folder, name), code);
  const { code: exitCode, stdout, stderr } = await runCommand(
    Deno.execPath(),
    ["transpile", "--quiet", "--source-map", "inline", name],
    { cwd: folder, env: { NO_COLOR: "1" }, timeoutMs: 30_000 },
  );
  if (exitCode !== 0) return syntaxError(stderr);
  const map = /^\/\/# sourceMappingURL=data:application\/json;base64,(.+)$/m.exec(stdout)?.[1];
  if (map === undefined) return { status: "ok", positionOf: () => null }; // an empty cell
  const json = new TextDecoder().decode(Uint8Array.fromBase64(map));
  const sourceMap = new SourceMap(JSON.parse(json));
  return {
    status: "ok",
    positionOf: (line, column) => {
      const shift = line === 1 ? kernelPrefix.length : 0;
      const entry = sourceMap.findEntry(line - 1, Math.max(0, column - 1 - shift));
      if (!("originalLine" in entry)) return null;
      return { line: entry.originalLine + 1, column: entry.originalColumn + 1 };
    },
  };
}

function syntaxError(stderr: string): Transpiled {
  const message = /SyntaxError: (.+)/.exec(stderr)?.[1] ?? stderr.trim().split("\n")[0];
  const [, line, column] = /cell\.tsx?:(\d+):(\d+)/.exec(stderr) ?? ["", "1", "1"];
  return {
    status: "syntax error",
    message: message.trim(),
    position: { line: Number(line), column: Number(column) },
  };
}

function isAfter(a: CellPosition, b: CellPosition): boolean {
  return a.line > b.line || a.line === b.line && a.column > b.column;
}
