/** How much room a column of words asks for: a class that the style sheets of tables know. */
export type ColumnRoom = "short" | "medium" | "long";

/**
 * The room for a table's column of words, by its longest text: `short` stays on one line, `medium`
 * and `long` may break, yet not into a column of single words. So the room of a wide table goes to
 * its sentences, on a screen that is too narrow for them too.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { columnRoom } from "./column_room.ts";
 *
 * assert.equal(columnRoom(["faster", "undecided"]), "short");
 * assert.equal(columnRoom(["x", "The printed digits leave room for other values."]), "long");
 * ```
 */
export function columnRoom(texts: readonly string[]): ColumnRoom {
  const longest = Math.max(0, ...texts.map((text) => text.trim().length));
  return longest <= 12 ? "short" : longest <= 40 ? "medium" : "long";
}

/**
 * The rules of a style sheet for these classes. A long head of numbers breaks before the words of a
 * row do.
 *
 * @param within Selector of what the tables stand in, with a space after it.
 */
export function roomRules(within = ""): string {
  return [
    "tbody :is(.short, .number) { white-space: nowrap; }",
    "thead .number.medium { width: 6.5em; }",
    "thead .number.long { width: 7em; }",
    "tbody .medium { min-width: 7.5em; }",
    "tbody .long { min-width: 13em; }",
    "tbody .long:first-child { min-width: 10em; }",
    "tbody .long:nth-child(2):last-child { min-width: 0; }",
  ].map((rule) => within + rule).join("\n");
}
