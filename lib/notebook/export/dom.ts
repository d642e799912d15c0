/** As much of a DOM as the export uses; jsdom gives it, and only `sanitize.ts` knows jsdom. */
export interface DomElement {
  readonly localName: string;
  id: string;
  innerHTML: string;
  readonly outerHTML: string;
  textContent: string | null;
  readonly parentElement: DomElement | null;
  readonly children: Iterable<DomElement> & { readonly length: number };
  readonly childNodes: Iterable<DomElement>;
  readonly attributes: Iterable<{ name: string; value: string }>;
  readonly ownerDocument: { createElement(name: string): DomElement };
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  hasAttribute(name: string): boolean;
  matches(selector: string): boolean;
  closest(selector: string): DomElement | null;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
  append(...nodes: (DomElement | string)[]): void;
  prepend(...nodes: (DomElement | string)[]): void;
  before(...nodes: (DomElement | string)[]): void;
  replaceWith(...nodes: (DomElement | string)[]): void;
  remove(): void;
}

/** Puts an element's content in its place. */
export function unwrap(element: DomElement): void {
  element.replaceWith(...element.childNodes);
}

/** The element under another name, with its content and attributes. */
export function rename(element: DomElement, name: string): DomElement {
  const renamed = element.ownerDocument.createElement(name);
  for (const { name, value } of element.attributes) renamed.setAttribute(name, value);
  renamed.append(...element.childNodes);
  element.replaceWith(renamed);
  return renamed;
}
