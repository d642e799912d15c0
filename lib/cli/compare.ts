import { Command, InvalidArgumentError } from "commander";
import { UserError } from "../base/errors.ts";
import type { ComparedRun, Comparison, ScenarioComparison } from "../summarize/compare.ts";

type Compared = Extract<Comparison, { status: "compared" }>;

interface Options {
  from?: string[];
  to?: string[];
  margin?: number;
  alpha: number;
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
    .option("--alpha <percent>", "share of false alarms that is accepted", share, 0.05)
    .option("--json", "print the whole comparison")
    .addHelpText(
      "after",
      "\nWhat differs between the environments comes first. With one run a side the verdicts speak" +
        "\nof these two runs only; to speak of what was changed, run each side several times in turn." +
        "\n\nExamples:\n  corebook compare data/core-1.1/OLD data/core-1.1/NEW" +
        "\n  corebook compare --from A1 A2 A3 A4 --to B1 B2 B3 B4 --margin 3",
    )
    .action(async (a: string | undefined, b: string | undefined, options: Options) => {
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
      console.log(options.json ? JSON.stringify(comparison, null, 2) : await textOf(comparison));
      if (comparison.status === "refused") {
        throw new UserError(`Cannot compare: ${comparison.reasons.join("; ")}.`);
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
  const { loadRecord } = await import("../archive/load.ts");
  const { readTelemetry } = await import("../measure/read_telemetry.ts");
  const { readScenarios } = await import("../measure/read_scenarios.ts");
  const runs: ComparedRun[] = [];
  for (const folder of folders) {
    const { record, lines } = await loadRecord(folder);
    const telemetry = await readTelemetry(folder);
    runs.push({ record, scenarios: await readScenarios(record, lines(), { telemetry }) });
  }
  return runs;
}

async function textOf(comparison: Comparison): Promise<string> {
  const { environment, notes, from, to } = comparison;
  const lines = [
    `From ${from.join(", ")}`,
    `to   ${to.join(", ")}`,
    "",
    environment.length === 0
      ? "The environments do not differ in anything that the records tell."
      : "The environments differ in:",
    ...environment.map((difference) =>
      `  ${difference.fact}: ${difference.from} -> ${difference.to}`
    ),
    ...notes,
  ];
  if (comparison.status === "refused") return lines.join("\n");
  const tables = await Promise.all(
    comparison.scenarios.map((scenario) => tableOf(scenario, comparison)),
  );
  return [
    ...lines,
    "",
    overallText(comparison),
    comparison.scope,
    ...comparison.unmatched.map(({ scenario, reason }) => `Left out: ${scenario}: ${reason}.`),
    "",
    ...tables,
  ].join("\n");
}

function overallText({ primaryMetric, overall }: Compared): string {
  if (overall === null) return `Primary metric: ${primaryMetric}. It decides nothing here.`;
  const { evidence: { ratio, p, smallestP }, verdict } = overall;
  return `Primary metric ${primaryMetric} over all scenarios: ${verdict.toUpperCase()}, ` +
    `ratio ${ratio.toFixed(4)}, p ${p.toFixed(4)} (least possible ${smallestP.toFixed(4)}).`;
}

async function tableOf(
  scenario: ScenarioComparison,
  { options: { alpha }, provenance }: Compared,
): Promise<string> {
  const { Table } = await import("../present/table.ts");
  const { tableText } = await import("../present/table_text.ts");
  const { metricById } = await import("../measure/catalogue.ts");
  const { percent } = await import("../stats/interval.ts");
  const number = { kind: "number", align: "right", decimals: 4 } as const;
  const rows = scenario.metrics.filter(({ evidence }) => evidence !== null).map((entry) => {
    const { ratio, interval } = entry.evidence!;
    return [
      metricById(entry.metric).name,
      entry.role,
      ratio,
      interval.status === "none" ? null : interval.lower,
      interval.status === "none" ? null : interval.upper,
      entry.adjustedP,
      entry.smallestAdjustedP,
      entry.verdict ?? "no better or worse",
    ];
  });
  return tableText(
    new Table({
      id: "comparison",
      language: "en",
      caption: scenario.from === scenario.to ? scenario.from : `${scenario.from} -> ${scenario.to}`,
      columns: [
        { id: "metric", head: "metric" },
        { id: "role", head: "role" },
        { id: "ratio", head: "ratio", ...number },
        { id: "lower", head: "from", ...number },
        { id: "upper", head: "to", ...number },
        { id: "p", head: "p, adjusted", ...number },
        { id: "least-p", head: "least p possible", ...number },
        { id: "verdict", head: "verdict" },
      ],
      rows,
      notes: [`A verdict of faster or slower takes p of at most ${percent(alpha)}.`],
      provenance: [...provenance],
    }),
  );
}
