import type { Output } from "../ipynb.ts";
import { altTextOf } from "../alt_text.ts";
import { escapeHtml } from "../../base/escape_html.ts";
import { pageWords } from "../../base/page_words.ts";
import { errorText, plainText } from "../output_text.ts";
import { holdImages, type ImageData, safeAddress } from "./images.ts";
import type { Sanitizer } from "./sanitize.ts";
import { type Place, tidy } from "./tidy.ts";

/** What showing an output needs beside the output. */
export interface OutputContext {
  sanitizer: Sanitizer;
  place: Place;
  /** Markdown as clean HTML. */
  markdown: (text: string) => Promise<string>;
}

/**
 * An output as HTML that is safe to stand in a page: of its forms the first of HTML, SVG, PNG and
 * other images, Markdown, text, JSON. Null when it has nothing to show.
 */
export async function outputHtml(output: Output, context: OutputContext): Promise<string | null> {
  const words = pageWords(context.place.language);
  if (output.output_type === "stream") {
    const text = plainText(output.text);
    if (text.trim() === "") return null;
    return textHtml(text, output.name === "stderr" ? "text stderr" : "text", words.output);
  }
  if (output.output_type === "error") {
    return textHtml(errorText(output), "text error", words.output);
  }
  const { data } = output;
  const text = typeof data["text/plain"] === "string" ? plainText(data["text/plain"]) : null;
  const alt = altTextOf(output) ?? text ?? words.image;

  if (typeof data["text/html"] === "string") {
    const html = await cleanHtml(data["text/html"], alt, context);
    if (html !== "") return html;
  }
  for (const type of ["image/svg+xml", "image/png", "image/jpeg", "image/webp", "image/gif"]) {
    const image = imageOf(type, data[type]);
    const address = image && safeAddress(image, context.sanitizer);
    if (address) return `<img src="${address}" alt="${escapeHtml(alt)}">`;
  }
  if (typeof data["text/markdown"] === "string") return context.markdown(data["text/markdown"]);
  if (text !== null) return text.trim() === "" ? null : textHtml(text, "text", words.output);
  if (data["application/json"] !== undefined) {
    return textHtml(JSON.stringify(data["application/json"], null, 2), "text", words.output);
  }
  return Object.keys(data).length === 0 ? null : `<p class="left-out">${words.noForm}</p>`;
}

function imageOf(type: string, content: unknown): ImageData | null {
  if (typeof content !== "string" || content.trim() === "") return null;
  const isText = type === "image/svg+xml" && content.trimStart().startsWith("<");
  const base64 = isText ? new TextEncoder().encode(content).toBase64() : content;
  return { type, base64: base64.trim() };
}

async function cleanHtml(html: string, alt: string, context: OutputContext): Promise<string> {
  const { sanitizer, place } = context;
  const tree = sanitizer.parse(html);
  await holdImages(tree, {
    sanitizer,
    find: () => Promise.resolve(null),
    alt,
    language: place.language,
  });
  const clean = sanitizer.html(tree);
  tidy(clean, place);
  return clean.innerHTML.trim();
}

/** Characters of a line that stand beside each other on the narrowest screen. */
const NARROW = 30;

/** Text as it is; where it may be wider than the screen, the keyboard can scroll it. */
function textHtml(text: string, kind: string, name: string): string {
  const isWide = text.split("\n").some((line) => line.length > NARROW);
  const scrolls = isWide ? ` tabindex="0" role="group" aria-label="${name}"` : "";
  return `<pre class="${kind}"${scrolls}>${escapeHtml(text.replace(/\n$/, ""))}</pre>`;
}
