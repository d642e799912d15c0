import { join } from "node:path";
import { type FileSystem, replaceFile } from "../base/file_system.ts";
import { hashFile } from "../base/hash.ts";
import { TAG_MANIFEST } from "./bag_files.ts";
import { type ChecksumList, formatChecksumList, parseChecksumList } from "./checksum_list.ts";

/**
 * Name of the archive's ledger: one line a bag, the SHA-512 of its last list, sorted by name. That
 * list fixes the others, and they fix every byte and name of the bag; a bag holds plain files only,
 * so the kinds are fixed too. `cd archive && sha512sum -c --strict LEDGER` reads it as well.
 */
export const LEDGER = "LEDGER";

/** The ledger of an archive as it stands; without lines when there is none yet. */
export async function readLedger(archive: string): Promise<ChecksumList & { text: string }> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(join(archive, LEDGER));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return { files: [], remarks: [], text: "" };
    throw error;
  }
  const list = parseChecksumList(bytes, "sha512", LEDGER);
  return { ...list, text: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}

/** The name under which a bag stands in the ledger. */
export function ledgerName(bag: string): string {
  return `${bag}/${TAG_MANIFEST}`;
}

/** Adds a bag's line in one step; the others are written again as they are. */
export async function enterLedger(archive: string, bag: string, files: FileSystem): Promise<void> {
  const ledger = await readLedger(archive);
  const name = ledgerName(bag);
  const hash = await hashFile("sha512", join(archive, name));
  const text = formatChecksumList([...ledger.files, { name, hash }]);
  await replaceFile(files, join(archive, LEDGER), text);
  await files.syncDirectory(archive);
}
