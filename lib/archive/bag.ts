import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { type FileSystem, replaceFile } from "../base/file_system.ts";
import { hashHex } from "../base/hash.ts";
import { softwareVersion } from "../base/project.ts";
import { bagNameFault, caseClashes } from "./bag_name.ts";
import { formatChecksumList } from "./checksum_list.ts";
import { DECLARATION, MANIFEST, TAG_FILES, TAG_MANIFEST } from "./bag_files.ts";
import { kindWord } from "./tree.ts";

/**
 * Makes a folder with its payload in `data/` a BagIt 1.0 bag (RFC 8493): writes `bagit.txt`,
 * `bag-info.txt`, `manifest-sha512.txt` and, last and in one step, `tagmanifest-sha512.txt`. Cut
 * short at any moment it leaves no bag, and sealing again finishes it.
 *
 * @param options.info Labels and values for `bag-info.txt` in this order, as {@linkcode bagInfo} gives
 * them; `Payload-Oxum` is added.
 * @throws {UserError} When the folder is sealed already, or its payload is empty or holds something
 * that a bag may not: a link, an empty directory, an executable file, an unfinished `.tmp` draft, a
 * name with other characters than `[A-Za-z0-9._/-]`, names equal but for case.
 */
export async function sealBag(
  folder: string,
  options: { files: FileSystem; info: Record<string, string> },
): Promise<void> {
  const { files, info } = options;
  if (await files.exists(join(folder, TAG_MANIFEST))) {
    throw new UserError(`Cannot seal ${folder}: it is sealed already.`, {
      advice: "A sealed folder is never changed; make a new one beside it.",
    });
  }
  const listed: { name: string; hash: string }[] = [];
  let bytes = 0;
  for (const name of await payloadNames(folder, files)) {
    const content = await files.read(join(folder, name));
    bytes += content.length;
    listed.push({ name, hash: hashHex("sha512", content) });
  }
  const tags: Record<string, string> = {
    "bag-info.txt": formatInfo({ ...info, "Payload-Oxum": `${bytes}.${listed.length}` }),
    "bagit.txt": DECLARATION,
    [MANIFEST]: formatChecksumList(listed),
  };
  for (const name of TAG_FILES) await replaceFile(files, join(folder, name), tags[name]);
  await files.syncDirectory(folder);
  const sums = TAG_FILES.map((name) => ({ name, hash: hashHex("sha512", tags[name]) }));
  await replaceFile(files, join(folder, TAG_MANIFEST), formatChecksumList(sums));
  await files.syncDirectory(folder);
}

/** What `bag-info.txt` says of a bag: its name, a sentence on it and the day of the bagging. */
export function bagInfo(
  about: { identifier: string; description: string; date: string },
): Record<string, string> {
  return {
    "External-Identifier": about.identifier,
    "External-Description": about.description,
    "Bagging-Date": about.date,
    "Bag-Software-Agent": `corebook ${softwareVersion}`,
  };
}

/** The files under `data/`, sorted, when all of them can go into a bag. */
async function payloadNames(folder: string, files: FileSystem): Promise<string[]> {
  const names: string[] = [];
  const refuse = (name: string, why: string): never => {
    throw new UserError(`Cannot seal ${folder}: ${name} ${why}.`, {
      advice: "Move it out of the folder, or rename it, and seal again.",
    });
  };
  const walk = async (directory: string) => {
    const entries = await files.list(join(folder, directory));
    if (entries.length === 0) refuse(directory, "is an empty directory");
    for (const entry of entries) {
      const name = `${directory}/${entry.name}`;
      const wrong = bagNameFault(name);
      if (wrong) refuse(name, wrong);
      if (name.endsWith(".tmp")) refuse(name, "is an unfinished draft");
      if (entry.kind === "directory") await walk(name);
      else if (entry.kind === "file") names.push(name);
      else refuse(name, `is a ${kindWord(entry)}`);
    }
  };
  await walk("data");
  for (const [name, other] of caseClashes(names)) {
    refuse(name, `differs only in case from ${other}`);
  }
  return names;
}

function formatInfo(info: Record<string, string>): string {
  return Object.entries(info).map(([label, value]) => {
    if (!/^[A-Za-z0-9-]+$/.test(label)) throw new RangeError(`Cannot use the label ${label}`);
    return `${label}: ${value.replace(/\s+/g, " ").trim()}\n`;
  }).join("");
}
