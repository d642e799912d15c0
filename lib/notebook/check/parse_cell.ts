import { parse, parseExpression, type ParserPlugin } from "@babel/parser";

/** A node of the syntax tree (ESTree with TypeScript, as Babel builds it). */
export interface Node {
  type: string;
  start: number;
  end: number;
  loc: { start: { line: number; column: number } };
  [member: string]: unknown;
}

/** A cell's code as a tree, or where it cannot be parsed; lines and columns count from 1. */
export type ParsedCell =
  | { ok: true; statements: Node[] }
  | { ok: false; message: string; line: number; column: number };

/**
 * Parses the code of a cell: TypeScript, or where that fails, with JSX. Like the kernel it takes a
 * cell in braces that is no block for an object.
 */
export function parseCell(code: string): ParsedCell {
  const attempts: ParserPlugin[][] = [["typescript"], ["typescript", "jsx"]];
  let failure: ParsedCell | null = null;
  for (const plugins of attempts) {
    try {
      const file = parse(code, { sourceType: "module", plugins: [...plugins, "decorators"] });
      return { ok: true, statements: file.program.body as unknown as Node[] };
    } catch (error) {
      const { message, loc } = error as Error & { loc?: { line: number; column: number } };
      failure ??= {
        ok: false,
        message: message.replace(/ \(\d+:\d+\)$/, ""),
        line: loc?.line ?? 1,
        column: (loc?.column ?? 0) + 1,
      };
    }
  }
  return objectIn(code) ?? failure!;
}

function objectIn(code: string): ParsedCell | null {
  if (!/^\s*\{[\s\S]*\}\s*$/.test(code)) return null;
  try {
    const expression = parseExpression(code, { plugins: ["typescript"] }) as unknown as Node;
    const { start, end, loc } = expression;
    return { ok: true, statements: [{ type: "ExpressionStatement", start, end, loc, expression }] };
  } catch {
    return null;
  }
}

/** Every node of the trees, from the outside in. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesOf(item);
  } else if (isNode(value)) {
    yield value;
    for (const [key, member] of Object.entries(value)) {
      if (key !== "loc" && !key.endsWith("Comments")) yield* nodesOf(member);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "loc" in value;
}

/** Where a node begins, counted from 1. */
export function placeOf({ loc }: Node): { line: number; column: number } {
  return { line: loc.start.line, column: loc.start.column + 1 };
}

/** The module that a node imports, passes on or loads by `import()`, where it stands as a literal. */
export function importedFrom(node: Node): string | null {
  const isImport = /^(Import|ExportNamed|ExportAll)Declaration$|^ImportExpression$/.test(node.type);
  const called = node.type === "CallExpression" && (node.callee as Node).type === "Import"
    ? (node.arguments as Node[])[0]
    : undefined;
  const source = (isImport ? node.source : called) as Node | null | undefined;
  return source?.type === "StringLiteral" ? String(source.value) : null;
}

/** `a.b.c` of a chain of names; null of anything else. */
export function nameOf(value: unknown): string | null {
  const node = value as Node | null;
  if (node?.type === "Identifier") return String(node.name);
  if (node?.type === "MemberExpression" && !node.computed) {
    const [object, property] = [nameOf(node.object), nameOf(node.property)];
    return object && property && `${object}.${property}`;
  }
  return null;
}
