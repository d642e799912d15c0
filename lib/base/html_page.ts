import { escapeHtml } from "./escape_html.ts";
import { pageStyle } from "./page_style.ts";
import { pageWords } from "./page_words.ts";

/** A heading that the contents list: its level from 1, its id in the page, its text. */
export interface Heading {
  level: number;
  id: string;
  text: string;
}

/** What a page is made of; `main` and `foot` are HTML that is safe already. */
export interface PageParts {
  title: string;
  /** BCP 47 tag of the text's language, such as `en` or `pl`. */
  language: string;
  main: string;
  /** Listed beside the text, or above it on a narrow screen; an empty list shows no contents. */
  headings?: readonly Heading[];
  foot?: string;
}

/**
 * One HTML page that needs no other file: style inside, images as data, nothing fetched and no
 * script, which its content security policy makes the browser hold to.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { htmlPage } from "./html_page.ts";
 *
 * const page = htmlPage({ title: "A & B", language: "en", main: "<h1>A &amp; B</h1>" });
 * assert(page.startsWith('<!doctype html>\n<html lang="en">'));
 * assert(page.includes("<title>A &amp; B</title>"));
 * ```
 */
export function htmlPage({ title, language, main, headings = [], foot }: PageParts): string {
  const words = pageWords(language);
  const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; " +
    "base-uri 'none'; form-action 'none'";
  const contents = headings.length === 0
    ? ""
    : `<nav class="contents" aria-label="${words.contents}"><details>` +
      `<summary>${words.contents}</summary>\n${listOf(headings)}</details></nav>\n`;
  return `<!doctype html>
<html lang="${escapeHtml(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
${pageStyle}
</style>
</head>
<body>
<a class="skip" href="#page-main">${words.skip}</a>
<div class="page${contents && " with-contents"}">
${contents}<main id="page-main" tabindex="-1">
${main}
</main>
${foot === undefined ? "" : `<footer class="foot">${foot}</footer>\n`}</div>
</body>
</html>
`;
}

/** Headings as nested lists; a level that is skipped makes no empty list. */
function listOf(headings: readonly Heading[]): string {
  const top = Math.min(...headings.map(({ level }) => level));
  const items: string[] = [];
  for (let at = 0; at < headings.length;) {
    const { id, text, level } = headings[at];
    let end = at + 1;
    while (end < headings.length && headings[end].level > level) end++;
    const below = headings.slice(at + 1, end);
    items.push(
      `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a>` +
        `${below.length > 0 && level >= top ? listOf(below) : ""}</li>\n`,
    );
    at = end;
  }
  return `<ol>\n${items.join("")}</ol>`;
}
