import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "../../base/command.ts";
import { UserError } from "../../base/errors.ts";
import { type Diagnostic, parseDiagnostics } from "./diagnostics.ts";
import { withModulesBeside } from "../modules_beside.ts";
import type { Objection } from "./finding.ts";
import { buildScript, type Script, type ScriptCell } from "./script.ts";

/** The code of one notebook, for {@linkcode checkTypes}. */
export interface CodeOfNotebook {
  path: string;
  cells: readonly ScriptCell[];
}

const LIMIT_MS = 300_000;

/**
 * Checks the types of notebooks with `deno check`, which is given each one as a module that stands
 * beside it for as long as the check takes, so that imports are found as the kernel finds them.
 *
 * @returns For each notebook, in order, what the type checker objects to.
 */
export async function checkTypes(notebooks: readonly CodeOfNotebook[]): Promise<Objection[][]> {
  const scripts = notebooks.map(({ cells }) => buildScript(cells));
  const modules = notebooks.map(({ path }, at) => ({ notebook: path, text: scripts[at].text }));
  return await withModulesBeside(modules, async (files) => {
    const urls = files.map((file) => pathToFileURL(file).href);
    const diagnostics = new Map<string, Diagnostic[]>(urls.map((url) => [url, []]));
    // a module that cannot be loaded hides all others: it is left out and they are checked again
    const waiting = new Set(files);
    while (waiting.size > 0) {
      const found = await denoCheck([...waiting]);
      for (const each of found) diagnostics.get(each.url)?.push(each);
      const fatal = found.find(({ isFatal }) => isFatal);
      const broken = files.find((file, at) => waiting.has(file) && urls[at] === fatal?.url);
      if (broken === undefined) break;
      waiting.delete(broken);
    }
    return scripts.map((script, at) =>
      diagnostics.get(urls[at])!.flatMap((each) => objectionsOf(each, script))
    );
  });
}

async function denoCheck(files: string[]): Promise<Diagnostic[]> {
  const { code, stderr, timedOut } = await runCommand(Deno.execPath(), ["check", ...files], {
    timeoutMs: LIMIT_MS,
    cwd: dirname(files[0]),
    env: { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" },
  });
  const found = parseDiagnostics(stderr);
  if (code !== 0 && found.length === 0) {
    const why = timedOut
      ? `it took more than ${LIMIT_MS / 1000} s`
      : stderr.trim().split("\n").find((line) => line.startsWith("error"))?.slice(7) ??
        `deno check ended with ${code}`;
    throw new UserError(`Cannot check the types: ${why}`, {
      advice:
        "Try `deno check` on a module with the same imports, or leave it out with --no-types.",
    });
  }
  return found;
}

function objectionsOf(diagnostic: Diagnostic, { origins, declaredIn }: Script): Objection[] {
  const origin = origins[diagnostic.line - 1];
  const { message } = diagnostic;
  if (!origin) return [{ rule: "type", cell: null, message }];
  const { cell, kind, line, column } = origin;
  switch (kind) {
    case "copy":
      return [];
    case "is-promise":
      return [{
        rule: "floating-promise",
        cell,
        line,
        column,
        message: "nothing awaits this promise",
      }];
    case "has-result": {
      const type = /^Type '(.*?)' is not assignable to type 'void'/.exec(message)?.[1] ?? "value";
      // the other question has found the promise; `unknown` is what `await new Promise(...)` gives
      if (/^(Promise<|unknown$)/.test(type)) return [];
      return [{
        rule: "last-result",
        cell,
        line,
        column,
        message: `the cell's result is a last expression of the type ${type}`,
      }];
    }
    default: {
      // a function may use what a later cell declares, which can stand in a block of the script
      const missing = /^Cannot find name '([^']*)'/.exec(message)?.[1];
      if (missing !== undefined && (declaredIn.get(missing) ?? -1) > cell) return [];
      return [{ rule: "type", cell, line, column: diagnostic.column, message }];
    }
  }
}
