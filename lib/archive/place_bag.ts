import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import type { FileSystem } from "../base/file_system.ts";
import { sealBag } from "./bag.ts";
import { caseClashes } from "./bag_name.ts";
import { type Fault, faultsLine } from "./fault.ts";
import { enterLedger, LEDGER, ledgerName, readLedger } from "./ledger.ts";
import { verifyBag } from "./verify_bag.ts";

const DRAFT = ".adding-";

/** Whether a name in an archive is of something that an addition makes and removes again. */
export function isDraft(name: string): boolean {
  return name.startsWith(DRAFT) || name === `${LEDGER}.tmp`;
}

/** What goes into an archive, and how. */
export interface Placement {
  archive: string;
  /** Name of the bag's folder. */
  name: string;
  files: FileSystem;
  /** For `bag-info.txt`, as {@linkcode bagInfo} gives it. */
  info: Record<string, string>;
  /** Writes the payload under `folder/data`, which is there. */
  fill(folder: string): Promise<void>;
  /** Looks at the sealed folder, a copy by then; what it finds is refused. */
  check(folder: string): Promise<Fault[]>;
}

/**
 * Places a bag in an archive: fills a draft folder, seals it, verifies it from the disk, gives it its
 * name in one step and enters it in the ledger. Nothing that is there is ever changed. Cut short at
 * any moment it leaves no bag or a whole one, and the same call again finishes or begins anew.
 *
 * @throws {UserError} When the name is taken or the copy does not verify.
 */
export async function placeBag(placement: Placement): Promise<void> {
  const { archive, name, files } = placement;
  await files.makeDirectory(archive, { recursive: true });
  for (const entry of await files.list(archive)) {
    if (isDraft(entry.name)) await files.remove(join(archive, entry.name), { recursive: true });
  }
  const taken = (await files.list(archive)).map((entry) => entry.name);
  const ledger = await readLedger(archive);
  if (ledger.files.some((file) => file.name === ledgerName(name))) {
    throw new UserError(`Cannot add ${name}: ${LEDGER} names it already.`, {
      advice: "What is archived is never changed; withdraw it by a note when it is wrong.",
    });
  }
  const clash = caseClashes([...taken, name]).find((names) => names.includes(name));
  if (clash) {
    const other = clash.find((one) => one !== name);
    throw new UserError(`Cannot add ${name}: the name differs only in case from ${other}.`);
  }
  if (!taken.includes(name)) await fillAndRename(placement);
  // else an addition was cut short before its line in the ledger
  await refuse(placement, join(archive, name));
  await enterLedger(archive, name, files);
}

async function fillAndRename(placement: Placement): Promise<void> {
  const { archive, name, files, info } = placement;
  const draft = join(archive, DRAFT + name);
  // the name stays the last part, so that what looks at it sees the final one
  const folder = join(draft, name);
  await files.makeDirectory(join(folder, "data"), { recursive: true });
  await placement.fill(folder);
  await sealBag(folder, { files, info });
  await refuse(placement, folder);
  await files.rename(folder, join(archive, name));
  await files.syncDirectory(archive);
  await files.remove(draft, { recursive: true });
}

/** Refuses a sealed folder that does not verify or is not what it should be. */
async function refuse(placement: Placement, folder: string): Promise<void> {
  const { faults } = await verifyBag(folder);
  if (faults.length === 0) faults.push(...await placement.check(folder));
  if (faults.length === 0) return;
  throw new UserError(
    `Cannot add ${placement.name}: ${faultsLine(faults)}, in ${folder}.`,
    { advice: "Compare it with the source; nothing was entered in the ledger." },
  );
}
