import { type DomElement, rename, unwrap } from "./dom.ts";
import { type Outline, slug } from "./outline.ts";
import { isLanguageTag } from "../../base/language_tag.ts";
import { pageWords } from "../../base/page_words.ts";

/** Where a piece of content stands. */
export interface Place {
  outline: Outline;
  language: string;
  /** Whether its headings belong into the contents: those of the text do, those of outputs not. */
  listed: boolean;
}

/**
 * Mends clean HTML so that it can be read by everyone: headings without gaps, unique ids, tables
 * whose heads have a scope and which scroll by themselves, links and lists that assistive
 * technology understands.
 */
export function tidy(tree: DomElement, place: Place): void {
  tidyHeadings(tree, place);
  tidyIds(tree, place.outline);
  tidyTables(tree, place.language);
  tidyLinks(tree);
  tidyLists(tree);
  for (const element of tree.querySelectorAll("[lang]")) {
    if (!isLanguageTag(element.getAttribute("lang")!)) element.removeAttribute("lang");
  }
  for (const element of tree.querySelectorAll("p:empty, caption:empty, figcaption:empty")) {
    element.remove();
  }
}

function tidyHeadings(tree: DomElement, { outline, listed }: Place): void {
  for (const given of tree.querySelectorAll("h1, h2, h3, h4, h5, h6")) {
    const text = given.textContent?.replace(/\s+/g, " ").trim() ?? "";
    if (text === "") {
      unwrap(given);
      continue;
    }
    const level = outline.level(Number(given.localName[1]));
    const heading = rename(given, `h${level}`);
    if (!listed) continue;
    heading.id = outline.idFor(text);
    outline.headings.push({ level, id: heading.id, text });
  }
}

function tidyIds(tree: DomElement, outline: Outline): void {
  for (const element of tree.querySelectorAll("[id]")) {
    if (/^h[1-6]$/.test(element.localName)) continue; // has its id from its text
    const id = slug(element.id);
    if (outline.take(id)) element.id = id;
    else element.removeAttribute("id");
  }
}

function tidyTables(tree: DomElement, language: string): void {
  for (const element of tree.querySelectorAll("[scope]")) {
    const isValid = element.localName === "th" &&
      /^(row|col)(group)?$/.test(element.getAttribute("scope")!);
    if (!isValid) element.removeAttribute("scope");
  }
  for (const given of tree.querySelectorAll("th")) {
    const isEmpty = !given.textContent?.trim() && !given.querySelector("img");
    const cell = isEmpty ? rename(given, "td") : given;
    if (isEmpty) cell.removeAttribute("scope");
    else if (!cell.hasAttribute("scope")) {
      cell.setAttribute("scope", namesRow(cell) ? "row" : "col");
    }
  }
  for (const name of tree.querySelectorAll("tbody th[scope=row]")) {
    if ((name.textContent ?? "").length <= SHORT) addClass(name, "short");
  }
  for (const cell of tree.querySelectorAll("tbody td")) {
    const text = cell.textContent?.trim() ?? "";
    if (text.length > LONG && text.includes(" ")) addClass(cell, "long");
  }
  for (const table of tree.querySelectorAll("table")) {
    if (table.parentElement?.closest("table")) continue;
    const frame = table.ownerDocument.createElement("div");
    frame.setAttribute("class", "scroll");
    frame.setAttribute("role", "group");
    frame.setAttribute("tabindex", "0");
    const caption = table.querySelector("caption")?.textContent?.trim();
    frame.setAttribute("aria-label", caption || pageWords(language).table);
    table.replaceWith(frame);
    frame.append(table);
  }
}

/** Characters of a row's name that may claim one line where the screen is wide. */
const SHORT = 30;

/** Characters of a cell's text from which it needs more room than the narrowest column has. */
const LONG = 40;

function addClass(element: DomElement, name: string): void {
  element.setAttribute("class", `${element.getAttribute("class") ?? ""} ${name}`.trim());
}

/** Whether a head names its row: it stands before the first value of a row of the body. */
function namesRow(head: DomElement): boolean {
  const cells = [...head.parentElement?.children ?? []];
  return !head.closest("thead") &&
    cells.findIndex(({ localName }) => localName === "td") > cells.indexOf(head);
}

function tidyLinks(tree: DomElement): void {
  for (const link of tree.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href")!;
    if (address.startsWith("#")) link.setAttribute("href", `#${slug(decode(address.slice(1)))}`);
    else link.setAttribute("rel", "noopener noreferrer");
    const hasName = link.textContent?.trim() || link.querySelector('img[alt]:not([alt=""])');
    if (!hasName) link.textContent = address;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function tidyLists(tree: DomElement): void {
  for (const list of tree.querySelectorAll("ul, ol")) {
    for (const child of [...list.children]) if (child.localName !== "li") rename(child, "li");
  }
  for (const list of tree.querySelectorAll("dl")) {
    for (const child of [...list.children]) {
      if (!/^(dt|dd|div)$/.test(child.localName)) rename(child, "dd");
    }
  }
  const strays: [string, string][] = [["li", "ul, ol"], ["dt, dd", "dl"], ["summary", "details"]];
  for (const [items, lists] of strays) {
    for (const item of tree.querySelectorAll(items)) {
      if (!item.parentElement?.closest(lists)) unwrap(item);
    }
  }
}
