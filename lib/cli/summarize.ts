import { Command, Option } from "commander";
import type { MeasuredScenario } from "../measure/scenario.ts";
import { type Language, languages } from "../present/format.ts";

interface Options {
  lang: Language;
  json?: boolean;
  unsealed?: boolean;
  asOthers?: boolean;
}

/** `summarize`: the figures of a record, recomputed from its responses. */
export function summarizeCommand(): Command {
  return new Command("summarize")
    .description("Recompute the figures of a record from its responses")
    .argument("<record>", "folder of a record")
    .addOption(
      new Option("--lang <language>", "of tables").choices([...languages]).default("en"),
    )
    .option("--json", "print every figure unrounded, with definitions, counts and exclusions")
    .option("--as-others", "print the figures as other tools define them")
    .option("--unsealed", "take the record of a run that still goes on or was cut short")
    .addHelpText(
      "after",
      `
The JSON has the schema corebook.summary, version 1. The same record gives the
same bytes. Times are in nanoseconds. A scenario that did not complete has no
figures and is listed as an attempt.

Examples:
  corebook summarize data/core-1.1/RECORD
  corebook summarize data/core-1.1/RECORD --lang pl
  corebook summarize data/core-1.1/RECORD --as-others
  corebook summarize data/core-1.1/RECORD --json > summary.json`,
    )
    .action(async (folder: string, options: Options) => {
      const { loadScenarios } = await import("../measure/load_scenarios.ts");
      const { isMeasured } = await import("../measure/scenario.ts");
      const { summarizeRuns, summaryJson } = await import("../summarize/summary.ts");
      const { unsealed, asOthers: keepGaps } = options;
      const { record, scenarios } = await loadScenarios(folder, { unsealed, keepGaps });
      const measured = scenarios.filter(isMeasured);
      if (options.asOthers) return await printAsOthers(record.id, measured, options);
      const summary = summarizeRuns(record, scenarios);
      if (options.json) {
        await Deno.stdout.write(new TextEncoder().encode(summaryJson(summary)));
        return;
      }
      const { recordTables } = await import("../attach/record_article.ts");
      const { tableText } = await import("../present/table_text.ts");
      const tables = recordTables({ summary, scenarios, analysis: null }, options.lang);
      console.log(tables.filter(({ rows }) => rows.length > 0).map(tableText).join("\n"));
    });
}

async function printAsOthers(
  record: string,
  measured: readonly MeasuredScenario[],
  { json, lang }: Options,
): Promise<void> {
  const { asOthersPrint } = await import("../summarize/as_others/as_others.ts");
  if (json) {
    const scenarios = measured
      .map((run) => ({ scenario: run.facts.id, status: run.status, figures: asOthersPrint(run) }));
    return console.log(JSON.stringify(scenarios, null, 2));
  }
  if (measured.length === 0) {
    return console.log(
      `No scenario of ${record} counts, so other tools would have no figures of it.`,
    );
  }
  const { asOthersTable } = await import("../present/as_others_table.ts");
  const { tableText } = await import("../present/table_text.ts");
  for (const run of measured) console.log(tableText(asOthersTable(run, lang)));
}
