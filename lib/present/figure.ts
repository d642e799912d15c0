import { escapeHtml } from "../base/escape_html.ts";
import { svgAddress } from "../base/svg_address.ts";
import { svgToPng } from "../base/svg_to_png.ts";
import { drawSvg, type Panel } from "./draw.ts";
import type { ProvenanceKind } from "../record/record.ts";
import type { Language } from "./format.ts";
import { plotWords } from "./plots/words.ts";

/** What a figure needs to be made. */
export interface FigureParts {
  /** File name without an ending, and prefix of the ids inside: `latency-throughput`. */
  label: string;
  title: string;
  /** What the figure shows, in words: the finding, not the furniture. */
  alt: string;
  /** Units, n and source, printed under the figure. */
  caption: string;
  /** Where the numbers come from; anything but `measured` is said in the caption and in the plot. */
  provenance: ProvenanceKind | "published";
  language: Language;
  panels: readonly Panel[];
}

/**
 * A figure that carries its alt text, caption and provenance, as SVG that stands alone and as PNG.
 * Shown in a notebook it gives every front end a form that it keeps.
 */
export class Figure {
  /** Name of its files. */
  readonly label: string;
  /** Its title. */
  readonly title: string;
  /** What it shows, for those who do not see it. */
  readonly alt: string;
  /** Units, n and source, printed under it. */
  readonly caption: string;
  /** The drawing, a whole SVG file. */
  readonly svg: string;
  /** The same as PNG. */
  readonly png: Uint8Array;

  private constructor(parts: FigureParts, caption: string, svg: string, png: Uint8Array) {
    ({ label: this.label, title: this.title, alt: this.alt } = parts);
    this.caption = caption;
    this.svg = svg;
    this.png = png;
  }

  /** Draws the figure. @throws {RangeError} When it has no alt text or no caption. */
  static async draw(parts: FigureParts): Promise<Figure> {
    if (parts.alt.trim() === "" || parts.caption.trim() === "") {
      throw new RangeError(`Cannot draw the figure ${parts.label} without alt text and caption`);
    }
    const words = plotWords[parts.language];
    const source = words.sources[parts.provenance];
    const caption = source === null ? parts.caption : `${parts.caption} ${source}`;
    const svg = await drawSvg(parts.panels, {
      id: parts.label,
      title: parts.title,
      description: parts.alt,
      language: parts.language,
      banner: parts.provenance === "simulated" ? words.simulated : null,
    });
    return new Figure(parts, caption, svg, await svgToPng(svg));
  }

  /**
   * The figure as HTML without any reference to another file.
   *
   * @param options With `style`, without the side margins of a browser: for a place that has no style
   * sheet for it, such as a notebook.
   */
  toHtml(options: { style?: boolean } = {}): string {
    return `<figure class="corebook-figure"${options.style ? ' style="margin: 0 0 1.5em"' : ""}>` +
      `<img src="${svgAddress(this.svg)}" alt="${escapeHtml(this.alt)}">` +
      `<figcaption><strong>${escapeHtml(this.title)}.</strong> ${
        escapeHtml(this.caption)
      }</figcaption>` +
      `</figure>`;
  }

  /** The bundle for a notebook: HTML for most front ends, the rest for those that strip it. */
  [Symbol.for("Jupyter.display")](): Record<string, string> {
    return {
      "text/html": this.toHtml({ style: true }),
      "image/svg+xml": this.svg,
      "image/png": this.png.toBase64(),
      "text/plain": `${this.title}. ${this.alt}`,
    };
  }
}
