import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { faultLine } from "../archive/fault.ts";
import { readTree } from "../archive/tree.ts";
import { verifyBag } from "../archive/verify_bag.ts";
import { UserError } from "../base/errors.ts";
import { systemFiles } from "../base/file_system.ts";
import { project } from "../base/project.ts";
import { sourceFolder } from "./source.ts";

/**
 * Copies a bag to where the notebook and the sources look for it: one that lies in the project keeps
 * its place, another one goes to `records/`.
 */
export async function layBag(given: string, root: string): Promise<string> {
  const found = await sourceFolder(given);
  const { faults } = await verifyBag(found);
  if (faults.length > 0) {
    throw new UserError(`Cannot attach ${given}: ${faultLine(faults[0])}.`, {
      advice: "Run corebook verify on it to see every fault.",
    });
  }
  const inside = relative(project.root, found);
  const path = inside.startsWith("..") || resolve(inside) === inside
    ? `records/${basename(found)}`
    : inside.split(sep).join("/");
  if (await systemFiles().exists(join(root, path))) {
    throw new UserError(`Cannot attach ${given}: another record has the place ${path}.`, {
      advice: "Name each record once.",
    });
  }
  for (const { name, kind } of await readTree(found)) {
    if (kind !== "file") continue;
    await layFile(root, `${path}/${name}`, await Deno.readFile(join(found, name)));
  }
  return path;
}

/** Writes a new file of an attachment, with the folders above it. */
export async function layFile(
  root: string,
  path: string,
  content: string | Uint8Array,
): Promise<void> {
  const file = join(root, path);
  await Deno.mkdir(dirname(file), { recursive: true });
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await Deno.writeFile(file, bytes, { createNew: true, mode: 0o644 });
}
