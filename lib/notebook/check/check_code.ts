import type { Objection } from "./finding.ts";
import { importedFrom, nameOf, type Node, nodesOf, placeOf } from "./parse_cell.ts";

/** What the tree of one cell shows to be wrong. */
export function checkCode(statements: readonly Node[], cell: number): Objection[] {
  const found: Objection[] = [];
  for (const node of nodesOf(statements)) {
    const at = { cell, ...placeOf(node) };
    const source = importedFrom(node);
    if (source !== null && /^(npm|jsr|https?):/.test(source)) {
      found.push({ rule: "literal-import", ...at, message: `the cell imports \`${source}\`` });
    }
    const callee = node.type === "CallExpression" ? nameOf(node.callee) : null;
    if (callee !== null && /^Deno\.(test|bench)(\.|$)/.test(callee)) {
      found.push({ rule: "deno-test", ...at, message: `the cell calls \`${callee}\`` });
    }
    if (node.type === "MetaProperty" && nameOf(node.meta) === "import") {
      found.push({ rule: "import-meta", ...at, message: "a cell has no `import.meta`" });
    }
  }
  const last = statements.at(-1);
  if (last?.type === "ExpressionStatement" && isValue(last.expression as Node)) {
    found.push({
      rule: "last-result",
      cell,
      ...placeOf(last),
      message: "the cell's result is its last expression",
    });
  }
  return found;
}

/**
 * Whether an expression surely has a result. Calls may return nothing, which only their type tells;
 * assignments are written for their effect.
 */
function isValue(expression: Node): boolean {
  if (expression.type === "Identifier") return expression.name !== "undefined";
  if (expression.type === "UnaryExpression") {
    return !/^(void|delete)$/.test(String(expression.operator));
  }
  return !/^(Await|Call|OptionalCall|New|Assignment|Update|Import|Yield|Sequence|Conditional|Logical)Expression$/
    .test(expression.type) && !/^TS|^Parenthesized/.test(expression.type);
}

/** Whether a cell's own code, outside of functions, calls something that shows its argument. */
export function showsSomething(statements: readonly Node[]): boolean {
  return statements.some((statement) => {
    if (statement.type !== "ExpressionStatement") return false;
    let expression = statement.expression as Node;
    if (expression.type === "AwaitExpression") expression = expression.argument as Node;
    const callee = expression.type === "CallExpression" ? nameOf(expression.callee) : null;
    return callee !== null &&
      /^(show|live|display|table|plot|chart|figure|Plot\.plot|Deno\.jupyter\.display|console\.(log|table))$/
        .test(callee);
  });
}
