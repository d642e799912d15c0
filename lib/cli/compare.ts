import { Command, InvalidArgumentError, Option } from "commander";
import { UserError } from "../base/errors.ts";
import { type Language, languages } from "../present/format.ts";
import type { Comparison } from "../summarize/compare.ts";
import type { ComparedRun } from "../summarize/match_scenarios.ts";

interface Options {
  from?: string[];
  to?: string[];
  margin?: number;
  alpha: number;
  lang: Language;
  json?: boolean;
}

/** `compare`: two runs, or several runs a side, held against each other. */
export function compareCommand(): Command {
  return new Command("compare")
    .description("Compare two records, or several interleaved ones a side")
    .argument("[a]", "folder of a record")
    .argument("[b]", "folder of the record that is held against it")
    .option("--from <records...>", "records of the first side, in place of A")
    .option("--to <records...>", "records of the second side, in place of B")
    .option("--margin <percent>", "call a ratio within it equivalent", share)
    .addOption(
      new Option("--alpha <percent>", "share of false alarms that is accepted")
        .argParser(share).default(0.05, "5"),
    )
    .addOption(
      new Option("--lang <language>", "of tables").choices([...languages]).default("en"),
    )
    .option("--json", "print the whole comparison")
    .addHelpText(
      "after",
      `
What differs between the environments comes first. With one run a side the
verdicts speak of these two runs only; to speak of what was changed, run each
side several times in turn.

Examples:
  corebook compare data/core-1.1/OLD data/core-1.1/NEW
  corebook compare --from A1 A2 A3 A4 --to B1 B2 B3 B4 --margin 3`,
    )
    .action(async (a: string | undefined, b: string | undefined, options: Options) => {
      for (const [place, side] of [[a, "--from"], [b, "--to"]] as const) {
        if (place === undefined || !(side === "--from" ? options.from : options.to)) continue;
        throw new UserError(`Cannot compare: ${place} and ${side} both name one side.`, {
          advice: "Call corebook compare A B, or use --from and --to for several.",
          exitCode: 2,
        });
      }
      const from = options.from ?? (a ? [a] : []);
      const to = options.to ?? (b ? [b] : []);
      if (from.length === 0 || to.length === 0) {
        throw new UserError("Cannot compare: name a record for each side.", {
          advice: "Call corebook compare A B, or use --from and --to for several.",
          exitCode: 2,
        });
      }
      const { compareRuns, defaultCompareOptions } = await import("../summarize/compare.ts");
      const comparison = compareRuns(await load(from), await load(to), {
        ...defaultCompareOptions,
        alpha: options.alpha,
        marginRatio: options.margin ?? null,
      });
      console.log(
        options.json ? JSON.stringify(comparison, null, 2) : await textOf(comparison, options.lang),
      );
      if (comparison.status === "refused") {
        const reasons = comparison.reasons.map(({ message }) => message).join("; ");
        throw new UserError(`Cannot compare: ${reasons}.`);
      }
    });
}

function share(text: string): number {
  const percent = Number(text);
  if (text.trim() === "" || !(percent > 0 && percent < 50)) {
    throw new InvalidArgumentError("It must be a percentage between 0 and 50.");
  }
  return percent / 100;
}

async function load(folders: readonly string[]): Promise<ComparedRun[]> {
  const { loadScenarios } = await import("../measure/load_scenarios.ts");
  const runs: ComparedRun[] = [];
  for (const folder of folders) runs.push(await loadScenarios(folder));
  return runs;
}

async function textOf(comparison: Comparison, language: Language): Promise<string> {
  const { environmentTable } = await import("../present/comparison_environment.ts");
  const { decisionTable } = await import("../present/comparison_decision_table.ts");
  const { comparisonTable, metricTables } = await import("../present/comparison_table.ts");
  const { tableText } = await import("../present/table_text.ts");
  const environment = tableText(environmentTable(comparison, language));
  if (comparison.status === "refused") return environment;
  return [
    environment,
    tableText(decisionTable(comparison, language)),
    tableText(comparisonTable(comparison, language)),
    ...metricTables(comparison, language).map((table) => tableText(table)),
  ].join("\n");
}
