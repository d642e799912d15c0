import type { DomElement } from "./dom.ts";
import {
  allowedAttributes,
  allowedClasses,
  allowedElements,
  allowedStyle,
  loadsSomething,
} from "./sanitize_rules.ts";

/** Makes content of unknown origin safe to stand in a page. */
export interface Sanitizer {
  /** Untrusted HTML as a tree in which nothing runs or loads, for looking and changing. */
  parse(html: string): DomElement;
  /** What of the tree may stand in a page, as a new tree. */
  html(tree: DomElement): DomElement;
  /** An SVG that stands alone, without script and outside references; null when there is none. */
  svg(text: string): string | null;
}

let opened: Promise<Sanitizer> | undefined;

/** Loads DOMPurify with jsdom's window to work in; the one place of the export that knows either. */
export function openSanitizer(): Promise<Sanitizer> {
  return opened ??= open();
}

async function open(): Promise<Sanitizer> {
  const [{ default: createPurifier }, { JSDOM, VirtualConsole }] = await Promise.all([
    import("dompurify"),
    import("jsdom"),
  ]);
  // bad style sheets are no news for whoever exports; nobody listens to this console
  const { window } = new JSDOM("", { virtualConsole: new VirtualConsole() });
  const forHtml = createPurifier(window);
  const forSvg = createPurifier(window);
  forHtml.addHook("uponSanitizeAttribute", (element, attribute) => {
    const { attrName, attrValue } = attribute;
    if (attrName === "class") attribute.attrValue = allowedClasses(attrValue);
    if (attrName === "style") attribute.attrValue = allowedStyle(attrValue);
    if (attrName === "src" && !(element.localName === "img" && isImageData(attrValue))) {
      attribute.keepAttr = false;
    }
    if (attrName === "href" && !isHarmless(attrValue)) attribute.keepAttr = false;
    if ((attrName === "class" || attrName === "style") && attribute.attrValue === "") {
      attribute.keepAttr = false;
    }
  });
  forSvg.addHook("uponSanitizeAttribute", (element, attribute) => {
    const { attrName, attrValue } = attribute;
    const isReference = attrName === "href" || attrName === "xlink:href" || attrName === "src";
    const isInside = attrValue.startsWith("#") ||
      (element.localName === "image" && isImageData(attrValue));
    if (isReference ? !isInside : loadsSomething(attrValue)) attribute.keepAttr = false;
  });
  forSvg.addHook("uponSanitizeElement", (node, { tagName }) => {
    if (tagName === "style" && loadsSomething(node.textContent ?? "")) node.textContent = "";
  });

  return {
    parse: (html) => {
      const container = new window.DOMParser().parseFromString("<body>", "text/html").body;
      container.innerHTML = html;
      return container as unknown as DomElement;
    },
    html: (tree) =>
      forHtml.sanitize(tree.innerHTML, {
        ALLOWED_TAGS: allowedElements,
        ALLOWED_ATTR: allowedAttributes,
        ALLOW_ARIA_ATTR: false,
        ALLOW_DATA_ATTR: false,
        FORBID_CONTENTS: ["style", "script", "template", "iframe", "noscript", "math", "svg"],
        RETURN_DOM: true,
      }) as unknown as DomElement,
    svg: (text) => {
      const fragment = forSvg.sanitize(text, {
        USE_PROFILES: { svg: true, svgFilters: true },
        ADD_TAGS: ["use"],
        ADD_ATTR: ["role", "xmlns"],
        RETURN_DOM_FRAGMENT: true,
      });
      const svg = fragment.querySelector("svg");
      return svg === null ? null : new window.XMLSerializer().serializeToString(svg);
    },
  };
}

function isImageData(address: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*$/.test(address);
}

/** Pages, mail addresses, places in this page, and relative paths. */
function isHarmless(address: string): boolean {
  // deno-lint-ignore no-control-regex
  const plain = address.replace(/[\u0000-\u0020]+/g, "");
  return /^(https?:|mailto:|#)/i.test(plain) || /^[^:]*([/?#]|$)/.test(plain);
}
