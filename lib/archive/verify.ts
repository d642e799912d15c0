import { join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { TAG_FILES, TAG_MANIFEST } from "./bag_files.ts";
import { checkPayload, payloadMarks, type PayloadReport, unreadPayload } from "./check_payload.ts";
import { type Fault, unsafeFaults } from "./fault.ts";
import { LEDGER } from "./ledger.ts";
import { type BagReport, verifyBag } from "./verify_bag.ts";
import { verifyLedger } from "./verify_ledger.ts";

/** The verdict on one bag: its checksums, and what its payload says against itself. */
export interface BagVerdict extends Omit<BagReport, "faults">, Omit<PayloadReport, "faults"> {
  what: "bag";
  folder: string;
  faults: Fault[];
}

/** The verdict on an archive's ledger; its bags have their own. */
export interface LedgerVerdict {
  what: "ledger";
  folder: string;
  bags: number;
  faults: Fault[];
}

/**
 * Verifies every bag in a folder, itself included, at any depth, and the ledger of every archive.
 * Reads only. A folder is taken for a bag when it has one of a bag's own files or a payload that
 * could be sealed, so that a bag cannot get lost by losing a file; a link that stands where a bag
 * could is a fault, and is not followed; folders named `.something` or `node_modules` are passed
 * over.
 *
 * @param archives Folders that must have a ledger, whether or not it is there.
 */
export async function* verifyFolder(
  folder: string,
  archives: readonly string[] = [],
): AsyncGenerator<BagVerdict | LedgerVerdict> {
  const names = new Map<string, Deno.DirEntry>();
  try {
    for await (const entry of Deno.readDir(folder)) names.set(entry.name, entry);
  } catch (error) {
    throw new UserError(`Cannot verify ${folder}: ${messageOf(error)}`, { cause: error });
  }
  if (await isBag(folder, names)) return yield await verifyOne(folder);
  if (names.has(LEDGER) || archives.includes(folder)) {
    const { bags, faults } = await verifyLedger(folder);
    yield { what: "ledger", folder, bags: bags.length, faults };
    for (const bag of bags) yield await verifyOne(join(folder, bag));
    return;
  }
  const entries = [...names.values()].sort((a, b) => a.name < b.name ? -1 : 1);
  for (const { name, isDirectory, isSymlink } of entries) {
    if (name.startsWith(".") || name === "node_modules") continue;
    const path = join(folder, name);
    if (isDirectory) yield* verifyFolder(path, archives);
    else if (isSymlink && await leadsToFolder(path)) yield linkInPlace(path);
  }
}

/** Whether a link leads to a folder, or nowhere. */
async function leadsToFolder(path: string): Promise<boolean> {
  return await Deno.stat(path).then(({ isDirectory }) => isDirectory, () => true);
}

function linkInPlace(folder: string): BagVerdict {
  const message = "is a link, which is not followed: what it leads to is not verified";
  const faults: Fault[] = [{ code: "wrong-kind", file: ".", message }];
  return {
    what: "bag",
    folder,
    ...unreadPayload(),
    payloadFiles: 0,
    payloadBytes: 0,
    faults,
    hints: [],
  };
}

async function isBag(folder: string, names: ReadonlyMap<string, Deno.DirEntry>): Promise<boolean> {
  if ([...TAG_FILES, TAG_MANIFEST].some((name) => names.has(name))) return true;
  if (!names.get("data")?.isDirectory) return false;
  for await (const { name } of Deno.readDir(join(folder, "data"))) {
    if (payloadMarks.includes(`data/${name}`)) return true;
  }
  return false;
}

async function verifyOne(folder: string): Promise<BagVerdict> {
  const { faults, ...bag } = await verifyBag(folder);
  const { faults: more, ...payload } = unsafeFaults(faults).length > 0
    ? unreadPayload()
    : await checkPayload(folder);
  return { what: "bag", folder, ...payload, ...bag, faults: [...faults, ...more] };
}
