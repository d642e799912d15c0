import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { replaceFile } from "../base/file_system.ts";
import type { AddOptions } from "./add_bag.ts";
import { bagInfo } from "./bag.ts";
import { CRATE_FILE } from "./check_crate.ts";
import { checkPayload } from "./check_payload.ts";
import { describeCrate } from "./crate.ts";
import { ledgerName, readLedger } from "./ledger.ts";
import { placeBag } from "./place_bag.ts";
import { type Withdrawal, withdrawalName } from "./withdrawal.ts";

/**
 * Withdraws a bag by a note beside it, a bag of its own; the withdrawn one stays as it is. Cut short
 * at any moment it leaves no note or a whole one, and the same call finishes it.
 *
 * @returns The name of the note's folder.
 * @throws {UserError} When the archive has no such bag or it is withdrawn already.
 */
export async function withdrawBag(
  bag: string,
  reason: string,
  archive: string,
  options: AddOptions,
): Promise<string> {
  const { files, date, licence, publisher } = options;
  const { files: ledger } = await readLedger(archive);
  const entry = ledger.find(({ name }) => name === ledgerName(bag));
  if (!entry) {
    throw new UserError(`Cannot withdraw ${bag}: the archive's ledger does not name it.`, {
      advice: `It names ${ledger.map(({ name }) => name.split("/")[0]).join(", ") || "no bag"}.`,
    });
  }
  const name = withdrawalName(bag);
  const withdrawal: Withdrawal = {
    schema: "corebook.withdrawal",
    version: 1,
    bag,
    tagmanifestSha512: entry.hash,
    date,
    reason,
  };
  const text = JSON.stringify(withdrawal, null, 2) + "\n";
  await placeBag({
    archive,
    name,
    files,
    info: bagInfo({ identifier: name, description: `Withdrawal of ${bag}: ${reason}`, date }),
    fill: async (folder) => {
      await replaceFile(files, join(folder, "data/withdrawal.json"), text);
      const crate = describeCrate({ kind: "withdrawal", withdrawal }, {
        files: [{ name: "withdrawal.json", bytes: new TextEncoder().encode(text).length }],
        date,
        licence,
        publisher,
      });
      await replaceFile(files, join(folder, CRATE_FILE), JSON.stringify(crate, null, 2) + "\n");
    },
    check: async (folder) => (await checkPayload(folder)).faults,
  });
  return name;
}
