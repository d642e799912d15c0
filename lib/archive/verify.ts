import { join } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { MANIFEST, TAG_FILES, TAG_MANIFEST } from "./bag_files.ts";
import { checkPayload, type PayloadReport, unreadPayload } from "./check_payload.ts";
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
 * could be sealed, so that a bag cannot get lost by losing a file; folders named `.something` or
 * `node_modules` are passed over.
 *
 * @param archives Folders that must have a ledger, whether or not it is there.
 */
export async function* verifyFolder(
  folder: string,
  archives: readonly string[] = [],
): AsyncGenerator<BagVerdict | LedgerVerdict> {
  const names = new Map<string, boolean>();
  try {
    for await (const { name, isDirectory } of Deno.readDir(folder)) names.set(name, isDirectory);
  } catch (error) {
    throw new UserError(`Cannot verify ${folder}: ${messageOf(error)}`, { cause: error });
  }
  if (await isBag(folder, names)) return yield await verifyOne(folder);
  if (names.has(LEDGER) || (archives.includes(folder) && names.size > 0)) {
    const { bags, faults } = await verifyLedger(folder);
    yield { what: "ledger", folder, bags: bags.length, faults };
    for (const bag of bags) yield await verifyOne(join(folder, bag));
    return;
  }
  for (const [name, isDirectory] of [...names].sort()) {
    if (!isDirectory || name.startsWith(".") || name === "node_modules") continue;
    yield* verifyFolder(join(folder, name), archives);
  }
}

async function isBag(folder: string, names: ReadonlyMap<string, boolean>): Promise<boolean> {
  if ([...TAG_FILES, MANIFEST, TAG_MANIFEST].some((name) => names.has(name))) return true;
  if (!names.get("data")) return false;
  for await (const { name } of Deno.readDir(join(folder, "data"))) {
    if (["record.json", "published.json", "withdrawal.json"].includes(name)) return true;
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
