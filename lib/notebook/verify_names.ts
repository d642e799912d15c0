import { importedFrom, type Node, nodesOf, parseCell } from "./check/parse_cell.ts";
import { importsOf } from "./run_imports.ts";

/** Names that are imported from a module, `default` among them, or all that it has. */
export type Names = ReadonlySet<string> | "all";

/** Adds names to those of a module; whether that made a difference. */
export function addNames(modules: Map<string, Names>, module: string, names: Names): boolean {
  const before = modules.get(module);
  if (before === "all") return false;
  const after = names === "all" ? names : (before ?? new Set()).union(names);
  modules.set(module, after);
  return before === undefined || after === "all" || after.size > before.size;
}

/**
 * What code imports, by specifier; types count for nothing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { importedNames } from "./verify_names.ts";
 *
 * const names = importedNames('import a, { b as c, type D } from "x";\nawait import("y");');
 * assert.deepEqual([...names], [["x", new Set(["default", "b"])], ["y", "all"]]);
 * ```
 */
export function importedNames(code: string): Map<string, Names> {
  const found = new Map<string, Names>();
  const parsed = parseCell(code);
  if (!parsed.ok) {
    for (const { specifier } of importsOf(code)) addNames(found, specifier, "all");
    return found;
  }
  for (const node of nodesOf(parsed.statements)) {
    const module = importedFrom(node);
    if (module === null || node.importKind === "type" || node.exportKind === "type") continue;
    addNames(found, module, namesOf(node));
  }
  return found;
}

function namesOf(node: Node): Names {
  const specifiers = node.specifiers as Node[] | undefined;
  if (node.type !== "ImportDeclaration" || !specifiers?.length) return "all";
  if (specifiers.some(({ type }) => type === "ImportNamespaceSpecifier")) return "all";
  const values = specifiers.filter(({ importKind }) => importKind !== "type");
  return new Set(
    values.map((each) =>
      each.type === "ImportDefaultSpecifier" ? "default" : nameIn(each.imported)
    ),
  );
}

/**
 * Where a module that only passes on what others export has some names from, by specifier; null when
 * it is no such module.
 *
 * @param statements Of the module; null when it cannot be parsed.
 */
export function reexportsOf(
  statements: readonly Node[] | null,
  names: ReadonlySet<string>,
): Map<string, Names> | null {
  if (statements === null || statements.length === 0) return null;
  if (
    !statements.every(({ type, source }) => /^Export(Named|All)Declaration$/.test(type) && source)
  ) {
    return null;
  }
  const found = new Map<string, Names>();
  const missing = new Set(names);
  for (const node of statements.filter(({ type }) => type === "ExportNamedDeclaration")) {
    const specifiers = (node.specifiers as Node[]).filter(({ exported }) =>
      missing.delete(nameIn(exported))
    );
    const isWhole = specifiers.some(({ type }) => type === "ExportNamespaceSpecifier");
    const inner = new Set(specifiers.map(({ local }) => nameIn(local)));
    if (specifiers.length > 0) addNames(found, sourceOf(node), isWhole ? "all" : inner);
  }
  for (const node of statements.filter(({ type }) => type === "ExportAllDeclaration")) {
    if (missing.size > 0) addNames(found, sourceOf(node), new Set(missing));
  }
  return found;
}

function sourceOf(node: Node): string {
  return String((node.source as Node).value);
}

/** `a`, or what stands in quotes. */
function nameIn(value: unknown): string {
  const node = value as Node | undefined;
  return String(node?.name ?? node?.value);
}
