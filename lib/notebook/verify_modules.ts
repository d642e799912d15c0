import { dirname, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runCommand } from "../base/command.ts";
import { UserError } from "../base/errors.ts";
import { parseCell } from "./check/parse_cell.ts";
import type { Notebook } from "./ipynb.ts";
import { withModulesBeside } from "./modules_beside.ts";
import { isExecutable } from "./run_cells.ts";
import { addNames, importedNames, type Names, reexportsOf } from "./verify_names.ts";

/** What `deno info --json` tells of a module. */
interface ModuleInfo {
  specifier: string;
  local?: string;
  dependencies?: { specifier: string; code?: { specifier?: string } }[];
}

/**
 * The local modules that a notebook imports, directly or not, as paths from its folder. Of a module
 * that only exports what others have, such as a library's front, the others count by the names that
 * are imported, so that the notebook does not depend on all the rest.
 *
 * @throws {UserError} When Deno cannot tell.
 */
export async function modulesOf(notebook: Notebook, path: string): Promise<string[]> {
  const wanted = new Map<string, Names>();
  for (const { source } of notebook.cells.filter(isExecutable)) {
    for (const [specifier, names] of importedNames(source)) addNames(wanted, specifier, names);
  }
  if (wanted.size === 0) return [];
  const text = [...wanted.keys()].map((each) => `import ${JSON.stringify(each)};\n`).join("");
  return await withModulesBeside([{ notebook: path, text }], async ([entry]) => {
    const folder = dirname(entry);
    const { code, stdout, stderr } = await runCommand(Deno.execPath(), ["info", "--json", entry], {
      timeoutMs: 120_000,
      cwd: folder,
      env: { NO_COLOR: "1" },
    });
    if (code !== 0) {
      throw new UserError(`Cannot find what ${path} imports: ${stderr.trim().split("\n")[0]}`);
    }
    const { modules, redirects }: {
      modules: ModuleInfo[];
      redirects?: Record<string, string>;
    } = JSON.parse(stdout);
    const known = new Map(modules.map((each) => [each.specifier, each]));
    const files = await used(
      pathToFileURL(entry).href,
      wanted,
      (url) => known.get(redirects?.[url] ?? url),
    );
    return files.map((url) => relative(folder, fileURLToPath(url)).replaceAll(sep, "/")).sort();
  });
}

/** Every file that is reached from the entry, which itself does not count. */
async function used(
  entry: string,
  wanted: ReadonlyMap<string, Names>,
  infoOf: (url: string) => ModuleInfo | undefined,
): Promise<string[]> {
  const found = new Set<string>();
  const visited = new Map<string, Names>();
  const urlIn = (info: ModuleInfo | undefined, specifier: string) =>
    info?.dependencies?.find((each) => each.specifier === specifier)?.code?.specifier;

  const visit = async (url: string | undefined, names: Names): Promise<void> => {
    if (!url?.startsWith("file:") || url.includes("/node_modules/")) return;
    if (/\/deno\.jsonc?$/.test(url)) return; // settings, of which the lock file has what matters
    if (!addNames(visited, url, names)) return;
    const info = infoOf(url);
    const front = names === "all" ? null : reexportsOf(await parse(info), names);
    if (front !== null) {
      for (const [specifier, inner] of front) await visit(urlIn(info, specifier), inner);
      return;
    }
    found.add(url);
    for (const { code } of info?.dependencies ?? []) await visit(code?.specifier, "all");
  };

  for (const [specifier, names] of wanted) await visit(urlIn(infoOf(entry), specifier), names);
  return [...found];
}

async function parse(info: ModuleInfo | undefined) {
  if (info?.local === undefined || !/\.[cm]?[jt]s$/.test(info.local)) return null;
  const parsed = parseCell(await Deno.readTextFile(info.local));
  return parsed.ok ? parsed.statements : null;
}
