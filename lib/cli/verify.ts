import { Argument, Command } from "commander";
import { relative, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { project } from "../base/project.ts";
import { faultLine } from "../archive/fault.ts";
import type { BagVerdict, LedgerVerdict } from "../archive/verify.ts";

/** `verify`: every bag complete and unchanged, every record parsed and judged anew. */
export function verifyCommand(): Command {
  return new Command("verify")
    .description(
      "Check that records and publications are complete, unchanged and true to themselves",
    )
    .addArgument(
      new Argument("[folders...]", "bags, or folders that hold some")
        .default([project.archive, project.data], "archive and data"),
    )
    .option("--json", "print the verdicts as JSON")
    .addHelpText(
      "after",
      `
Every file is held against its checksum, nothing may be missing or added, every
record's lines are read and judged anew, and the archive is held against its
ledger.
Exit status: 0 nothing is wrong, 1 something is.

Examples:
  corebook verify
  corebook verify archive
  corebook verify data/core-1.1 --json`,
    )
    .action(async (folders: string[], options: { json?: boolean }) => {
      const { verifyFolder } = await import("../archive/verify.ts");
      const verdicts: (BagVerdict | LedgerVerdict)[] = [];
      for (const folder of folders) {
        for await (const verdict of verifyFolder(resolve(folder), [resolve(project.archive)])) {
          verdicts.push(verdict);
          if (!options.json) console.log(linesOf(verdict).join("\n"));
        }
      }
      const wrong = verdicts.filter(({ faults }) => faults.length > 0);
      const bags = verdicts.filter(({ what }) => what === "bag").length;
      if (options.json) console.log(JSON.stringify({ ok: wrong.length === 0, verdicts }, null, 2));
      if (bags === 0) {
        throw new UserError(`Cannot verify ${folders.map(shown).join(", ")}: there is no bag.`, {
          advice: "Name a record's folder or one that holds some.",
        });
      }
      if (wrong.length > 0) {
        const faults = wrong.reduce((sum, verdict) => sum + verdict.faults.length, 0);
        throw new UserError(
          `Not verified: ${count(faults, "fault")} in ` +
            `${wrong.map(({ folder }) => shown(folder)).join(", ")}.`,
          { advice: "Restore the files from a copy; wrong data are withdrawn by a note." },
        );
      }
      if (!options.json) console.log(`Verified: ${count(bags, "bag")}.`);
    });
}

function linesOf(verdict: BagVerdict | LedgerVerdict): string[] {
  const mark = verdict.faults.length === 0 ? "ok   " : "WRONG";
  const head = verdict.what === "ledger"
    ? `ledger of ${count(verdict.bags, "bag")}`
    : `${verdict.provenance ?? verdict.kind}, ${count(verdict.payloadFiles, "file")}, ` +
      count(verdict.payloadBytes, "byte");
  return [
    `${mark} ${shown(verdict.folder)} (${head})`,
    ...verdict.faults.map((fault) => `      ${faultLine(fault)}`),
    ...(verdict.what === "bag" ? verdict.hints.map((hint) => `      hint: ${hint}`) : []),
  ];
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

function shown(folder: string): string {
  const path = relative(Deno.cwd(), folder);
  return path === "" ? "." : path.startsWith("..") ? folder : path;
}
