import type { Node } from "./parse_cell.ts";

/** The names that the statements of a cell declare for the cells behind it. */
export function declarationsIn(statements: readonly Node[]): string[] {
  return statements.flatMap((given) => {
    const node = /^Export/.test(given.type) ? given.declaration as Node | null : given;
    if (!node) return [];
    if (node.type === "VariableDeclaration") {
      return (node.declarations as Node[]).flatMap(({ id }) => boundNames(id as Node));
    }
    const isDeclaration = /^(Function|Class|TSEnum|TSTypeAlias|TSInterface)Declaration$/
      .test(node.type);
    const name = (node.id as Node | null | undefined)?.name;
    return isDeclaration && typeof name === "string" ? [name] : [];
  });
}

/** The names that a pattern binds: `a` and `c` of `{ a, b: [c] }`. */
export function boundNames(pattern: Node): string[] {
  if (pattern.type === "Identifier") return [String(pattern.name)];
  if (pattern.type === "ObjectPattern") {
    return (pattern.properties as Node[]).flatMap((each) =>
      boundNames((each.type === "RestElement" ? each.argument : each.value) as Node)
    );
  }
  if (pattern.type === "ArrayPattern") {
    return (pattern.elements as (Node | null)[]).flatMap((each) => each ? boundNames(each) : []);
  }
  if (pattern.type === "AssignmentPattern") return boundNames(pattern.left as Node);
  return pattern.type === "RestElement" ? boundNames(pattern.argument as Node) : [];
}
