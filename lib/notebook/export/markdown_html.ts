import { type FindImage, holdImages } from "./images.ts";
import { isTypeScript } from "../language.ts";
import { codeHtml } from "./code_html.ts";
import type { Sanitizer } from "./sanitize.ts";
import { type Place, tidy } from "./tidy.ts";

/** Markdown, with HTML inside, as HTML that is safe to stand in a page. */
export type MarkdownToHtml = (text: string, find: FindImage, place: Place) => Promise<string>;

/** Loads markdown-it: CommonMark with tables and strikethrough. */
export async function openMarkdown(sanitizer: Sanitizer): Promise<MarkdownToHtml> {
  const { default: MarkdownIt } = await import("markdown-it");
  const renderer = new MarkdownIt({ html: true });
  // every address goes through the sanitiser; this one would break attachments and data
  renderer.validateLink = () => true;
  return async (text, find, place) => {
    const tree = sanitizer.parse(renderer.render(text));
    await holdImages(tree, { sanitizer, find, alt: "", language: place.language });
    for (const code of tree.querySelectorAll("pre > code")) {
      const language = /language-(\w+)/.exec(code.getAttribute("class") ?? "")?.[1] ?? "";
      code.innerHTML = await codeHtml(code.textContent ?? "", isTypeScript(language));
    }
    const clean = sanitizer.html(tree);
    tidy(clean, place);
    return clean.innerHTML.trim();
  };
}
