import type { Notebook, Output } from "../notebook/ipynb.ts";
import { stripPng } from "./strip_png.ts";
import { findSecret, type Secrets, withoutSecrets } from "./secrets.ts";
import { UserError } from "../base/errors.ts";

const keptMetadata = ["kernelspec", "language_info", "language", "lang", "title"];
const keptCellMetadata = ["jupyter", "label", "tags"];

/**
 * A copy of an executed notebook that tells nothing of the machine: outputs without paths, names,
 * keys and values of the environment, images without texts inside, and of the metadata what readers
 * need. What the author wrote is left as it is.
 *
 * @throws {UserError} When the author's own text or code holds such a thing; the cell is named.
 */
export function cleanNotebook(notebook: Notebook, secrets: Secrets, where: string): Notebook {
  const clean = structuredClone(notebook);
  clean.metadata = withoutSecrets(pick(clean.metadata, keptMetadata), secrets);
  clean.cells.forEach((cell, at) => {
    const found = findSecret(cell.source, secrets);
    if (found) {
      throw new UserError(
        `Cannot attach ${where}: cell ${at + 1} (${cell.id}) holds ${found}.`,
        { advice: "Take it out of the cell, for instance by a parameter, and attach again." },
      );
    }
    cell.metadata = withoutSecrets(pick(cell.metadata, keptCellMetadata), secrets);
    if (cell.cell_type !== "code") {
      for (const bundle of Object.values(cell.attachments ?? {})) cleanBundle(bundle, secrets);
      return;
    }
    for (const output of cell.outputs) cleanOutput(output, secrets);
  });
  return clean;
}

function pick(metadata: Record<string, unknown>, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => names.includes(name)));
}

function cleanOutput(output: Output, secrets: Secrets): void {
  if (output.output_type === "stream") output.text = withoutSecrets(output.text, secrets);
  else if (output.output_type === "error") {
    output.evalue = withoutSecrets(output.evalue, secrets);
    output.traceback = withoutSecrets(output.traceback, secrets);
  } else {
    output.metadata = withoutSecrets(output.metadata, secrets);
    cleanBundle(output.data, secrets);
  }
}

function cleanBundle(data: Record<string, unknown>, secrets: Secrets): void {
  for (const [type, content] of Object.entries(data)) {
    if (type === "image/png" && typeof content === "string") {
      data[type] = stripPng(Uint8Array.fromBase64(content)).toBase64();
    } else if (/^image\/(?!svg)/.test(type)) delete data[type]; // no other form is looked into
    else if (typeof content === "string") data[type] = cleanText(content, secrets);
    else data[type] = withoutSecrets(content, secrets);
  }
}

/** An image as data: to the quote behind it, which may stand lines below, or without one. */
const embedded =
  /data:(image\/[^\s;,"'<>()]+)((?:;[^\s;,"'<>()]*)*),([\w+\/=%\s-]+(?=["'])|[^\s"'<>()\\&;]+)/gi;

/** A text, and in it the images that it carries as data, whose letters are no paths. */
function cleanText(text: string, secrets: Secrets): string {
  const images: string[] = [];
  const marked = text.replace(embedded, (_, type: string, how: string, data: string) => {
    images.push(cleanImage(type.toLowerCase(), /;base64$/i.test(how), data, secrets));
    return `\u0000${images.length - 1}\u0000`;
  });
  const clean = /<[a-z!/][^>]*>/i.test(marked)
    ? cleanMarkup(marked, secrets)
    : withoutSecrets(marked, secrets);
  // deno-lint-ignore no-control-regex
  return clean.replace(/\u0000(\d+)\u0000/g, (_, at) => images[at]);
}

/** The texts between tags and the values of attributes; the slashes of tags are no paths. */
function cleanMarkup(markup: string, secrets: Secrets): string {
  return markup.split(/(<[a-z!/][^>]*>)/i).map((part, at) =>
    at % 2 === 0
      ? withoutSecrets(part, secrets)
      : part.replace(/(?<==)"([^"]*)"/g, (_, value) => `"${withoutSecrets(value, secrets)}"`)
  ).join("");
}

/** A PNG or an SVG, cleaned; no other form is looked into, so that none is kept. */
function cleanImage(type: string, isBase64: boolean, data: string, secrets: Secrets): string {
  const head = `data:${type}${isBase64 ? ";base64" : ""},`;
  try {
    if (type === "image/png" && isBase64) {
      return head + stripPng(Uint8Array.fromBase64(data)).toBase64();
    }
    if (type === "image/svg+xml" && isBase64) {
      const svg = new TextDecoder().decode(Uint8Array.fromBase64(data));
      return head + new TextEncoder().encode(cleanText(svg, secrets)).toBase64();
    }
    if (type === "image/svg+xml") {
      const svg = cleanText(decodeURIComponent(data), secrets);
      // quotes and brackets may end the place that it stands in
      return head +
        encodeURIComponent(svg).replace(/['()]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
    }
  } catch {
    // what cannot be read is not kept either
  }
  return "data:,";
}
