import { join } from "node:path";
import { decodeUtf8 } from "../base/decode_utf8.ts";
import { messageOf } from "../base/errors.ts";
import { DECLARATION, MANIFEST, TAG_FILES, TAG_MANIFEST } from "./bag_files.ts";
import { bagNameFault } from "./bag_name.ts";
import { checkFiles } from "./check_files.ts";
import { type ChecksumList, formatChecksumList, parseChecksumList } from "./checksum_list.ts";
import type { Fault } from "./fault.ts";
import { kindWord, readTree, type TreeEntry } from "./tree.ts";

/** What {@linkcode verifyBag} found out about one bag. */
export interface BagReport {
  /** Number and size of the payload's files, as they are. */
  payloadFiles: number;
  /** Bytes of the payload's files. */
  payloadBytes: number;
  /** Empty when the bag is complete and unchanged. */
  faults: Fault[];
  /** What people may have done, such as a renaming; for people only. */
  hints: string[];
}

/**
 * Checks that a bag is complete and unchanged, and that nothing else is in its folder: whenever
 * `sha512sum -c --strict` would fail on one of its lists this finds a fault, and also for extra
 * files, links, directories and executable files in a file's place, and lists that are not in the
 * plain form. Reads only, and nothing outside the folder.
 */
export async function verifyBag(folder: string): Promise<BagReport> {
  const report: BagReport = { payloadFiles: 0, payloadBytes: 0, faults: [], hints: [] };
  const fault = (code: Fault["code"], file: string, message: string) =>
    report.faults.push({ code, file, message });
  let tree: TreeEntry[];
  try {
    tree = await readTree(folder);
  } catch (error) {
    fault("unreadable", ".", `cannot be read: ${messageOf(error)}`);
    return report;
  }
  const last = tree.find((entry) => entry.name === TAG_MANIFEST);
  if (last?.kind === "directory") fault("wrong-kind", TAG_MANIFEST, "is a directory");
  if (!last) {
    fault("not-sealed", TAG_MANIFEST, "is missing: the folder is not sealed, or was cut short");
  }
  for (const entry of tree) {
    const wrong = bagNameFault(entry.name);
    if (wrong) fault("bad-name", entry.name, wrong);
    if (entry.empty) fault("extra", entry.name, "is an empty directory");
    if (entry.kind === "link" || entry.kind === "other") {
      fault("wrong-kind", entry.name, `is a ${kindWord(entry)}, a bag holds plain files`);
    }
    if (entry.executable) fault("wrong-kind", entry.name, "is executable, a bag holds plain files");
  }
  const payload = tree.filter((entry) => entry.name === "data" || entry.name.startsWith("data/"));
  const files = payload.filter((entry) => entry.kind === "file");
  report.payloadFiles = files.length;
  report.payloadBytes = files.reduce((sum, entry) => sum + entry.bytes, 0);

  const check = async (where: string, part: readonly TreeEntry[]) => {
    const list = await readPlainList(folder, where, tree, report.faults);
    if (!list) return;
    const found = await checkFiles(folder, list, part, {
      algorithm: "sha512",
      where,
      nameFault: (name) =>
        bagNameFault(name) ??
          (where === MANIFEST && !name.startsWith("data/") ? "is not in data/" : null),
    });
    report.faults.push(...found.faults);
    report.hints.push(...found.hints);
  };
  const own = tree.filter((entry) => !payload.includes(entry) && entry.name !== TAG_MANIFEST);
  await check(TAG_MANIFEST, own.filter((entry) => TAG_FILES.includes(entry.name)));
  await check(MANIFEST, payload);
  for (const name of TAG_FILES) {
    if (!last || own.some((entry) => entry.name === name)) continue;
    fault("missing", name, "is missing, every bag has it");
  }
  for (const entry of own.filter((entry) => !TAG_FILES.includes(entry.name))) {
    fault("extra", entry.name, `is a ${kindWord(entry)} that no bag has`);
  }
  await checkTexts(folder, tree, report);
  report.faults = unique(report.faults);
  return report;
}

/** Reads one of a bag's own lists, which must be in the very form that sealing writes. */
async function readPlainList(
  folder: string,
  where: string,
  tree: readonly TreeEntry[],
  faults: Fault[],
): Promise<ChecksumList | null> {
  if (tree.find((entry) => entry.name === where)?.kind !== "file") return null;
  try {
    const bytes = await Deno.readFile(join(folder, where));
    const list = parseChecksumList(bytes, "sha512", where);
    for (const { line, message } of list.remarks) {
      faults.push({ code: "bad-list", file: where, message: `line ${line} ${message}` });
    }
    if (list.remarks.length === 0 && formatChecksumList(list.files) !== decodeUtf8(bytes, where)) {
      faults.push({ code: "bad-list", file: where, message: "is not sorted by name" });
    }
    return list;
  } catch (error) {
    faults.push({ code: "bad-list", file: where, message: messageOf(error) });
    return null;
  }
}

/** The declaration and `bag-info.txt`, whose `Payload-Oxum` must count what is there. */
async function checkTexts(folder: string, tree: readonly TreeEntry[], report: BagReport) {
  const text = async (name: string) => {
    if (tree.find((entry) => entry.name === name)?.kind !== "file") return null;
    try {
      return decodeUtf8(await Deno.readFile(join(folder, name)), name, { keepMark: true });
    } catch (error) {
      report.faults.push({ code: "unreadable", file: name, message: messageOf(error) });
      return null;
    }
  };
  const declaration = await text("bagit.txt");
  if (declaration !== null && declaration !== DECLARATION) {
    report.faults.push({
      code: "altered",
      file: "bagit.txt",
      message: "does not declare BagIt 1.0",
    });
  }
  const info = await text("bag-info.txt");
  if (info === null) return;
  const sums = [...info.matchAll(/^payload-oxum:\s*(.*?)\s*$/gim)].map((match) => match[1]);
  const found = `${report.payloadBytes}.${report.payloadFiles}`;
  if (sums.length !== 1 || sums[0] !== found) {
    const said = sums.length === 0 ? "no Payload-Oxum" : `Payload-Oxum ${sums.join(", ")}`;
    report.faults.push({
      code: "altered",
      file: "bag-info.txt",
      message: `says ${said}, data/ holds ${found} (bytes.files)`,
    });
  }
}

/** A file that is missing from the folder and from a list is told once. */
function unique(faults: readonly Fault[]): Fault[] {
  const told = new Map<string, Fault>();
  for (const fault of faults) {
    const key = `${fault.code} ${fault.file}`;
    if (!told.has(key)) told.set(key, fault);
  }
  return [...told.values()];
}
