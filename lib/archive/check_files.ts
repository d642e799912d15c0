import { join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { hashFile, type HashName } from "../base/hash.ts";
import { caseClashes, nameFault } from "./bag_name.ts";
import type { ChecksumList, ListedFile } from "./checksum_list.ts";
import type { Fault } from "./fault.ts";
import { kindWord, type TreeEntry } from "./tree.ts";

/** What the check of a list found. */
export interface FilesReport {
  /** Files that are there, of the right kind and with the listed checksum. */
  ok: string[];
  faults: Fault[];
  /** What people may have done, guessed by equal checksums; never makes a file right. */
  hints: string[];
}

/**
 * Holds the files of a folder against a checksum list, over their raw bytes: missing, altered, extra,
 * wrong kind, names that leave the folder (these are not read), names listed twice or equal but for
 * case. A list that names no file is a fault, since nothing was checked.
 *
 * @param tree What is in the folder, as {@linkcode readTree} gives it; names left out are not checked.
 */
export async function checkFiles(
  folder: string,
  list: Pick<ChecksumList, "files">,
  tree: readonly TreeEntry[],
  options: {
    algorithm: HashName;
    /** The list's name, for messages. */
    where: string;
    /** What names may look like. */
    nameFault?: (name: string) => string | null;
  },
): Promise<FilesReport> {
  const { where, algorithm } = options;
  const report: FilesReport = { ok: [], faults: [], hints: [] };
  const fault = (code: Fault["code"], file: string, message: string) =>
    report.faults.push({ code, file, message });
  const here = new Map(tree.map((entry) => [entry.name, entry]));
  const hashes = new Map<string, string>();
  const read = async (name: string) => {
    try {
      hashes.set(name, await hashFile(algorithm, join(folder, name)));
      return true;
    } catch (error) {
      fault("unreadable", name, `cannot be read: ${messageOf(error)}`);
      return false;
    }
  };

  if (list.files.length === 0) {
    fault("bad-list", where, "names no file, so that nothing is checked");
  }
  const seen = new Map<string, ListedFile>();
  const bad: ListedFile[] = [];
  for (const file of list.files) {
    const { name, line } = file;
    const wrongName = (options.nameFault ?? nameFault)(name);
    const entry = here.get(name);
    if (wrongName) {
      fault("bad-name", name, `is named by ${where}:${line} and ${wrongName}; it was not read`);
    } else if (seen.has(name)) {
      fault("listed-twice", name, `is named by ${where}:${seen.get(name)!.line} and :${line}`);
    } else if (!entry) {
      fault("missing", name, `is missing, ${where}:${line} names it`);
      bad.push(file);
    } else if (entry.kind !== "file") {
      fault("wrong-kind", name, `is a ${kindWord(entry)}, ${where}:${line} names a file`);
    } else if (await read(name)) {
      if (hashes.get(name) === file.hash) report.ok.push(name);
      else {
        fault("altered", name, `does not match its checksum in ${where}:${line}`);
        bad.push(file);
      }
    }
    seen.set(name, seen.get(name) ?? file);
  }

  const extra = tree.filter((entry) => entry.kind !== "directory" && !seen.has(entry.name));
  for (const entry of extra) {
    fault("extra", entry.name, `is a ${kindWord(entry)} that ${where} does not name`);
  }
  for (const clash of caseClashes([...here.keys(), ...seen.keys()])) {
    const others = clash.slice(1).join(", ");
    fault("case-clash", clash[0], `differs only in case from ${others}`);
  }
  if (bad.length > 0) {
    for (const entry of extra) if (entry.kind === "file") await read(entry.name);
    report.hints.push(...hintsOf(bad, hashes));
  }
  return report;
}

/** Files that look swapped or renamed: the content that one line lists stands under another name. */
function hintsOf(bad: readonly ListedFile[], hashes: ReadonlyMap<string, string>): string[] {
  const hints: string[] = [];
  const swapped = new Set<string>();
  for (const one of bad) {
    const other = bad.find((file) =>
      file !== one && hashes.get(one.name) === file.hash && hashes.get(file.name) === one.hash
    );
    if (!other || swapped.has(one.name)) continue;
    swapped.add(one.name).add(other.name);
    hints.push(`${one.name} and ${other.name} look swapped`);
  }
  for (const [name, hash] of hashes) {
    if (swapped.has(name)) continue;
    const listed = bad.find((file) => file.hash === hash && file.name !== name);
    if (listed) hints.push(`${name} has the content listed as ${listed.name}`);
  }
  return hints;
}
