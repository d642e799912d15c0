import { join, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { type FileSystem, replaceFile } from "../base/file_system.ts";
import { hashFile, hashHex } from "../base/hash.ts";
import { idSchema } from "../record/plan.ts";
import { readPublished } from "../record/published_read.ts";
import { readRecord } from "../record/read.ts";
import { bagInfo, sealBag } from "./bag.ts";
import { TAG_MANIFEST } from "./bag_files.ts";
import { CRATE_FILE } from "./check_crate.ts";
import { checkPayload, type PayloadReport } from "./check_payload.ts";
import { type CrateOptions, type CrateSubject, describeCrate } from "./crate.ts";
import { type Fault, faultsLine, unsafeFaults } from "./fault.ts";
import { placeBag } from "./place_bag.ts";
import { readTree } from "./tree.ts";
import { verifyBag } from "./verify_bag.ts";

/** How a folder is described, sealed and added. */
export interface AddOptions {
  files: FileSystem;
  /** Day of the bagging, `2026-01-31`. */
  date: string;
  licence: CrateOptions["licence"];
  publisher: string;
}

/**
 * Adds a finished run or a publication to an archive: checks the source, copies its payload, adds an
 * RO-Crate description when it has none, seals the copy, verifies it from the disk and enters it in
 * the ledger. A publication that lies unsealed in the archive is sealed where it is. Cut short at any
 * moment it leaves no bag or a whole one, and the same call finishes it.
 *
 * @returns The name of the bag's folder, which is the payload's id.
 * @throws {UserError} When the source does not verify, the run still goes on or is not sealed, the
 * bag is in the archive already, or the copy differs.
 */
export async function addBag(
  source: string,
  archive: string,
  options: AddOptions,
): Promise<string> {
  const { files, date } = options;
  const payload = await checkSource(source);
  const name = payload.id!;
  const sealed = await files.exists(join(source, TAG_MANIFEST));
  if (resolve(source) === resolve(join(archive, name)) && !sealed) {
    await sealInPlace(source, options);
  }
  const expected = await payloadHashes(source);
  await placeBag({
    archive,
    name,
    files,
    info: infoOf(payload, date),
    fill: async (folder) => {
      for (const [file, hash] of expected) {
        const bytes = await files.read(join(source, file));
        if (hashHex("sha512", bytes) !== hash) {
          throw new UserError(`Cannot add ${source}: ${file} changed while it was copied.`);
        }
        await copyInto(folder, file, bytes, files);
      }
      if (!expected.has(CRATE_FILE)) await writeCrate(folder, payload.kind, options);
    },
    check: async (folder) => {
      const { faults } = await checkPayload(folder);
      const copied = await payloadHashes(folder);
      for (const [file, hash] of expected) {
        if (copied.get(file) === hash) continue;
        faults.push({ code: "altered", file, message: `differs from the one in ${source}` });
      }
      for (const file of copied.keys()) {
        if (expected.has(file) || file === CRATE_FILE) continue;
        faults.push({ code: "extra", file, message: `is not in ${source}` });
      }
      return faults;
    },
  });
  return name;
}

/**
 * Describes and seals a finished folder where it stands, outside the archive: no ledger holds it.
 *
 * @throws {UserError} When it is sealed already or its payload is not valid.
 */
export async function sealInPlace(folder: string, options: AddOptions): Promise<void> {
  if (await options.files.exists(join(folder, TAG_MANIFEST))) {
    throw new UserError(`Cannot seal ${folder}: it is sealed already.`);
  }
  const payload = await checkSource(folder);
  await writeCrate(folder, payload.kind, options);
  await sealBag(folder, { files: options.files, info: infoOf(payload, options.date) });
  refuseFaults(folder, (await verifyBag(folder)).faults);
}

function infoOf({ id, statement }: PayloadReport, date: string): Record<string, string> {
  return bagInfo({ identifier: id!, description: statement!, date });
}

/** Refuses what may not be added; a run must have been sealed at its end, a publication need not. */
async function checkSource(source: string): Promise<PayloadReport> {
  const { faults } = await verifyBag(source);
  const unsealed = faults.some(({ code }) => code === "not-sealed");
  refuseFaults(source, unsealed ? unsafeFaults(faults) : faults);
  const payload = await checkPayload(source);
  refuseFaults(source, payload.faults);
  if (payload.kind === "withdrawal" || !idSchema.safeParse(payload.id).success) {
    throw new UserError(`Cannot add ${source}: it is neither a run nor a publication with an id.`);
  }
  if (payload.kind === "record" && unsealed) {
    throw new UserError(`Cannot add ${source}: the run is not sealed, it was cut short.`, {
      advice: "Recover and seal it first.",
    });
  }
  return payload;
}

function refuseFaults(folder: string, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  throw new UserError(`Cannot add ${folder}: ${faultsLine(faults)}.`, {
    advice: "Run corebook verify on it to see every fault.",
  });
}

async function payloadHashes(folder: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  for (const { name, kind } of await readTree(folder)) {
    if (kind !== "file" || !name.startsWith("data/")) continue;
    hashes.set(name, await hashFile("sha512", join(folder, name)));
  }
  return hashes;
}

async function copyInto(folder: string, name: string, bytes: Uint8Array, files: FileSystem) {
  const directory = name.slice(0, name.lastIndexOf("/"));
  await files.makeDirectory(join(folder, directory), { recursive: true });
  await replaceFile(files, join(folder, name), bytes);
  await files.syncDirectory(join(folder, directory));
}

async function writeCrate(
  folder: string,
  kind: PayloadReport["kind"],
  { files, date, licence, publisher }: AddOptions,
): Promise<void> {
  const tree = await readTree(join(folder, "data"));
  const crate = describeCrate(await subjectOf(folder, kind), {
    files: tree.filter(({ kind, name }) =>
      kind === "file" && `data/${name}` !== CRATE_FILE && !name.endsWith(".tmp")
    ),
    date,
    licence,
    publisher,
  });
  await replaceFile(files, join(folder, CRATE_FILE), JSON.stringify(crate, null, 2) + "\n");
}

async function subjectOf(folder: string, kind: PayloadReport["kind"]): Promise<CrateSubject> {
  if (kind === "record") {
    return { kind: "record", record: (await readRecord(folder)).record };
  }
  const publication = await readPublished(join(folder, "data/published.json"));
  return { kind: "published", publication };
}
