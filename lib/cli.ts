/**
 * The command line: `deno task corebook VERB`, or `deno run -A lib/cli.ts VERB`.
 *
 * @module
 */
import { Command, CommanderError } from "commander";
import { UserError } from "./base/errors.ts";
import { softwareVersion } from "./base/project.ts";
import { archiveCommand } from "./cli/archive.ts";
import { attachCommand } from "./cli/attach.ts";
import { auditCommand } from "./cli/audit.ts";
import { checkCommand } from "./cli/check.ts";
import { calibrateCommand } from "./cli/calibrate.ts";
import { compareCommand } from "./cli/compare.ts";
import { demoCommand } from "./cli/demo.ts";
import { docsCommand } from "./cli/docs.ts";
import { nbCommand } from "./cli/nb.ts";
import { planCommand } from "./cli/plan.ts";
import { runCommand } from "./cli/run.ts";
import { simulateCommand } from "./cli/simulate.ts";
import { summarizeCommand } from "./cli/summarize.ts";
import { tableCommand } from "./cli/table.ts";
import { verifyCommand } from "./cli/verify.ts";

/** Every verb, in the order of `--help`. */
const verbs: (() => Command)[] = [
  demoCommand,
  planCommand,
  runCommand,
  verifyCommand,
  simulateCommand,
  summarizeCommand,
  calibrateCommand,
  compareCommand,
  auditCommand,
  tableCommand,
  attachCommand,
  checkCommand,
  archiveCommand,
  nbCommand,
  docsCommand,
];

/** Every verb with its options, as commander knows them. */
export function commandLine(): Command {
  const program = new Command("corebook")
    .description("Measure how fast a language-model server answers, and let a reader check it.")
    .version(softwareVersion)
    .showHelpAfterError("(--help tells the options and gives examples)")
    .addHelpText(
      "after",
      `
Examples:
  corebook demo
  corebook verify
  corebook table core-1.1
  corebook run --help

Exit status: 0 done, 1 not done or not as it should be, 2 wrongly called,
130 stopped by Ctrl-C. Where a verb finds something by its 1, its help says so.`,
    );
  for (const verb of verbs) program.addCommand(verb());
  return program;
}

/** Runs one command line and returns its exit status; prints what it has to say. */
export async function main(args: string[]): Promise<number> {
  const program = commandLine();
  const all = (command: Command): Command[] => [command, ...command.commands.flatMap(all)];
  for (const command of all(program)) command.exitOverride();
  try {
    await program.parseAsync(args, { from: "user" });
    return 0;
  } catch (error) {
    // commander has printed its own sentence already; a wrong call is status 2
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof UserError)) throw error;
    console.error(error.advice ? `${error.message} ${error.advice}` : error.message);
    return error.exitCode;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
