import { tagsOf } from "../cell_tags.ts";
import { type Cell, type Notebook, parseNotebook } from "../ipynb.ts";
import { codeLanguageOf, isTypeScript } from "../language.ts";
import { readText } from "../../base/read_text.ts";
import { checkCode } from "./check_code.ts";
import { checkCounts } from "./check_counts.ts";
import { checkIds } from "./check_ids.ts";
import { checkNames } from "./check_names.ts";
import { checkMarkdown, checkOutputs } from "./check_outputs.ts";
import { checkParameters } from "./check_parameters.ts";
import { checkTypes } from "./check_types.ts";
import { type Finding, findingOf, type Objection } from "./finding.ts";
import { parseCell, type ParsedCell } from "./parse_cell.ts";

/** A notebook's file, read and parsed once for all rules. */
interface Checked {
  path: string;
  /** As the file has them, before missing ones are given. */
  fileCells: { id?: unknown }[];
  minorVersion: number;
  notebook: Notebook;
  parsed: (ParsedCell | null)[];
}

/**
 * Checks notebooks without executing them: the types of all code cells, and the rules of
 * `rules.ts`. Code in another language than TypeScript or JavaScript is left alone.
 *
 * @param options With `types: false` the type checker, which takes a second or more, is left out,
 * and with it `floating-promise` and a part of `last-result`.
 * @returns Findings in the order of notebooks and cells.
 * @throws {UserError} When a file is no notebook.
 */
export async function checkNotebooks(
  paths: readonly string[],
  options: { types?: boolean } = {},
): Promise<Finding[]> {
  const files = await Promise.all(paths.map(read));
  const objections = files.map(checkWithoutTypes);
  if (options.types ?? true) {
    const typed = files.filter(({ parsed }) => parsed.every((each) => each?.ok ?? true));
    const found = await checkTypes(typed.map(({ path, notebook, parsed }) => ({
      path,
      cells: parsed.flatMap((each, index) =>
        each?.ok
          ? [{ index, source: notebook.cells[index].source, statements: each.statements }]
          : []
      ),
    })));
    for (const [at, file] of typed.entries()) {
      objections[files.indexOf(file)].push(...found[at].filter((each) => isUnmeant(each, file)));
    }
  }
  return files.flatMap(({ path, fileCells }, at) => {
    const ids = fileCells.map(({ id }) => typeof id === "string" ? id : null);
    return objections[at]
      .toSorted((a, b) => (a.cell ?? -1) - (b.cell ?? -1) || (a.line ?? 0) - (b.line ?? 0))
      .map((each) => findingOf(each, path, ids));
  });
}

async function read(path: string): Promise<Checked> {
  const json = await readText(path);
  const notebook = parseNotebook(json, path);
  const file = JSON.parse(json) as { nbformat_minor: number; cells: { id?: unknown }[] };
  const isCode = (cell: Cell) =>
    cell.cell_type === "code" && isTypeScript(codeLanguageOf(notebook));
  const parsed = notebook.cells.map((cell) => isCode(cell) ? parseCell(cell.source) : null);
  return { path, fileCells: file.cells, minorVersion: file.nbformat_minor, notebook, parsed };
}

function checkWithoutTypes({ fileCells, minorVersion, notebook, parsed }: Checked): Objection[] {
  const found = [
    ...checkIds(fileCells, minorVersion),
    ...checkCounts(notebook),
    ...checkNames(notebook, parsed),
    ...checkParameters(notebook),
  ];
  for (const [index, cell] of notebook.cells.entries()) {
    const code = parsed[index];
    if (cell.cell_type === "markdown") found.push(...checkMarkdown(cell.source, index));
    if (cell.cell_type !== "code") continue;
    const statements = code?.ok ? code.statements : [];
    found.push(...checkCode(statements, index), ...checkOutputs(cell, statements, index));
    if (code && !code.ok && !tagsOf(cell).includes("raises-exception")) {
      const { message, line, column } = code;
      found.push({ rule: "syntax", cell: index, line, column, message });
    }
  }
  return found;
}

/** Whether an objection is not what the cell's tag `raises-exception` asks for. */
function isUnmeant({ rule, cell }: Objection, { notebook }: Checked): boolean {
  return rule !== "type" || cell === null ||
    !tagsOf(notebook.cells[cell]).includes("raises-exception");
}
