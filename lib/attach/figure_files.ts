import { escapeHtml } from "../base/escape_html.ts";

/** A figure with the words that stand beside it in an article. */
export interface FigureText {
  label: string;
  svg: string;
  png: Uint8Array | null;
  alt: string;
  /** The HTML that a notebook shows, from which title and caption are taken. */
  captionHtml: string;
}

/**
 * The files of one figure: as SVG that follows the reader's light or dark setting, in a fixed light
 * and a fixed dark form for pages with a setting of their own, as PNG at twice the size, and a
 * snippet with alternative text and caption. An SVG names no outside font: it declares a list of
 * fallbacks, and its viewBox makes it as wide as its column.
 */
export function figureFiles(figure: FigureText): Map<string, string | Uint8Array> {
  const { label, svg, png } = figure;
  return new Map<string, string | Uint8Array>([
    [`${label}.svg`, forPage(svg, label)],
    [`${label}-light.svg`, forPage(fixedScheme(svg, "light"), `${label}-light`)],
    [`${label}-dark.svg`, forPage(fixedScheme(svg, "dark"), `${label}-dark`)],
    [`${label}.html`, snippet(figure)],
    ...(png === null ? [] : [[`${label}.png`, png] as [string, Uint8Array]]),
  ]);
}

const darkRules = /@media \(prefers-color-scheme: dark\) \{((?:[^{}]*\{[^{}]*\})*)\s*\}/g;

/** The figure in one scheme, whatever the reader's setting is. */
export function fixedScheme(svg: string, scheme: "light" | "dark"): string {
  return svg.replace(darkRules, (_, rules: string) => scheme === "dark" ? rules.trim() : "");
}

/**
 * The figure as it can stand in a page as an SVG element, beside others of its kind: its ids begin
 * with its file's name.
 */
function forPage(drawing: string, prefix: string): string {
  const drawn = /<title id="([^"]+)-title"/.exec(drawing)?.[1];
  if (drawn === undefined) return drawing;
  return drawing.replace(
    /(?<=\s(?:id|aria-labelledby|href|xlink:href|clip-path|fill|mask|marker-end)=")[^"]*/g,
    (value) =>
      value.split(" ").map((part) =>
        part.replace(
          /^(url\(#|#)?(.*)$/,
          (whole, mark = "", id: string) =>
            id.startsWith(`${drawn}-`) ? `${mark}${prefix}${id.slice(drawn.length)}` : whole,
        )
      ).join(" "),
  );
}

/** A figure is drawn for one column; over two columns it may be twice as wide. */
const columns = "<!-- one column: max-width: 35rem; two columns: max-width: 70rem -->";

function snippet({ label, svg, alt, captionHtml }: FigureText): string {
  const [, width, height] = /<svg[^>]*\bwidth="(\d+)"[^>]*\bheight="(\d+)"/.exec(svg) ?? [];
  const size = width === undefined ? "" : ` width="${width}" height="${height}"`;
  const caption = /<figcaption>([\s\S]*?)<\/figcaption>/.exec(captionHtml)?.[1];
  return [
    columns,
    `<figure class="corebook-figure" style="max-width: 35rem">`,
    `<img src="${label}.svg"${size} style="width: 100%; height: auto" alt="${escapeHtml(alt)}">`,
    ...(caption ? [`<figcaption>${caption}</figcaption>`] : []),
    "</figure>",
  ].join("\n") + "\n";
}
