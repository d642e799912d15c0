import { pageWords } from "../../base/page_words.ts";
import { svgAddress } from "../../base/svg_address.ts";
import { svgWords } from "../svg_words.ts";
import type { DomElement } from "./dom.ts";
import type { Sanitizer } from "./sanitize.ts";

/** An image that a page can hold. */
export interface ImageData {
  type: string;
  base64: string;
}

/** Finds an image that the page names: an attachment or a file; null when it may not be had. */
export type FindImage = (address: string) => Promise<ImageData | null>;

/**
 * Makes every picture in a tree an image that holds its own data: SVG elements, SVG data, and files
 * that `find` gives. In place of an image from elsewhere stands its address as a link.
 *
 * @param alt What an image without an alternative text is called.
 */
export async function holdImages(
  tree: DomElement,
  options: { sanitizer: Sanitizer; find: FindImage; alt: string; language: string },
): Promise<void> {
  const { sanitizer, find, alt, language } = options;
  for (const svg of tree.querySelectorAll("svg")) {
    if (svg.parentElement?.closest("svg")) continue;
    const clean = sanitizer.svg(svg.outerHTML);
    if (clean === null) {
      svg.remove();
      continue;
    }
    const image = svg.ownerDocument.createElement("img");
    image.setAttribute("src", svgAddress(clean));
    image.setAttribute("alt", svgWords(svg) ?? alt);
    svg.replaceWith(image);
  }
  for (const image of tree.querySelectorAll("img")) {
    image.removeAttribute("srcset");
    const address = (image.getAttribute("src") ?? "").trim();
    const data = imageDataOf(address) ?? await find(address);
    if (!image.hasAttribute("alt")) image.setAttribute("alt", alt);
    const held = data && safeAddress(data, sanitizer);
    if (held) image.setAttribute("src", held);
    else image.replaceWith(...leftOut(image, address, language));
  }
}

/** The content of a `data:` address of an image; null of any other address. */
export function imageDataOf(address: string): ImageData | null {
  const match = /^data:(image\/[a-z+.-]+)((?:;[^,;]*)*),([\s\S]*)$/i.exec(address);
  if (!match) return null;
  const [, type, parameters, content] = match;
  if (/;base64$/i.test(parameters)) return { type: type.toLowerCase(), base64: content };
  try {
    const bytes = new TextEncoder().encode(decodeURIComponent(content));
    return { type: type.toLowerCase(), base64: bytes.toBase64() };
  } catch {
    return null;
  }
}

/**
 * The address of an image's data, for the types that a page can hold; an SVG is cleaned first. Null
 * for other types and for what is not base64.
 */
export function safeAddress(data: ImageData, sanitizer: Sanitizer): string | null {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(data.base64);
  } catch {
    return null;
  }
  if (data.type === "image/svg+xml") {
    const clean = sanitizer.svg(new TextDecoder().decode(bytes));
    return clean && svgAddress(clean);
  }
  const isKnown = /^image\/(png|jpeg|gif|webp)$/.test(data.type);
  return isKnown ? `data:${data.type};base64,${bytes.toBase64()}` : null;
}

function leftOut(image: DomElement, address: string, language: string): (DomElement | string)[] {
  const link = image.ownerDocument.createElement(/^https?:/i.test(address) ? "a" : "span");
  if (link.localName === "a") link.setAttribute("href", address);
  link.textContent = image.getAttribute("alt") || address.slice(0, 120);
  return [`${pageWords(language).imageLeftOut} `, link];
}
