import { UserError } from "../base/errors.ts";

/** A part of a Markdown file that a function writes: everything between its two marks. */
export interface GeneratedBlock {
  name: string;
  generate(): string | Promise<string>;
}

const mark = /^<!-- generated: ([a-z0-9-]+) \(deno task docs\) -->\n([\s\S]*?)^<!-- end: \1 -->$/gm;

/**
 * Writes the generated blocks of a Markdown text anew; the text around them stays as it is.
 *
 * @throws {UserError} When the text has a block that nobody generates.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { renewBlocks } from "./blocks.ts";
 *
 * const text = "<!-- generated: sum (deno task docs) -->\nold\n<!-- end: sum -->";
 * const renewed = await renewBlocks(text, "README.md", [{ name: "sum", generate: () => "2" }]);
 * assert.match(renewed, /-->\n\n2\n\n<!-- end: sum -->$/);
 * ```
 */
export async function renewBlocks(
  text: string,
  file: string,
  blocks: readonly GeneratedBlock[],
): Promise<string> {
  const contents = new Map<string, string>();
  for (const [, name] of text.matchAll(mark)) {
    const block = blocks.find((each) => each.name === name);
    if (!block) {
      throw new UserError(`Cannot write the block ${name} of ${file}: nothing generates it`);
    }
    contents.set(name, (await block.generate()).trim());
  }
  return text.replace(
    mark,
    (_, name) =>
      `<!-- generated: ${name} (deno task docs) -->\n\n${
        contents.get(name)
      }\n\n<!-- end: ${name} -->`,
  );
}
