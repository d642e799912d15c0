import { altTextOf } from "../alt_text.ts";
import { tagsOf } from "../cell_tags.ts";
import type { CodeCell, Notebook, Output } from "../ipynb.ts";
import { freeName } from "../../base/free_name.ts";
import { svgToPng } from "../../base/svg_to_png.ts";
import { svgWords } from "../svg_words.ts";
import { imageDataOf } from "./images.ts";
import { openSanitizer, type Sanitizer } from "./sanitize.ts";
import { standaloneSvg } from "./standalone_svg.ts";
import { visibilityOf } from "./visibility.ts";

/** A figure of a notebook as files. */
export interface FigureFiles {
  /** Place of its cell in the notebook, and of its output in the cell, counted from 0. */
  cell: number;
  output: number;
  /** Name of the files without an ending; unique in the notebook. */
  label: string;
  alt: string;
  files: { name: string; bytes: Uint8Array }[];
}

/**
 * The figures of a notebook: for each output that is an image, an SVG that stands alone where there
 * is one, and a PNG. Their label is what `show(figure, { label })`, the cell's metadata `label` or
 * its tag `label:NAME` says, else the cell's id. Scripts in them are left out.
 */
export async function exportFigures(notebook: Notebook): Promise<FigureFiles[]> {
  const sanitizer = await openSanitizer();
  const taken = new Set<string>();
  const figures: FigureFiles[] = [];
  for (const [cellAt, cell] of notebook.cells.entries()) {
    if (cell.cell_type !== "code") continue;
    const shown = visibilityOf(cell);
    if (shown.cell === "remove" || shown.output === "remove") continue;
    for (const [outputAt, output] of cell.outputs.entries()) {
      const picture = pictureOf(output, sanitizer);
      if (picture === null) continue;
      const label = freeName(labelOf(output, cell), (name) => taken.has(name.toLowerCase()));
      taken.add(label.toLowerCase());
      const svg = picture.svg === null ? null : standaloneSvg(picture.svg);
      const png = svg === null ? picture.png! : await svgToPng(svg);
      figures.push({
        cell: cellAt,
        output: outputAt,
        label,
        alt: altTextOf(output) ?? picture.alt,
        files: [
          ...(svg === null ? [] : [{ name: `${label}.svg`, bytes: new TextEncoder().encode(svg) }]),
          { name: `${label}.png`, bytes: png },
        ],
      });
    }
  }
  return figures;
}

/** An output's picture: an SVG or a PNG, also where it stands as data in HTML. */
function pictureOf(
  output: Output,
  sanitizer: Sanitizer,
): { svg: string | null; png: Uint8Array | null; alt: string } | null {
  if (output.output_type !== "display_data" && output.output_type !== "execute_result") return null;
  const { data } = output;
  const alt = String(data["text/plain"] ?? "");
  const own = typeof data["image/svg+xml"] === "string" ? data["image/svg+xml"] : null;
  const svg = own === null ? null : sanitizer.svg(own);
  if (svg !== null) return { svg, png: null, alt };
  const png = bytesOf(data["image/png"]);
  if (png !== null) return { svg: null, png, alt };
  if (typeof data["text/html"] !== "string") return null;
  return pictureInHtml(data["text/html"], alt, sanitizer);
}

function pictureInHtml(html: string, alt: string, sanitizer: Sanitizer) {
  const tree = sanitizer.parse(html);
  const element = tree.querySelector("svg");
  const image = tree.querySelector('img[src^="data:image/"]');
  const words = image?.getAttribute("alt") ?? (element && svgWords(element)) ?? alt;
  const data = imageDataOf(image?.getAttribute("src") ?? "");
  const bytes = bytesOf(data?.base64);
  const isSvg = data?.type === "image/svg+xml" && bytes !== null;
  const markup = element?.outerHTML ?? (isSvg ? new TextDecoder().decode(bytes) : null);
  const svg = markup && sanitizer.svg(markup);
  if (svg) return { svg, png: null, alt: words };
  return data?.type === "image/png" && bytes ? { svg: null, png: bytes, alt: words } : null;
}

function bytesOf(base64: unknown): Uint8Array | null {
  if (typeof base64 !== "string") return null;
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return null;
  }
}

function labelOf(output: Output, cell: CodeCell): string {
  const metadata = "metadata" in output ? output.metadata : {};
  const tag = tagsOf(cell).find((each) => each.startsWith("label:"))?.slice("label:".length);
  const given = [metadata.label, cell.metadata.label, tag, cell.id].find((each) =>
    typeof each === "string" && /[A-Za-z0-9]/.test(each)
  );
  return String(given).replace(/[^A-Za-z0-9_-]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 100);
}
