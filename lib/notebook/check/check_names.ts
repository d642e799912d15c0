import { tagsOf } from "../cell_tags.ts";
import type { Notebook } from "../ipynb.ts";
import { isExecutable } from "../run_cells.ts";
import { boundNames } from "./declared_names.ts";
import type { Objection } from "./finding.ts";
import { type Node, type ParsedCell, placeOf } from "./parse_cell.ts";

/** A name that the kernel keeps for later cells. */
interface Declaration {
  name: string;
  /** The keyword, for the message. */
  keyword: string;
  /**
   * Names of one family may be declared again and again, in a cell each; a name that goes from one
   * family to another is a SyntaxError of the kernel (found with Deno 2.9.6).
   */
  family: "constant" | "let" | "var";
  node: Node;
}

/** Names that cells take from each other, or from the kernel. */
export function checkNames(
  { cells }: Notebook,
  parsed: readonly (ParsedCell | null)[],
): Objection[] {
  const found: Objection[] = [];
  const first = new Map<string, Declaration & { cell: number }>();
  for (const [cell, code] of parsed.entries()) {
    if (!code?.ok || !isExecutable(cells[cell])) continue;
    const mayFail = tagsOf(cells[cell]).includes("raises-exception");
    for (const declaration of code.statements.flatMap(declarationsOf)) {
      const { name, keyword, family, node } = declaration;
      if (name === "Deno") {
        const message = "the cell declares a `Deno` of its own";
        found.push({ rule: "deno-name", cell, ...placeOf(node), message });
      }
      const before = first.get(name);
      if (before === undefined) first.set(name, { ...declaration, cell });
      else if (before.family !== family && before.cell !== cell && !mayFail) {
        const message = `\`${keyword} ${name}\`, which cell ${
          before.cell + 1
        } declares with \`${before.keyword}\``;
        found.push({ rule: "redeclaration", cell, ...placeOf(node), message });
      }
    }
  }
  return found;
}

function declarationsOf(statement: Node): Declaration[] {
  const node = /^Export/.test(statement.type) ? statement.declaration as Node | null : statement;
  if (!node || node.declare === true) return [];
  const named = (keyword: string, family: Declaration["family"]): Declaration[] => {
    const name = (node.id as Node | null | undefined)?.name;
    return typeof name === "string" ? [{ name, keyword, family, node }] : [];
  };
  switch (node.type) {
    case "VariableDeclaration":
      return (node.declarations as Node[]).flatMap(({ id }) =>
        boundNames(id as Node).map((name) => {
          const keyword = String(node.kind);
          return { name, keyword, family: familyOf(keyword), node };
        })
      );
    case "ForStatement":
      return node.init ? hoisted(node.init as Node) : [];
    case "ForInStatement":
    case "ForOfStatement":
      return hoisted(node.left as Node);
    case "ImportDeclaration":
      if (node.importKind === "type") return [];
      return (node.specifiers as Node[]).filter(({ importKind }) => importKind !== "type")
        .map(({ local }) => ({
          name: String((local as Node).name),
          keyword: "import",
          family: "constant",
          node,
        }));
    case "ClassDeclaration":
      return named("class", "let");
    case "FunctionDeclaration":
      return named("function", "var");
    case "TSEnumDeclaration":
      return node.const === true ? [] : named("enum", "var"); // a const enum leaves no name
    default:
      return [];
  }
}

/** The `var` of a loop's head, which is known behind the loop. */
function hoisted(head: Node): Declaration[] {
  return head.type === "VariableDeclaration" && head.kind === "var" ? declarationsOf(head) : [];
}

function familyOf(keyword: string): Declaration["family"] {
  return keyword === "let" ? "let" : keyword === "var" ? "var" : "constant";
}
