import { decoded } from "./decoded.ts";
import { type DomElement, rename, unwrap } from "./dom.ts";
import { type Outline, slug } from "./outline.ts";
import { columnRoom } from "../../base/column_room.ts";
import { isLanguageTag } from "../../base/language_tag.ts";
import { pageWords } from "../../base/page_words.ts";

/** Where a piece of content stands. */
export interface Place {
  outline: Outline;
  language: string;
  /** Whether its headings belong into the contents: those of the text do, those of outputs not. */
  listed: boolean;
  /** The page that a link to another notebook leads to; null where there is none. */
  pageOf?: (address: string) => string | null;
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
  tidyLinks(tree, place);
  tidyLists(tree);
  keepWords(tree);
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
  for (const table of tree.querySelectorAll("table")) {
    giveRoom(table);
    if (table.parentElement?.closest("table")) continue;
    const given = table.parentElement?.matches("div.scroll") ? table.parentElement : null;
    const frame = given ?? table.ownerDocument.createElement("div");
    frame.setAttribute("class", "scroll");
    frame.setAttribute("role", "group");
    frame.setAttribute("tabindex", "0");
    const caption = table.querySelector("caption")?.textContent?.trim();
    frame.setAttribute("aria-label", caption || pageWords(language).table);
    if (given) continue;
    table.replaceWith(frame);
    frame.append(table);
  }
}

/** Classes for the columns of words of a table whose cells stand under their heads. */
function giveRoom(table: DomElement): void {
  if (table.querySelector("[colspan], [rowspan], table")) return;
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.children]);
  for (const at of rows[0]?.keys() ?? []) {
    const cells = rows.flatMap((row) => row.slice(at, at + 1));
    const [head, body] = [true, false].map((isHead) =>
      cells.filter((cell) => (cell.closest("thead") !== null) === isHead)
    );
    const isNumber = cells.some((cell) => cell.matches(".number"));
    const room = columnRoom((isNumber ? head : body).map(({ textContent }) => textContent ?? ""));
    for (const cell of isNumber ? head : cells) addClass(cell, room);
  }
}

function addClass(element: DomElement, name: string): void {
  element.setAttribute("class", `${element.getAttribute("class") ?? ""} ${name}`.trim());
}

/** Whether a head names its row: it stands before the first value of a row of the body. */
function namesRow(head: DomElement): boolean {
  const cells = [...head.parentElement?.children ?? []];
  return !head.closest("thead") &&
    cells.findIndex(({ localName }) => localName === "td") > cells.indexOf(head);
}

/** Parts of a command in a text that stay whole: a browser would break `--dry-run` at its hyphens. */
function keepWords(tree: DomElement): void {
  for (const code of tree.querySelectorAll(":not(pre) > code")) {
    const parts = (code.textContent ?? "").split(/( +)/);
    if (code.children.length > 0 || !parts.some((part) => isWhole(part))) continue;
    code.textContent = "";
    for (const part of parts) {
      if (!isWhole(part)) {
        code.append(part);
        continue;
      }
      const word = code.ownerDocument.createElement("span");
      word.setAttribute("class", "word");
      word.textContent = part;
      code.append(word);
    }
  }
}

/** Whether a part has a hyphen and fits beside a margin on the narrowest screen. */
function isWhole(part: string): boolean {
  return part.includes("-") && part.length <= 24;
}

function tidyLinks(tree: DomElement, { pageOf }: Place): void {
  for (const link of tree.querySelectorAll("a[href]")) {
    const address = link.getAttribute("href")!;
    if (address.startsWith("#")) link.setAttribute("href", `#${slug(decoded(address.slice(1)))}`);
    else {
      link.setAttribute("href", pageOf?.(address) ?? address);
      link.setAttribute("rel", "noopener noreferrer");
    }
    const hasName = link.textContent?.trim() || link.querySelector('img[alt]:not([alt=""])');
    if (!hasName) link.textContent = address;
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
