import { escapeHtml } from "../../base/escape_html.ts";

type Kind = "keyword" | "string" | "number" | "comment" | "type";

/**
 * Code as HTML that may break after a bracket, point, comma or slash, so that a narrow screen need not
 * break its words; TypeScript with spans of the classes `t-keyword`, `t-string`, `t-number`,
 * `t-comment` and `t-type`.
 */
export async function codeHtml(code: string, isTypeScript: boolean): Promise<string> {
  const html = isTypeScript ? await highlight(code) : escapeHtml(code);
  return html.replace(
    /<[^>]*>|[([{.,/](?=[A-Za-z_"'`<]|&quot;)/g,
    (found) => found.length > 1 ? found : `${found}<wbr>`,
  );
}

/** TypeScript with spans; code that cannot be parsed stays plain. */
async function highlight(code: string): Promise<string> {
  const { parse } = await import("@babel/parser");
  let tokens: Token[];
  try {
    const file = parse(code, {
      sourceType: "module",
      plugins: ["typescript", "jsx"],
      tokens: true,
      errorRecovery: true,
      allowReturnOutsideFunction: true,
    });
    tokens = (file.tokens ?? []) as Token[];
  } catch {
    return escapeHtml(code);
  }
  let html = "";
  let done = 0;
  for (const [at, token] of tokens.entries()) {
    const isMember = labelOf(tokens[at + 1]) === ":" || labelOf(tokens[at - 1]) === ".";
    const kind = isMember && labelOf(token) === "name" ? null : kindOf(token);
    if (kind === null || token.start < done) continue;
    html += escapeHtml(code.slice(done, token.start));
    html += `<span class="t-${kind}">${escapeHtml(code.slice(token.start, token.end))}</span>`;
    done = token.end;
  }
  return html + escapeHtml(code.slice(done));
}

/** Words that the parser takes for names, since they are keywords in some places only. */
const contextual =
  /^(async|await|let|static|of|from|as|type|interface|enum|declare|namespace|readonly|abstract|satisfies|keyof|infer|is|get|set|using)$/;

interface Token {
  type: unknown;
  value?: unknown;
  start: number;
  end: number;
}

function labelOf(token: Token | undefined): string {
  return (token?.type as { label?: string } | undefined)?.label ?? "";
}

function kindOf(token: Token): Kind | null {
  if (typeof token.type === "string") return "comment"; // CommentLine, CommentBlock
  if ((token.type as { keyword?: string }).keyword !== undefined) return "keyword";
  const label = labelOf(token);
  if (label === "string" || label === "regexp" || /^\.\.\.[`$]/.test(label)) return "string";
  if (label === "num" || label === "bigint") return "number";
  const word = typeof token.value === "string" ? token.value : label;
  if (label !== "jsxName" && contextual.test(word)) return "keyword";
  return label === "name" && /^[A-Z]\w*[a-z]/.test(word) ? "type" : null;
}
