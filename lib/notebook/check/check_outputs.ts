import { altTextOf } from "../alt_text.ts";
import { tagsOf } from "../cell_tags.ts";
import type { CodeCell, Output } from "../ipynb.ts";
import { errorText, plainText } from "../output_text.ts";
import { outputLimitBytes } from "../show_front.ts";
import type { Objection } from "./finding.ts";
import type { Node } from "./parse_cell.ts";
import { showsSomething } from "./check_code.ts";

/** The stored outputs of one cell: what a kernel can leave behind, size, and words for pictures. */
export function checkOutputs(
  cell: CodeCell,
  statements: readonly Node[],
  index: number,
): Objection[] {
  const found = cell.outputs.flatMap((output) =>
    objections(output, cell).map((each): Objection => ({ ...each, cell: index }))
  );
  const wasExecuted = cell.execution_count !== null;
  if (wasExecuted && cell.outputs.length === 0 && showsSomething(statements)) {
    found.push({
      rule: "output-missing",
      cell: index,
      message: "the cell was executed and shows something, but has no output",
    });
  }
  return found;
}

function objections(output: Output, cell: CodeCell): Omit<Objection, "cell">[] {
  const found: Omit<Objection, "cell">[] = [];
  if (output.output_type === "error" && !tagsOf(cell).includes("raises-exception")) {
    const [first] = errorText(output).split("\n");
    found.push({ rule: "output-error", message: `the stored output is an error: ${first}` });
  }
  const bytes = new TextEncoder().encode(JSON.stringify(output)).length;
  if (bytes >= outputLimitBytes) {
    found.push({ rule: "output-size", message: `an output has ${(bytes / 1e6).toFixed(1)} MB` });
  }
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") {
    return found;
  }
  const { data } = output;
  if (/^Promise \{/.test(plainText(String(data["text/plain"] ?? "")))) {
    found.push({ rule: "output-pending", message: "a stored result is a pending promise" });
  }
  const html = String(data["text/html"] ?? "");
  const hasPicture = Object.keys(data).some((type) => type.startsWith("image/")) ||
    /<(img|svg)\b/i.test(html);
  if (hasPicture && altTextOf(output) === null && !hasWords(html, data["image/svg+xml"])) {
    found.push({ rule: "alt-text", message: "a picture has no words" });
  }
  return found;
}

/** Whether every picture of an output has words in itself. */
function hasWords(html: string, svg: unknown): boolean {
  if (html !== "") return pictures(html).every(isNamed) && pictures(html).length > 0;
  return typeof svg === "string" && pictures(svg).length > 0 && pictures(svg).every(isNamed);
}

function pictures(markup: string): string[] {
  return markup.match(/<img\b[^>]*>|<svg\b[\s\S]*?<\/svg>/gi) ?? [];
}

function isNamed(markup: string): boolean {
  return /^<img/i.test(markup)
    ? /\salt\s*=\s*("[^"]+"|'[^']+'|[^\s"'>]+)/i.test(markup)
    : /<(title|desc)\b[^>]*>\s*[^<\s]|aria-label\s*=\s*["'][^"']/i.test(markup);
}

/** Pictures in the text of a Markdown cell that have no words. */
export function checkMarkdown(source: string, index: number): Objection[] {
  const text = source.replace(/^(```|~~~)[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, " "))
    .replace(/`[^`\n]*`/g, (code) => " ".repeat(code.length));
  return [...text.matchAll(/!\[\s*\][([]|<img\b[^>]*>/gi)]
    .filter(([markup]) => markup.startsWith("!") || !isNamed(markup))
    .map(({ index: at }) => {
      const before = text.slice(0, at).split("\n");
      return {
        rule: "alt-text" as const,
        cell: index,
        line: before.length,
        column: before.at(-1)!.length + 1,
        message: "a picture has no words",
      };
    });
}
