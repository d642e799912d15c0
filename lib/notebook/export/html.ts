import type { Cell, Notebook } from "../ipynb.ts";
import { htmlPage } from "../../base/html_page.ts";
import { escapeHtml } from "../../base/escape_html.ts";
import { isLanguageTag } from "../../base/language_tag.ts";
import { type PageWords, pageWords } from "../../base/page_words.ts";
import { codeLanguageOf, isTypeScript } from "../language.ts";
import { codeHtml } from "./code_html.ts";
import { cellImages } from "./cell_images.ts";
import { type MarkdownToHtml, openMarkdown } from "./markdown_html.ts";
import { Outline } from "./outline.ts";
import { outputHtml } from "./output_html.ts";
import { openSanitizer, type Sanitizer } from "./sanitize.ts";
import { type Visibility, visibilityOf } from "./visibility.ts";
import type { Place } from "./tidy.ts";
import { titleOf } from "./title.ts";

export interface HtmlOptions {
  /** Title when the notebook has none: no `title` in its metadata and no first heading. */
  name: string;
  /** The notebook's folder, from which addresses of images count; null takes no files. */
  folder: string | null;
  /** Image files are taken from this folder and below: by default the notebook's own. */
  root?: string;
  /** BCP 47 tag; by default what the notebook's metadata says under `language` or `lang`, or `en`. */
  language?: string;
  /** The address of the page that a link to another notebook leads to; null where there is none. */
  pageOf?: (address: string) => string | null;
  /** How code is shown where its cell does not say: default `show`. */
  code?: Visibility["input"];
}

/**
 * A notebook as one HTML page that needs no other file and runs no script, whatever its outputs
 * hold. Nothing is executed: outputs are shown as they are stored.
 */
export async function exportHtml(notebook: Notebook, options: HtmlOptions): Promise<string> {
  const sanitizer = await openSanitizer();
  const language = options.language ?? languageOf(notebook);
  const outline = new Outline();
  const title = titleOf(notebook);
  const ownTitle = title.isHeading ? [] : [heading(title.text ?? options.name, outline)];
  const writer: Writer = {
    sanitizer,
    markdown: await openMarkdown(sanitizer),
    isTypeScript: isTypeScript(codeLanguageOf(notebook)),
    words: pageWords(language),
    place: (listed) => ({ outline, language, listed, pageOf: options.pageOf }),
    options,
  };
  const cells: string[] = [];
  for (const cell of notebook.cells) cells.push(await cellHtml(cell, writer));
  const listed = outline.headings.filter(({ level }) => level === 2 || level === 3);
  return htmlPage({
    title: title.text ?? options.name,
    language,
    main: [...ownTitle, ...cells].filter(Boolean).join("\n"),
    headings: listed.length > 1 ? listed : [],
  });
}

interface Writer {
  sanitizer: Sanitizer;
  markdown: MarkdownToHtml;
  isTypeScript: boolean;
  words: PageWords;
  place: (listed: boolean) => Place;
  options: HtmlOptions;
}

function languageOf({ metadata }: Notebook): string {
  const tags = [metadata.language, metadata.lang].filter((each) => typeof each === "string");
  return tags.find(isLanguageTag) ?? "en";
}

function heading(text: string, outline: Outline): string {
  outline.level(1);
  return `<h1 id="${outline.idFor(text)}">${escapeHtml(text)}</h1>`;
}

async function cellHtml(cell: Cell, writer: Writer): Promise<string> {
  const { words, options } = writer;
  const shown = visibilityOf(cell);
  if (shown.cell === "remove" || cell.cell_type === "raw") return "";
  if (cell.cell_type === "markdown") {
    if (shown.input === "remove" || cell.source.trim() === "") return "";
    const find = cellImages(cell, options.folder, options.root);
    const html = await writer.markdown(cell.source, find, writer.place(true));
    const isFolded = shown.cell === "fold" || shown.input === "fold";
    return `<div class="cell markdown">\n${isFolded ? fold(firstLine(cell), html) : html}\n</div>`;
  }
  const input = shown.input === "show" ? options.code ?? "show" : shown.input;
  const parts: string[] = [];
  if (input !== "remove" && cell.source.trim() !== "") {
    const source = cell.source.trimEnd();
    const html = await codeHtml(source, writer.isTypeScript);
    const code = `<pre class="code"><code>${html}</code></pre>`;
    parts.push(input === "fold" ? fold(words.code, code) : code);
  }
  if (shown.output !== "remove") {
    const outputs = await outputsHtml(cell, writer);
    if (outputs !== "") parts.push(shown.output === "fold" ? fold(words.output, outputs) : outputs);
  }
  if (parts.length === 0) return "";
  const html = parts.join("\n");
  return `<div class="cell code-cell">\n${
    shown.cell === "fold" ? fold(words.code, html) : html
  }\n</div>`;
}

async function outputsHtml(
  cell: Extract<Cell, { cell_type: "code" }>,
  { sanitizer, markdown, place }: Writer,
): Promise<string> {
  const shown: string[] = [];
  for (const output of cell.outputs) {
    const html = await outputHtml(output, {
      sanitizer,
      place: place(false),
      markdown: (text) => markdown(text, () => Promise.resolve(null), place(false)),
    });
    if (html !== null) shown.push(`<div class="output">${html}</div>`);
  }
  return shown.join("\n");
}

function firstLine(cell: Cell): string {
  return cell.source.trim().split("\n")[0].replace(/^#+\s*/, "").slice(0, 80);
}

function fold(summary: string, html: string): string {
  return `<details class="fold"><summary>${escapeHtml(summary)}</summary>\n${html}\n</details>`;
}
