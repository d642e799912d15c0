import { messageOf, UserError } from "../base/errors.ts";
import { bagNameFault, caseClashes } from "./bag_name.ts";
import { checkFiles } from "./check_files.ts";
import { type ChecksumList, formatChecksumList } from "./checksum_list.ts";
import type { Fault } from "./fault.ts";
import { LEDGER, ledgerName, readLedger } from "./ledger.ts";
import { isDraft } from "./place_bag.ts";
import { kindWord, readTree, type TreeEntry } from "./tree.ts";

/** What the check of an archive's ledger found. */
export interface LedgerReport {
  /** Names of the bags' folders, in the ledger or not; each is to be verified as a bag, too. */
  bags: string[];
  /** Files are named relative to the archive. */
  faults: Fault[];
}

/**
 * Holds an archive against its ledger: every bag is there, is the one that was added, is a folder of
 * its own and stands in the ledger, and there is nothing else beside.
 */
export async function verifyLedger(archive: string): Promise<LedgerReport> {
  const report: LedgerReport = { bags: [], faults: [] };
  const fault = (file: string, message: string) =>
    report.faults.push({ code: "ledger", file, message });
  const tree = await readTree(archive);
  const top = tree.filter((entry) => !entry.name.includes("/"));
  report.bags = top.filter((entry) => entry.kind === "directory" && !isDraft(entry.name))
    .map((entry) => entry.name);

  let list: ChecksumList = { files: [], remarks: [] };
  try {
    const ledger = await readLedger(archive);
    for (const { line, message } of ledger.remarks) fault(LEDGER, `line ${line} ${message}`);
    if (ledger.remarks.length === 0 && formatChecksumList(ledger.files) !== ledger.text) {
      fault(LEDGER, "is not sorted by name");
    }
    list = ledger;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    fault(LEDGER, messageOf(error));
  }
  const listed = new Set(list.files.map(({ name }) => name));
  for (const bag of report.bags) {
    if (listed.has(ledgerName(bag))) continue;
    fault(bag, `is not in ${LEDGER}: its addition was cut short, or the line is lost`);
  }
  for (const entry of top) otherThanBags(entry, fault);
  for (const [name, ...others] of caseClashes(top.map((entry) => entry.name))) {
    fault(name, `differs only in case from ${others.join(", ")}`);
  }
  const lists = tree.filter(({ name }) => listed.has(name));
  const { faults } = await checkFiles(archive, list, lists, {
    algorithm: "sha512",
    where: LEDGER,
    nameFault: bagNameFault,
  });
  report.faults.push(...faults);
  return report;
}

function otherThanBags(entry: TreeEntry, fault: (file: string, message: string) => void): void {
  const { name, kind } = entry;
  if (isDraft(name)) {
    fault(name, "was left by an addition that was cut short; the next one removes it");
  } else if (name === LEDGER) {
    if (kind !== "file") fault(name, `is a ${kindWord(entry)}`);
    else if (entry.executable) fault(name, "is executable");
  } else if (kind !== "directory") {
    fault(name, `is a ${kindWord(entry)} beside the bags`);
  }
}
