import { dataMime } from "../base/data_mime.ts";
import { elementBundle, isElement } from "./show_element.ts";
import { losslessJson } from "./show_json.ts";
import { gridHtml, gridOf, gridText } from "./show_grid.ts";

/** One output in all its forms, as the messages of a notebook carry it. */
export interface MimeBundle {
  /** Content by MIME type; JSON types hold JSON values, all others text. */
  data: Record<string, unknown>;
  /** `{ alt }` under the type of each image; `label` beside them. */
  metadata: Record<string, unknown>;
}

/** What a shown thing may be told. */
export interface ShowOptions {
  /** What an image shows, in words. */
  alt?: string;
  /** Name of an exported figure's files, without an ending. */
  label?: string;
}

const display = Symbol.for("Jupyter.display");

/**
 * The forms of a value: its own where it has them (`Symbol.for("Jupyter.display")`), else a table
 * for records and DataFrames, an image for an SVG element, and a text for everything else.
 *
 * @throws What the value's own display method throws: the kernel would swallow it.
 */
export async function bundleOf(given: unknown, options: ShowOptions = {}): Promise<MimeBundle> {
  const value = await given;
  const data = await dataOf(value, options.alt);
  const own = value as { alt?: unknown; label?: unknown } | null | undefined;
  const images = Object.keys(data).filter((type) => type.startsWith("image/"));
  const alt = options.alt ?? textOr(own?.alt, data["text/plain"]);
  const label = options.label ?? (images.length > 0 ? textOr(own?.label) : undefined);
  return {
    data,
    metadata: {
      ...(alt === undefined ? {} : Object.fromEntries(images.map((type) => [type, { alt }]))),
      ...(label === undefined ? {} : { label }),
    },
  };
}

function textOr(...candidates: unknown[]): string | undefined {
  return candidates.find((each): each is string => typeof each === "string" && each.trim() !== "");
}

async function dataOf(value: unknown, alt?: string): Promise<Record<string, unknown>> {
  if (typeof value === "string") return { "text/plain": value };
  if (value === null || (typeof value !== "object" && typeof value !== "function")) {
    return { "text/plain": inspect(value) };
  }
  const own = (value as Record<symbol, unknown>)[display];
  if (typeof own === "function") return ownForms(await own.call(value), value);
  if (isElement(value)) return elementBundle(value, alt);
  const grid = gridOf(value);
  if (grid) {
    return {
      "text/html": gridHtml(grid),
      [dataMime]: losslessJson(grid.data),
      "text/plain": gridText(grid),
    };
  }
  return { "text/plain": inspect(value) };
}

/** A bundle that a value made itself, with a text form and with JSON that survives the way. */
function ownForms(bundle: unknown, value: object): Record<string, unknown> {
  if (bundle === null || typeof bundle !== "object") {
    throw new TypeError(
      `Cannot show a ${value.constructor?.name ?? "value"}: its display method gave ${bundle}`,
    );
  }
  const forms = Object.entries(bundle).map(([type, content]) => [
    type,
    typeof content === "string" ? content : losslessJson(content),
  ]);
  const data: Record<string, unknown> = Object.fromEntries(forms);
  if (Object.keys(data).length === 0) return { "text/plain": inspect(value) };
  const html = data["text/html"];
  data["text/plain"] ??= typeof html === "string" ? textOfHtml(html) : inspect(value);
  return data;
}

function textOfHtml(html: string): string {
  return html.replace(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, " ").replace(/\s+/g, " ").trim();
}

function inspect(value: unknown): string {
  return Deno.inspect(value, { colors: false, depth: 6, iterableLimit: 200 });
}
