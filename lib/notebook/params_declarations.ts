/** One declaration of a notebook's `parameters` cell. */
export interface Declaration {
  keyword: "const" | "let" | "var";
  name: string;
  /** The type as written; null when there is none. */
  annotation: string | null;
  /** The annotation, else the type of a literal default; null when neither tells. */
  type: string | null;
  /** The default as written; empty when there is none. */
  defaultText: string;
  /** The comment on the same line, or the one above; empty when there is none. */
  help: string;
}

/**
 * The variables that a `parameters` cell declares, each `const` or `let` for itself, at the start
 * of a line or behind a semicolon.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { declarationsOf } from "./params_declarations.ts";
 *
 * const [seed, mode] = declarationsOf('const seed = 7; // of the jitter\nlet mode: "a" | "b" = "a"');
 * assert.deepEqual([seed.name, seed.type, seed.help], ["seed", "number", "of the jitter"]);
 * assert.deepEqual([mode.type, mode.defaultText], ['"a" | "b"', '"a"']);
 * ```
 */
export function declarationsOf(source: string): Declaration[] {
  const tokens = tokensOf(source);
  const found: Declaration[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    const isStart = token.depth === 0 && /^(?:const|let|var)$/.test(token.text);
    const name = tokens[at + 1];
    if (!isStart || name === undefined || !/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name.text)) continue;
    const rest = tokens.slice(at + 2, statementEnd(tokens, at + 2));
    const equals = rest.findIndex((each) => each.depth === 0 && each.text === "=");
    const annotation = rest[0]?.text === ":"
      ? textOf(source, rest.slice(1, equals < 0 ? undefined : equals))
      : null;
    const defaultText = equals < 0 ? "" : textOf(source, rest.slice(equals + 1));
    const end = rest.at(-1)?.end ?? name.end;
    found.push({
      keyword: token.text as Declaration["keyword"],
      name: name.text,
      annotation,
      type: annotation ?? typeOfLiteral(defaultText),
      defaultText,
      help: helpFor(source, token.start, end),
    });
    at += 1 + rest.length;
  }
  return found;
}

interface Token {
  text: string;
  start: number;
  end: number;
  /** How many brackets are open around it. */
  depth: number;
}

const tokenPattern =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[\s\S]|[^`\\])*`|=>|[=!]==?|[<>]=|\d[\w.]*|[\p{L}_$][\p{L}\p{N}_$]*|\S/gu;

function tokensOf(source: string): Token[] {
  let depth = 0;
  const tokens: Token[] = [];
  for (const match of source.matchAll(tokenPattern)) {
    const [text] = match;
    if (/^\/[/*]/.test(text)) continue;
    if (/^[)\]}]$/.test(text)) depth--;
    tokens.push({ text, start: match.index, end: match.index + text.length, depth });
    if (/^[([{]$/.test(text)) depth++;
  }
  return tokens;
}

/** A statement ends at a semicolon, or where a new line does not go on with the expression. */
function statementEnd(tokens: Token[], from: number): number {
  const goesOn = /^(?:[=:,.?+\-*/%&|^<>([{`]|=>|[=!]==?|[<>]=|as|satisfies)/;
  for (let at = from; at < tokens.length; at++) {
    const { text, depth } = tokens[at];
    if (depth === 0 && text === ";") return at;
    const next = tokens[at + 1];
    const isStatement = next?.depth === 0 && /^(?:const|let|var)$/.test(next.text);
    const needsMore = goesOn.test(text) && depth === 0;
    if (isStatement && !needsMore && !goesOn.test(next.text)) return at + 1;
  }
  return tokens.length;
}

function textOf(source: string, tokens: Token[]): string {
  return tokens.length === 0 ? "" : source.slice(tokens[0].start, tokens.at(-1)!.end);
}

function typeOfLiteral(text: string): string | null {
  if (/^[+-]?[\d.][\w.]*$/.test(text) && !/^\d+n$/.test(text)) return "number";
  if (/^(["'`])[\s\S]*\1$/.test(text)) return "string";
  if (/^(?:true|false)$/.test(text)) return "boolean";
  return null;
}

function helpFor(source: string, start: number, end: number): string {
  const behind = /^[;,\s]*?\/\/[ \t]*([^\n]*)/.exec(source.slice(end).split("\n")[0]);
  if (behind) return behind[1].trim();
  const before = source.slice(0, start).trimEnd();
  const block = /\/\*\*?((?:(?!\*\/)[\s\S])*)\*\/$/.exec(before)?.[1];
  if (block !== undefined) return block.replace(/\s*\n\s*\*?\s*/g, " ").trim();
  return /(?:^|\n)[ \t]*\/\/[ \t]*([^\n]*)$/.exec(before)?.[1].trim() ?? "";
}
