import { escapeHtml } from "../base/escape_html.ts";
import { svgAddress } from "../base/svg_address.ts";
import { svgWords } from "./svg_words.ts";

/** As much of a DOM element as is read, of whatever DOM made it. */
interface ElementLike {
  outerHTML: string;
  localName: string;
  textContent: string | null;
  namespaceURI: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): ElementLike | null;
  ownerDocument?: {
    defaultView?: {
      XMLSerializer?: new () => { serializeToString(node: unknown): string };
    } | null;
  } | null;
}

/** Whether a value is an element, such as a plot. */
export function isElement(value: object): value is ElementLike {
  return "outerHTML" in value && typeof value.outerHTML === "string" && "localName" in value;
}

/** The forms of an element: an SVG becomes an image that stands alone, all others stay HTML. */
export function elementBundle(element: ElementLike, alt?: string): Record<string, unknown> {
  if (element.localName !== "svg") {
    return { "text/html": element.outerHTML, "text/plain": (element.textContent ?? "").trim() };
  }
  const description = alt ?? svgWords(element) ?? "";
  const svg = serialize(element);
  return {
    ...(description === ""
      ? {}
      : { "text/html": `<img alt="${escapeHtml(description)}" src="${svgAddress(svg)}">` }),
    "image/svg+xml": svg,
    "text/plain": description || "SVG image",
  };
}

/** `outerHTML` has no namespace and HTML's entities: no XML reader takes it. */
function serialize(element: ElementLike): string {
  const Serializer = element.ownerDocument?.defaultView?.XMLSerializer;
  if (Serializer) return new Serializer().serializeToString(element);
  const html = element.outerHTML.replaceAll("&nbsp;", "&#160;");
  return /^<svg[^>]*\sxmlns=/.test(html)
    ? html
    : html.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"');
}
