import { UserError } from "../base/errors.ts";
import { freeName } from "../base/free_name.ts";
import { tagsOf } from "./cell_tags.ts";
import type { Cell, CodeCell, Notebook } from "./ipynb.ts";
import { type Declaration, declarationsOf } from "./params_declarations.ts";
import { parameterLiteral } from "./params_values.ts";

const isTagged = (tag: string) => (cell: Cell): cell is CodeCell =>
  cell.cell_type === "code" && tagsOf(cell).includes(tag);

/** The parameters of a notebook: what its cell tagged `parameters` declares; none without one. */
export function parametersOf(notebook: Notebook): Declaration[] {
  return notebook.cells.filter(isTagged("parameters")).flatMap((cell) =>
    declarationsOf(cell.source)
  );
}

/**
 * A copy of the notebook with a cell tagged `injected-parameters` that gives the parameters other
 * values, behind the cell that declares them, as papermill does
 * (https://papermill.readthedocs.io/en/latest/usage-parameterize.html). An injected cell of an
 * earlier run is replaced.
 *
 * @param values Texts are read by the declared type; other values are written as JSON.
 * @param where How errors name the notebook.
 * @throws {UserError} When the notebook has no such parameter, or not of that type.
 */
export function applyParameters(
  notebook: Notebook,
  values: Record<string, unknown>,
  where: string,
): Notebook {
  const names = Object.keys(values);
  if (names.length === 0) return notebook;
  const declared = parametersOf(notebook);
  const lines = names.map((name) => {
    const declaration = declared.find((each) => each.name === name);
    if (declaration === undefined) throw unknownName(name, declared, where);
    const type = declaration.annotation === null ? "" : `: ${declaration.annotation}`;
    const literal = parameterLiteral(declaration, values[name], where);
    return `${declaration.keyword} ${name}${type} = ${literal};`;
  });
  const source = `// Parameters\n${lines.join("\n")}`;

  const cells: Cell[] = notebook.cells.filter((cell) => !isTagged("injected-parameters")(cell));
  const old = notebook.cells.find(isTagged("injected-parameters"));
  const taken = new Set(cells.map((cell) => cell.id));
  const injected: CodeCell = {
    cell_type: "code",
    id: old?.id ?? freeName("injected-parameters", (name) => taken.has(name)),
    metadata: { tags: ["injected-parameters"] },
    source,
    execution_count: null,
    outputs: [],
  };
  cells.splice(cells.findLastIndex(isTagged("parameters")) + 1, 0, injected);
  return { ...notebook, cells };
}

function unknownName(name: string, declared: Declaration[], where: string): UserError {
  return new UserError(`Cannot set ${name} in ${where}: the notebook has no such parameter`, {
    advice: declared.length === 0
      ? "Declare it in a code cell with the tag `parameters`."
      : `It has: ${declared.map((each) => each.name).join(", ")}.`,
    exitCode: 2,
  });
}
