import { escapeMarkdown } from "../../base/escape_markdown.ts";
import type { DomElement } from "./dom.ts";

/**
 * Clean HTML as Markdown, as far as outputs use it: tables with caption and alignment, headings,
 * lists and paragraphs as text.
 */
export function htmlToMarkdown(tree: DomElement): string {
  return blocksOf(tree).map((block) => block.trim()).filter(Boolean).join("\n\n");
}

function blocksOf(parent: DomElement): string[] {
  const blocks: string[] = [];
  let text = "";
  const flush = () => {
    blocks.push(escapeMarkdown(text.trim()));
    text = "";
  };
  for (const node of parent.childNodes) {
    const name = node.localName as string | undefined; // text has none
    if (name === undefined || isInline.test(name)) {
      text += name === "br" ? "\n" : node.textContent ?? "";
      continue;
    }
    flush();
    if (name === "table") blocks.push(tableOf(node));
    else if (name === "pre") {
      blocks.push("```text\n" + (node.textContent ?? "").trimEnd() + "\n```");
    } else if (/^h[1-6]$/.test(name)) blocks.push(`**${escapeMarkdown(textOf(node))}**`);
    else if (name === "ul" || name === "ol") blocks.push(listOf(node, name));
    else blocks.push(...blocksOf(node));
  }
  flush();
  return blocks;
}

const isInline =
  /^(a|abbr|b|br|cite|code|del|dfn|em|i|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|u|var)$/;

function textOf(element: DomElement): string {
  return (element.textContent ?? "").replace(/\s+/g, " ").trim();
}

function listOf(list: DomElement, kind: string): string {
  return [...list.children].map((item, at) =>
    `${kind === "ol" ? `${at + 1}.` : "-"} ${escapeMarkdown(textOf(item))}`
  ).join("\n");
}

function tableOf(table: DomElement): string {
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.children]);
  const width = Math.max(0, ...rows.map((row) => row.length));
  if (width === 0) return "";
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const cellsOf = (row: DomElement[]) =>
    Array.from({ length: width }, (_, at) => row[at] ? escapeMarkdown(textOf(row[at])) : "");
  const caption = table.querySelector("caption");
  const [head, ...body] = rows;
  const isRight = Array.from(
    { length: width },
    (_, at) => body[0]?.[at]?.matches(".number") ?? false,
  );
  return [
    ...(caption ? [`**${escapeMarkdown(textOf(caption))}**`, ""] : []),
    line(cellsOf(head)),
    line(isRight.map((right) => right ? "---:" : ":---")),
    ...body.map((row) => line(cellsOf(row))),
  ].join("\n");
}
