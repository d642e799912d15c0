import { Command, Option } from "commander";
import { join, relative } from "node:path";
import { UserError } from "../base/errors.ts";
import { project } from "../base/project.ts";
import type { AddOptions } from "../archive/add_bag.ts";

/** `archive`: everything that makes the archive grow; nothing changes what is in it. */
export function archiveCommand(): Command {
  return new Command("archive")
    .description("Add to the archive, which only grows, or withdraw wrong data by a note")
    .addCommand(addCommand())
    .addCommand(sealCommand())
    .addCommand(withdrawCommand());
}

interface Options {
  archive: string;
  licence: string;
  licenceName: string;
  publisher: string;
}

function withOptions(command: Command): Command {
  return command
    .option("--licence <url>", "terms of use of the data", "https://spdx.org/licenses/MIT.html")
    .option("--licence-name <name>", "name of these terms", "MIT License")
    .option("--publisher <name>", "who answers for the data", "The Corebook authors");
}

function archiveOption(): Option {
  return new Option("--archive <dir>", "another archive than the project's")
    .default(project.archive, "archive");
}

function addCommand(): Command {
  return withOptions(new Command("add"))
    .description("Take a finished run or a publication into the archive")
    .argument("<folder>", "the sealed run, or a folder with data/published.json")
    .addOption(archiveOption())
    .addHelpText(
      "after",
      `
The source is checked and copied, the copy described, sealed and verified, and
its line put into archive/LEDGER. Cut short, run it again. Nothing that is
archived is ever changed.

Example:
  corebook archive add data/runs/2026-01-31T120000Z_historical-api-8b_my-host`,
    )
    .action(async (folder: string, options: Options) => {
      const { addBag } = await import("../archive/add_bag.ts");
      if (options.archive === project.archive) await refuseCurrentMatrix(folder);
      const name = await addBag(folder, options.archive, await addOptions(options));
      console.log(addedLine(name, options.archive));
    });
}

/** The project's archive is of what is past: runs of the current matrix lie together under data. */
async function refuseCurrentMatrix(folder: string): Promise<void> {
  const record = await Deno.readTextFile(join(folder, "data/record.json")).catch(() => null);
  if (record === null || JSON.parse(record).plan?.method !== "core-1.1") return;
  throw new UserError(`Cannot add ${folder}: it is a run of CORE-1.1, the current matrix.`, {
    advice: "Its place is data/core-1.1, sealed as it is; or name another archive with --archive.",
  });
}

function sealCommand(): Command {
  return withOptions(new Command("seal"))
    .description("Describe and seal a publication where it stands, outside the archive")
    .argument("<folder>", "a folder with data/published.json")
    .addHelpText("after", "\nExample:\n  corebook archive seal data/core-1.1/published")
    .action(async (folder: string, options: Options) => {
      const { sealInPlace } = await import("../archive/add_bag.ts");
      await sealInPlace(folder, await addOptions(options));
      console.log(`Sealed ${folder}.`);
    });
}

function withdrawCommand(): Command {
  return withOptions(new Command("withdraw"))
    .description("Withdraw wrong data by a note beside the bag, which stays as it is")
    .argument("<id>", "name of the bag's folder in the archive")
    .requiredOption("--reason <text>", "what is wrong, for readers")
    .addOption(archiveOption())
    .addHelpText(
      "after",
      '\nExample:\n  corebook archive withdraw historical-api-8b --reason "Wrong model file"',
    )
    .action(async (id: string, options: Options & { reason: string }) => {
      const { withdrawBag } = await import("../archive/withdraw_bag.ts");
      const { archive, reason } = options;
      const name = await withdrawBag(id, reason, archive, await addOptions(options));
      console.log(addedLine(name, archive));
    });
}

/** What was done and how to keep it: `-f`, since an ignored file would be missing in a clone. */
function addedLine(name: string, archive: string): string {
  const folder = relative(Deno.cwd(), archive) || ".";
  return `Added ${name}. To commit it: git add -f ${join(folder, name)} ${join(folder, "LEDGER")}`;
}

async function addOptions(
  { licence, licenceName, publisher }: Options,
): Promise<AddOptions> {
  const { systemFiles } = await import("../base/file_system.ts");
  return {
    files: systemFiles(),
    date: new Date().toISOString().slice(0, 10),
    licence: { url: licence, name: licenceName },
    publisher,
  };
}
