/**
 * An SVG as a file of its own, for programs that are no browsers: with a namespace, fixed colours in
 * place of `currentColor` and of those that follow the reader's setting, and a general font family
 * behind each named one.
 *
 * @param svg Well-formed XML, as a serializer gives it.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { standaloneSvg } from "./standalone_svg.ts";
 *
 * assert.equal(
 *   standaloneSvg('<svg xmlns="http://www.w3.org/2000/svg"><path stroke="currentColor"/></svg>'),
 *   '<?xml version="1.0" encoding="UTF-8"?>\n' +
 *     '<svg xmlns="http://www.w3.org/2000/svg"><path stroke="#000000"/></svg>\n',
 * );
 * ```
 */
export function standaloneSvg(svg: string): string {
  let text = svg.trim().replace(/^<\?xml[^>]*\?>\s*/, "");
  text = withoutScheme(text);
  const color = /[{;\s"]color:\s*(#[0-9a-f]{3,8}|[a-z]+)/i.exec(text)?.[1] ??
    /^<svg[^>]*\scolor="([^"]+)"/.exec(text)?.[1] ?? "#000000";
  text = text.replace(/currentcolor/gi, /^currentcolor$/i.test(color) ? "#000000" : color)
    .replace(/(font-family=")([^"]*)"/g, (_, start, fonts) => `${start}${withGeneral(fonts)}"`)
    .replace(
      /(font(?:-family)?:\s*)([^;}"]*(?:"[^"]*"[^;}"]*)*)(?=[;}])/g,
      (_, start, fonts) => start + withGeneral(fonts),
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
}

/** Style without the rules that hold for light or dark surroundings only. */
function withoutScheme(text: string): string {
  return text.replace(/@media[^{]*prefers-color-scheme[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, "");
}

/** A list of fonts that ends in a general family, which every program has. */
function withGeneral(fonts: string): string {
  const isList = /[a-z]/i.test(fonts) && !/^\s*(inherit|initial|unset)\s*$/.test(fonts);
  const isGeneral = /(^|[,\s])(serif|sans-serif|monospace|cursive|fantasy)\s*$/.test(fonts);
  return !isList || isGeneral ? fonts : `${fonts.trimEnd()}, sans-serif`;
}
