import { Command } from "commander";
import type { StoredRecord } from "../record/read.ts";
import type { Effect } from "../summarize/effects.ts";
import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { RecordSummary } from "../summarize/summary.ts";

interface Options {
  json?: boolean;
  unsealed?: boolean;
  asOthers?: boolean;
}

/** `summarize`: the figures of a record, recomputed from its responses. */
export function summarizeCommand(): Command {
  return new Command("summarize")
    .description("Recompute the figures of a record from its responses")
    .argument("<record>", "folder of a record")
    .option("--json", "print every figure unrounded, with definitions, counts and exclusions")
    .option("--as-others", "print the figures as other tools define them")
    .option("--unsealed", "take the record of a run that still goes on or was cut short")
    .addHelpText(
      "after",
      "\nThe JSON has the schema corebook.summary, version 1. The same record gives the same bytes." +
        "\nTimes are in nanoseconds. A scenario that did not complete has no figures and is listed" +
        "\nas an attempt.\n\nExamples:\n  corebook summarize data/core-1.1/RECORD" +
        "\n  corebook summarize data/core-1.1/RECORD --json > summary.json",
    )
    .action(async (folder: string, options: Options) => {
      const { loadRecord } = await import("../archive/load.ts");
      const { summarizeRecord, summaryJson } = await import("../summarize/summary.ts");
      const stored = await loadRecord(folder, { unsealed: options.unsealed });
      if (options.asOthers) return await printAsOthers(stored, options);
      const summary = await summarizeRecord(stored.record, stored.lines());
      if (options.json) {
        await Deno.stdout.write(new TextEncoder().encode(summaryJson(summary)));
        return;
      }
      console.log(await summaryText(summary));
    });
}

async function printAsOthers({ record, lines }: StoredRecord, { json }: Options): Promise<void> {
  const { readScenarios } = await import("../measure/read_scenarios.ts");
  const { isMeasured } = await import("../measure/scenario.ts");
  const { asOthersPrint } = await import("../summarize/as_others/as_others.ts");
  const runs = await readScenarios(record, lines(), { keepGaps: true });
  const scenarios = runs.filter(isMeasured)
    .map((run) => ({ scenario: run.facts.id, status: run.status, figures: asOthersPrint(run) }));
  if (json) return console.log(JSON.stringify(scenarios, null, 2));
  const { Table } = await import("../present/table.ts");
  const { tableText } = await import("../present/table_text.ts");
  for (const { scenario, figures } of scenarios) {
    const table = new Table({
      id: "as-others",
      language: "en",
      caption: `${scenario}: this record's figures under the definitions of other tools`,
      columns: [
        { id: "tool", head: "tool" },
        { id: "name", head: "its name" },
        { id: "value", head: "value", kind: "number", decimals: 3, align: "right" },
        { id: "unit", head: "unit" },
        { id: "definition", head: "definition" },
      ],
      rows: figures.map(({ tool, name, value, unit, definition }) => [
        tool,
        name,
        value,
        unit,
        definition,
      ]),
      notes: [
        ...new Set(figures.flatMap(({ tool, caveat }) => caveat ? [`${tool}: ${caveat}.`] : [])),
      ],
      provenance: [record.provenance],
    });
    console.log(tableText(table));
  }
}

async function summaryText(summary: RecordSummary): Promise<string> {
  const { Table } = await import("../present/table.ts");
  const { tableText } = await import("../present/table_text.ts");
  const { metricById } = await import("../measure/catalogue.ts");
  const seconds = { unit: "s", kind: "number", decimals: 3, align: "right" } as const;
  const count = { kind: "count", align: "right" } as const;
  const throughput = summary.scenarios[0]?.headline.throughput.metric;
  const table = new Table({
    id: "summary",
    language: "en",
    caption: `${summary.record.id}, method ${summary.record.method}`,
    columns: [
      { id: "scenario", head: "scenario" },
      { id: "status", head: "status" },
      { id: "rounds", head: "rounds", ...count },
      { id: "responses", head: "responses", ...count },
      { id: "ttft-median", head: "TTFT, median", ...seconds },
      { id: "response-median", head: "response time, median", ...seconds },
      { id: "throughput", head: "throughput", ...seconds, unit: "tokens/s", decimals: 2 },
    ],
    rows: summary.scenarios.map((scenario) => row(scenario)),
    notes: [
      ...throughput ? [`Throughput: ${metricById(throughput).formula}.`] : [],
      ...summary.scenarios.flatMap(({ facts, notes }) =>
        notes.map(({ message }) => `${facts.id}: ${message}`)
      ),
    ],
    provenance: [summary.record.provenance],
  });
  const attempts = summary.attempts.map(({ facts, how, roundsCompleted, reason }) =>
    `${facts.id}: ${how}, ${roundsCompleted} of ${facts.roundsPlanned ?? "?"} rounds: ${reason}`
  );
  return [
    tableText(table),
    ...attempts.length > 0 ? ["Attempts, which have no figures:", ...attempts, ""] : [],
    ...summary.effects.flatMap(effectLines),
  ].join("\n");
}

function row({ facts, status, counts, headline }: ScenarioSummary) {
  const inSeconds = (ns: number | null) => ns === null ? null : ns / 1e9;
  return [
    facts.id,
    status,
    counts.rounds,
    counts.responses,
    inSeconds(headline.ttft.median),
    inSeconds(headline.responseTime.median),
    headline.throughput.value,
  ];
}

function effectLines(effect: Effect): string[] {
  if (effect.status === "refused") return [];
  const { factor, from, to, at, model } = effect;
  const other = factor === "concurrency"
    ? `${at} prompt tokens`
    : at === 1
    ? "1 request"
    : `${at} requests`;
  const parts = effect.contrasts.map(({ metric, ratio }) =>
    `${metric} × ${ratio.value?.toPrecision(4) ?? "–"}`
  );
  return [`${model}, ${other}, ${factor} ${from} → ${to}: ${parts.join(", ")}`];
}
