import { join } from "node:path";
import { readTree } from "../archive/tree.ts";
import { UserError } from "../base/errors.ts";
import { gunzip } from "../base/gunzip.ts";
import { isProjectFile } from "./project_files.ts";
import { findSecret, type Secrets } from "./secrets.ts";

/**
 * Looks for what must not leave the machine in every file of an attachment but the project's own
 * sources, also in packed ones and in drawings that pages and notebooks carry as data. Pictures in
 * pixels hold no text.
 *
 * @throws {UserError} When a file holds any; it is named, and what was found is not repeated.
 */
export async function refuseSecrets(root: string, secrets: Secrets): Promise<void> {
  for (const { name, kind } of await readTree(root)) {
    if (kind !== "file" || isProjectFile(name) || name.endsWith(".png")) continue;
    for (const text of await textsOf(join(root, name))) {
      const found = findSecret(text, secrets);
      if (!found) continue;
      throw new UserError(`Cannot attach: ${name} would hold ${found}.`, {
        advice: "Find out where it comes from, take it out there, and attach again.",
      });
    }
  }
}

const embedded = /data:image\/svg\+xml;base64,([A-Za-z0-9+/=]+)/g;
const image = /data:image\/[a-z+.-]+;base64,[A-Za-z0-9+/=]+|"image\/png": (?:"[^"]*"|\[[^\]]*\])/g;

/** The text of a file, and of what it carries in another form. */
async function textsOf(path: string): Promise<string[]> {
  const bytes = path.endsWith(".gz") ? await unpacked(path) : await Deno.readFile(path);
  const text = new TextDecoder().decode(bytes);
  const inside = [...text.matchAll(embedded)]
    .map(([, base64]) => new TextDecoder().decode(Uint8Array.fromBase64(base64)));
  // the letters of pictures and digests spell anything
  return [text.replace(image, ""), ...inside];
}

async function unpacked(path: string): Promise<Uint8Array> {
  const packed = await Deno.readFile(path);
  const chunks = await Array.fromAsync(gunzip([packed], path));
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
