import type { Heading } from "../../base/html_page.ts";

/**
 * The headings and ids of a page while it grows: ids are unique, and no level is skipped on the way
 * down, so that a reader who goes from heading to heading misses none.
 */
export class Outline {
  /** Headings of the text, in order. */
  readonly headings: Heading[] = [];
  readonly #ids = new Set<string>(["page-main"]);
  #level = 0;

  /** The level that a heading of the given level gets here. */
  level(wished: number): number {
    return this.#level = Math.min(wished, this.#level + 1);
  }

  /** A free id for a text: its letters and digits in lower case, as links to headings have it. */
  idFor(text: string): string {
    const wished = slug(text) || "section";
    let id = wished;
    for (let n = 1; this.#ids.has(id); n++) id = `${wished}-${n}`;
    this.#ids.add(id);
    return id;
  }

  /** Takes an id that the content asks for; false when the page has it already. */
  take(id: string): boolean {
    if (id === "" || this.#ids.has(id)) return false;
    this.#ids.add(id);
    return true;
  }
}

/** A text as an id: `Time to first token` is `time-to-first-token`. */
export function slug(text: string): string {
  return text.trim().toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s+/g, "-");
}
