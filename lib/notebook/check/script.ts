import { declarationsIn } from "./declared_names.ts";
import { type Node, nodesOf } from "./parse_cell.ts";

/** A code cell for the type checker. */
export interface ScriptCell {
  /** Place in the notebook, counted from 0. */
  index: number;
  source: string;
  statements: readonly Node[];
}

/** Where a line of the script comes from. */
export interface Origin {
  cell: number;
  /** Line in the cell, counted from 1. */
  line: number;
  column: number;
  /** `code`: the cell's own text; the others ask one question about one statement. */
  kind: "code" | "is-promise" | "has-result" | "copy";
}

/** All code cells of a notebook as one module, and for each line where it comes from. */
export interface Script {
  text: string;
  origins: (Origin | null)[];
  /** The last cell that declares a name. */
  declaredIn: Map<string, number>;
}

/**
 * Builds the module that has the types of the notebook. Imports go to the top. A cell that declares
 * a name again, which the kernel allows, opens a block, so that the name is a new one from there on.
 * Behind each cell stand questions about its statements, as code that is wrong when the answer is
 * bad: whether a statement is a promise that nothing awaits, and whether the last one has a result.
 */
export function buildScript(cells: readonly ScriptCell[]): Script {
  const head = new Lines();
  const body = new Lines();
  const imported = new Map<string, string>();
  const declaredIn = new Map<string, number>();
  let declared = new Set<string>();
  let blocks = 0;
  for (const cell of cells) {
    let { source } = cell;
    for (const node of cell.statements.filter(isImport)) {
      source = blank(source, node);
      const text = cell.source.slice(node.start, node.end);
      if (importsKnown(node, imported)) continue; // an import that stands in two cells
      const { line, column } = node.loc.start;
      head.add(" ".repeat(column) + text, (at) => ({ ...origin(cell, "code"), line: line + at }));
    }
    const names = declarationsIn(cell.statements);
    if (names.some((name) => declared.has(name) || imported.has(name))) {
      body.add("{", () => null);
      blocks++;
      declared = new Set();
    }
    for (const name of names) {
      declared.add(name);
      declaredIn.set(name, cell.index);
    }
    body.add(
      asStatement(source, cell.statements),
      (at) => ({ ...origin(cell, "code"), line: at + 1 }),
    );
    for (const question of questionsAbout(cell)) body.add(question.text, () => question.origin);
  }
  body.add("}".repeat(blocks) + "\nexport {};", () => null);
  return {
    text: [...head.texts, ...body.texts].join("\n") + "\n",
    origins: [...head.origins, ...body.origins],
    declaredIn,
  };
}

/** An object as a whole cell needs a name, or it would be a block. */
function asStatement(source: string, statements: readonly Node[]): string {
  const only = statements.length === 1 ? statements[0].expression as Node | undefined : undefined;
  const isObject = only?.type === "ObjectExpression" && source.trimStart().startsWith("{");
  return isObject ? `(${source}\n);` : source;
}

class Lines {
  readonly texts: string[] = [];
  readonly origins: (Origin | null)[] = [];

  add(text: string, originOf: (line: number) => Origin | null): void {
    for (const [at, line] of text.split("\n").entries()) {
      this.texts.push(line);
      this.origins.push(originOf(at));
    }
  }
}

function origin({ index }: ScriptCell, kind: Origin["kind"]): Origin {
  return { cell: index, line: 1, column: 1, kind };
}

function isImport(node: Node): boolean {
  return node.type === "ImportDeclaration";
}

/** Spaces in place of a node, so that all else keeps its line and column. */
function blank(source: string, { start, end }: Node): string {
  return source.slice(0, start) + source.slice(start, end).replace(/[^\n]/g, " ") +
    source.slice(end);
}

/** Whether all names of an import are there already from the same place; notes those that are not. */
function importsKnown(node: Node, imported: Map<string, string>): boolean {
  const specifiers = node.specifiers as Node[];
  const source = (node.source as Node).value;
  const keys = specifiers.map((each) => {
    const name = String((each.local as Node).name);
    const of = (each.imported as Node | undefined)?.name ?? each.type;
    return [name, `${source} ${of}`] as const;
  });
  const isKnown = keys.length > 0 && keys.every(([name, key]) => imported.get(name) === key);
  for (const [name, key] of keys) imported.set(name, key);
  return isKnown;
}

/** Expressions whose type has to tell whether they are a promise or have a result. */
const undecided =
  /^(Await|Call|OptionalCall|New|Conditional|Logical|Sequence)Expression$|^TS|^Paren/;

function questionsAbout(cell: ScriptCell): { text: string; origin: Origin }[] {
  return cell.statements.flatMap((node, at) => {
    if (node.type !== "ExpressionStatement") return [];
    const expression = node.expression as Node;
    if (!undecided.test(expression.type)) return [];
    const text = cell.source.slice(expression.start, expression.end);
    const { line, column } = node.loc.start;
    const place = { cell: cell.index, line, column: column + 1 };
    const ask = (kind: Origin["kind"], text: string) => ({ text, origin: { ...place, kind } });
    const value = `__value${node.start}`;
    return [
      ask("copy", `{ const ${value} = (${text}\n);`),
      ask(
        "is-promise",
        `const __promise: [typeof ${value}] extends [never] ? 1 ` +
          `: typeof ${value} extends PromiseLike<unknown> ? never : 1 = 1;`,
      ),
      ...(at === cell.statements.length - 1 && !callsConsole(expression)
        ? [ask("has-result", `const __result: void = ${value};`)]
        : []),
      ask("copy", "}"),
    ];
  });
}

/** What DOM-less code cannot get wrong: `console.log` and its like return nothing. */
function callsConsole(expression: Node): boolean {
  return [...nodesOf(expression)].slice(0, 3).some((node) =>
    node.type === "Identifier" && node.name === "console"
  );
}
