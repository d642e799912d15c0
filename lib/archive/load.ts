import { UserError } from "../base/errors.ts";
import { readRecord, type StoredRecord } from "../record/read.ts";
import { faultsLine, unsafeFaults } from "./fault.ts";
import { verifyBag } from "./verify_bag.ts";
import { withdrawalOf } from "./withdrawal.ts";

/** What may be loaded beside sealed, whole and valid records; nothing unless it is asked for. */
export interface LoadOptions {
  /** Takes the record of a run that still goes on, or was cut short: its checksums do not exist. */
  unsealed?: boolean;
  /** Takes a record whose data were withdrawn. */
  withdrawn?: boolean;
}

/**
 * Loads a record for reading: checks first that its bag is complete and unchanged, then reads
 * `record.json`; the lines are read when they are asked for. Never writes.
 *
 * @throws {UserError} When the folder is not sealed, damaged or withdrawn; the sentence names the
 * first file that is wrong.
 */
export async function loadRecord(
  folder: string,
  options: LoadOptions = {},
): Promise<StoredRecord> {
  await refuseDamaged(folder, options);
  const withdrawal = await withdrawalOf(folder);
  if (withdrawal && !options.withdrawn) {
    throw new UserError(
      `Cannot load ${folder}: its data were withdrawn on ${withdrawal.date}: ${withdrawal.reason}`,
      { advice: "Ask for withdrawn records expressly to look at them." },
    );
  }
  return await readRecord(folder);
}

async function refuseDamaged(folder: string, options: LoadOptions): Promise<void> {
  const all = (await verifyBag(folder)).faults;
  const unsealed = all.some(({ code }) => code === "not-sealed");
  const faults = unsealed && options.unsealed ? unsafeFaults(all) : all;
  if (faults.length === 0) return;
  const first = faults.find(({ code }) => code === "not-sealed") ?? faults[0];
  const others = faults.filter((fault) => fault !== first);
  throw new UserError(`Cannot load ${folder}: ${faultsLine([first, ...others])}.`, {
    advice: unsealed
      ? "Seal or recover the run first, or ask for unsealed records expressly."
      : "Run corebook verify to see every fault, and restore the bag from a copy.",
  });
}
