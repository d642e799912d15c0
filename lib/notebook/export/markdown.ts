import type { CodeCell, Notebook, Output } from "../ipynb.ts";
import { codeLanguageOf } from "../language.ts";
import { errorText, plainText } from "../output_text.ts";
import { escapeMarkdown } from "../../base/escape_markdown.ts";
import { exportFigures, type FigureFiles } from "./figures.ts";
import { htmlToMarkdown } from "./html_to_markdown.ts";
import { openSanitizer, type Sanitizer } from "./sanitize.ts";
import { visibilityOf } from "./visibility.ts";

/** A notebook as Markdown, and the files that it names. */
export interface MarkdownExport {
  text: string;
  /** Names relative to the Markdown file. */
  files: { name: string; bytes: Uint8Array }[];
}

/**
 * A notebook as Markdown of GitHub's dialect: texts as they are, code in fences, tables as tables,
 * figures and attachments as files in a folder beside it.
 *
 * @param folder Name of that folder; it stands in the addresses of the figures.
 */
export async function exportMarkdown(notebook: Notebook, folder: string): Promise<MarkdownExport> {
  const sanitizer = await openSanitizer();
  const figures = await exportFigures(notebook);
  const files = figures.flatMap((figure) =>
    figure.files.map(({ name, bytes }) => ({ name: `${folder}/${name}`, bytes }))
  );
  const ofCode = codeLanguageOf(notebook);
  const language = ofCode === "typescript" ? "ts" : ofCode.replace(/[^a-z0-9+#-]/g, "");
  const parts: string[] = [];
  for (const [at, cell] of notebook.cells.entries()) {
    const shown = visibilityOf(cell);
    if (shown.cell === "remove" || cell.cell_type === "raw") continue;
    if (cell.cell_type === "code") {
      const input = shown.input !== "remove" && cell.source.trim() !== "";
      if (input) parts.push(fence(cell.source.trimEnd(), language));
      if (shown.output === "remove") continue;
      const own = figures.filter((figure) => figure.cell === at);
      parts.push(...outputsOf(cell, own, folder, sanitizer));
    } else if (shown.input !== "remove") {
      const { text, files: attached } = withAttachments(cell.source, cell.attachments, {
        folder,
        prefix: cell.id,
      });
      parts.push(text.trim());
      files.push(...attached);
    }
  }
  return { text: parts.filter((part) => part !== "").join("\n\n") + "\n", files };
}

function outputsOf(
  cell: CodeCell,
  figures: readonly FigureFiles[],
  folder: string,
  sanitizer: Sanitizer,
): string[] {
  return cell.outputs.map((output, at) => {
    const figure = figures.find((each) => each.output === at);
    return figure ? figureOf(figure, output, folder, sanitizer) : outputOf(output, sanitizer);
  });
}

function figureOf(
  { label, alt, files }: FigureFiles,
  output: Output,
  folder: string,
  sanitizer: Sanitizer,
): string {
  const image = `![${escapeMarkdown(alt)}](${folder}/${files[0].name} "${label}")`;
  const html = "data" in output ? output.data["text/html"] : undefined;
  const caption = typeof html === "string"
    ? sanitizer.parse(html).querySelector("figcaption")
    : null;
  const words = caption?.textContent?.trim();
  return words ? `${image}\n\n*${escapeMarkdown(words)}*` : image;
}

function outputOf(output: Output, sanitizer: Sanitizer): string {
  if (output.output_type === "stream") return textOf(plainText(output.text));
  if (output.output_type === "error") return textOf(errorText(output));
  const { data } = output;
  if (typeof data["text/markdown"] === "string") return data["text/markdown"].trim();
  if (typeof data["text/html"] === "string") {
    const markdown = htmlToMarkdown(sanitizer.html(sanitizer.parse(data["text/html"])));
    if (markdown !== "") return markdown;
  }
  if (typeof data["text/plain"] === "string") return textOf(plainText(data["text/plain"]));
  const json = data["application/json"];
  return json === undefined ? "" : fence(JSON.stringify(json, null, 2), "json");
}

function textOf(text: string): string {
  return text.trim() === "" ? "" : fence(text.replace(/\n$/, ""), "text");
}

/** A fence longer than any run of backticks inside. */
function fence(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const marks = "`".repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

const endings: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
};

/** Attachments as files, and the text with their addresses. */
function withAttachments(
  source: string,
  attachments: Record<string, Record<string, unknown>> | undefined,
  { folder, prefix }: { folder: string; prefix: string },
): MarkdownExport {
  let text = source;
  const files: MarkdownExport["files"] = [];
  for (const [number, [name, bundle]] of Object.entries(attachments ?? {}).entries()) {
    const type = Object.keys(bundle).find((each) => each in endings);
    if (type === undefined) continue;
    const file = `${folder}/${prefix}-${number + 1}.${endings[type]}`;
    try {
      files.push({ name: file, bytes: Uint8Array.fromBase64(String(bundle[type])) });
    } catch {
      continue; // not base64: the address stays, and leads nowhere
    }
    for (const address of new Set([name, encodeURI(name)])) {
      text = text.replaceAll(`attachment:${address}`, file);
    }
  }
  return { text, files };
}
