import type { Meta } from "./meta.ts";

/**
 * How to cite the attachment, in the Citation File Format 1.2.0
 * (https://github.com/citation-file-format/citation-file-format). Texts are in quotes, which YAML
 * reads as JSON has them.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { citationCff } from "./citation.ts";
 *
 * const text = citationCff({
 *   name: "speed",
 *   title: 'How "fast"?',
 *   authors: ["Family, Given", "The Lab"],
 *   language: "en",
 *   date: "2026-01-31",
 *   licence: "CC-BY-4.0",
 * });
 * assert(text.includes('title: "How \\"fast\\"?"'));
 * assert(text.includes('- family-names: "Family"\n    given-names: "Given"'));
 * ```
 */
export function citationCff(meta: Meta): string {
  const text = (value: string) => JSON.stringify(value);
  const people = meta.authors.map((author) => {
    const [family, ...given] = author.split(",").map((part) => part.trim());
    return given.length === 1 && given[0] !== "" && family !== ""
      ? `  - family-names: ${text(family)}\n    given-names: ${text(given[0])}`
      : `  - name: ${text(author)}`;
  });
  return [
    "cff-version: 1.2.0",
    `message: ${text("If you use these data, please cite them as below.")}`,
    "type: dataset",
    `title: ${text(meta.title)}`,
    "authors:",
    ...people,
    `date-released: ${text(meta.date)}`,
    `license: ${text(meta.licence)}`,
  ].join("\n") + "\n";
}
