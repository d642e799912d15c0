import { dirname, join } from "node:path";
import { DECLARATION } from "../archive/bag_files.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { readZip } from "./zip_read.ts";

/** An attachment on the disk; leaving the scope removes what was unpacked. */
export interface OpenAttachment extends AsyncDisposable {
  /** Folder of the bag. */
  folder: string;
}

/**
 * Opens an attachment for reading: a ZIP is unpacked into a new folder of the system's own for such
 * things, an unpacked one is read where it is.
 *
 * @throws {UserError} When it is neither, or the ZIP is not safe to unpack.
 */
export async function openAttachment(path: string): Promise<OpenAttachment> {
  let info: Deno.FileInfo;
  try {
    info = await Deno.stat(path);
  } catch (cause) {
    throw new UserError(`Cannot check ${path}: ${messageOf(cause)}`, { cause });
  }
  if (info.isDirectory) {
    await refuseOther(path, path);
    return { folder: path, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const files = readZip(await Deno.readFile(path), path);
  const tops = new Set([...files.keys()].map((name) => name.split("/")[0]));
  if (tops.size !== 1 || ![...files.keys()].every((name) => name.includes("/"))) {
    throw new UserError(`Cannot check ${path}: it holds ${tops.size} folders or files, not one.`);
  }
  const folder = await Deno.makeTempDir({ prefix: "corebook-check-" });
  const remove = () => Deno.remove(folder, { recursive: true });
  try {
    for (const [name, bytes] of files) {
      await Deno.mkdir(dirname(join(folder, name)), { recursive: true });
      await Deno.writeFile(join(folder, name), bytes, { createNew: true, mode: 0o644 });
    }
    const bag = join(folder, [...tops][0]);
    await refuseOther(bag, path);
    return { folder: bag, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function refuseOther(folder: string, shown: string): Promise<void> {
  const text = await Deno.readTextFile(join(folder, "bagit.txt")).catch(() => null);
  if (text === DECLARATION) return;
  throw new UserError(`Cannot check ${shown}: it is no attachment, its folder holds no bag.`, {
    advice: "Name the ZIP, or the folder in which bagit.txt lies.",
  });
}
