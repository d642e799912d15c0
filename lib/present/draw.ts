import type * as PlotModule from "@observablehq/plot";
import type { PlotOptions } from "@observablehq/plot";
import { formatPrinted, type Language } from "./format.ts";
import { darkRules, ground, ink } from "./plots/palette.ts";

/** What plots are made of: marks and scales, from data to options without a document. */
export type Plot = typeof PlotModule;

/** As much of a DOM as drawing needs. */
interface Drawn {
  tagName: string;
  textContent: string;
  id: string;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  append(...children: (Drawn | string)[]): void;
  remove(): void;
  querySelectorAll(selector: string): Iterable<Drawn>;
}

interface Studio {
  plot: Plot;
  document: { createElementNS(space: string, name: string): Drawn };
  serialize(node: Drawn): string;
}

let studio: Promise<Studio> | undefined;

/** Loads Plot and a document to draw in; the only place that knows either, loaded when first used. */
function openStudio(): Promise<Studio> {
  return studio ??= (async () => {
    const [plot, { JSDOM }] = await Promise.all([import("@observablehq/plot"), import("jsdom")]);
    const { window } = new JSDOM("");
    const serializer = new window.XMLSerializer();
    return {
      plot,
      document: window.document,
      serialize: (node) => serializer.serializeToString(node),
    };
  })();
}

/** A plot as data: given Plot's marks, the options to draw. */
export type Drawing = (plot: Plot) => PlotOptions;

/** One panel of a figure, with its own heading above it. */
export interface Panel {
  heading: string | null;
  drawing: Drawing;
  height: number;
}

/** Width of a figure in CSS pixels: one column of an article, readable when scaled to a phone. */
export const figureWidth = 560;

const HEADING = 26;

/** Between a warning's dashed frame and what it is around. */
const FRAME = 10;

/** Colours by the reader's preference; as PNG and in print the light ones hold. */
const style = `
.corebook { color: ${ink.light}; background: ${ground.light}; font: 13px system-ui, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif; }
.corebook text { white-space: pre; }
.corebook .heading { font-weight: 600; fill: currentColor; }
.corebook .banner { font-weight: 700; fill: ${ink.light}; }
@media (prefers-color-scheme: dark) { .corebook { color: ${ink.dark}; background: ${ground.dark}; } ${darkRules()} }
`;

/**
 * Draws panels one under the other as one SVG that stands alone: namespaces, title and description
 * for assistive technology, no outside style, font or script.
 *
 * @param text `id` is the prefix of every id inside, so that several figures can stand in one page;
 * `language` is that of the numbers on axes that format none themselves; `banner` is a warning that
 * stands in the picture itself, such as that nothing was measured.
 */
export async function drawSvg(
  panels: readonly Panel[],
  text: {
    id: string;
    title: string;
    description: string;
    banner?: string | null;
    language?: Language;
  },
): Promise<string> {
  const { plot, document, serialize } = await openStudio();
  const space = "http://www.w3.org/2000/svg";
  const element = (name: string, attributes: Record<string, string | number>, content = "") => {
    const made = document.createElementNS(space, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
    made.textContent = content;
    return made;
  };

  const banner = text.banner ? HEADING : 0;
  const frame = text.banner ? FRAME : 0;
  const width = figureWidth + 2 * frame;
  const height = panels.reduce(
    (sum, { heading, height }) => sum + height + (heading ? HEADING : 0),
    banner + frame,
  );
  const root = element("svg", {
    class: "corebook",
    width,
    height,
    viewBox: `${-frame} 0 ${width} ${height}`,
    role: "img",
    "aria-labelledby": `${text.id}-title ${text.id}-description`,
  });
  root.append(
    element("title", { id: `${text.id}-title` }, text.title),
    element("desc", { id: `${text.id}-description` }, text.description),
    element("style", {}, style),
  );
  if (text.banner) {
    root.append(
      element("rect", { x: -frame, width, height: HEADING - 6, fill: "#ffd23f" }),
      element("text", { class: "banner", x: 4, y: 15 }, text.banner),
      element("rect", {
        x: 0.5 - frame,
        y: 0.5,
        width: width - 1,
        height: height - 1,
        fill: "none",
        stroke: "#ffd23f",
        "stroke-dasharray": "6 4",
      }),
    );
  }
  let top = banner;
  for (const { heading, drawing, height } of panels) {
    if (heading) {
      root.append(element("text", { class: "heading", x: 4, y: top + 18 }, heading));
      top += HEADING;
    }
    const options = drawing(plot);
    const drawn = plot.plot({
      width: figureWidth,
      height,
      marginLeft: 62,
      marginRight: 20,
      marginTop: 14,
      marginBottom: 44,
      className: "plot",
      style: { fontSize: "13px", background: "none" },
      ...options,
      x: axisIn(text.language ?? "en", options.x),
      y: axisIn(text.language ?? "en", options.y),
      document,
    } as unknown as PlotOptions) as unknown as Drawn;
    if (drawn.tagName.toLowerCase() !== "svg") {
      throw new Error(
        `the panel ${heading ?? text.title} has a legend or a caption inside its plot`,
      );
    }
    const warning = [...drawn.querySelectorAll("title")].find((each) =>
      /warning/i.test(each.textContent)
    );
    if (warning) {
      throw new Error(`the panel ${heading ?? text.title} warns: ${warning.textContent}`);
    }
    for (const own of drawn.querySelectorAll("style")) own.remove();
    // a group has no role that could carry a name; title and description speak for the whole
    for (const group of drawn.querySelectorAll("[aria-label]")) group.removeAttribute("aria-label");
    drawn.setAttribute("y", String(top));
    drawn.removeAttribute("viewBox");
    for (const named of drawn.querySelectorAll("[id]")) named.id = `${text.id}-${named.id}`;
    root.append(drawn);
    top += height;
  }
  return serialize(root).replaceAll("\u00a0", "&#160;");
}

/** An axis whose numbers have the language's marks, unless it formats them itself. */
function axisIn(language: Language, axis: PlotOptions["x"]): PlotOptions["x"] {
  const tickFormat = (value: unknown) =>
    typeof value === "number" ? formatTick(value, language) : String(value);
  return axis === null ? axis : { tickFormat, ...axis };
}

/** A round number as it is: six digits are more than a tick has. */
function formatTick(value: number, language: Language): string {
  const digits = String(Number(value.toPrecision(6)));
  return digits.includes("e") ? digits : formatPrinted(digits, language);
}
