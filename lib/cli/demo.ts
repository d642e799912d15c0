import { Command, Option } from "commander";
import { basename, join, relative, resolve } from "node:path";
import type { EngineProgram } from "../engine/engine_program.ts";
import { systemClock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import { project } from "../base/project.ts";
import { createStopSwitch } from "../run/stop.ts";
import { type Language, languages } from "../present/format.ts";
import type { CampaignResult } from "../run/campaign.ts";
import { listenForSignals, runEnd, runViews } from "./run.ts";
import type { SimulateOptions } from "./simulate_plan.ts";

const PLAN = "core-1.1-tiny";
/** Of the simulator, where it takes the engine's place. */
const PROFILE = "quick";
const NOTEBOOKS = ["01-core-matrix", "02-prompt-length"];

interface DemoFlags {
  plan: string;
  server?: string;
  simulate?: boolean;
  host?: string;
  records: string;
  out: string;
  lang: Language;
}

/** The main job in one command: measure, keep the record, recompute, show. */
export function demoCommand(): Command {
  return new Command("demo")
    .description(
      "Measure a tiny model on this machine; write tables, figures, notebooks and a report",
    )
    .option("--plan <plan>", "another plan for the tiny model: an id or a JSON file", PLAN)
    .option("--server <path>", "llama-server to use; else the one on PATH, else Debian's build")
    .addOption(
      new Option("--simulate", "take the simulator, as where no engine can be had")
        .conflicts("server"),
    )
    .option("--host <label>", "name of this machine in the record; else its CPU or GPU")
    .addOption(
      new Option("--records <dir>", "folder that gets the record's")
        .default(join(project.data, "runs"), "data/runs"),
    )
    .addOption(
      new Option("--out <dir>", "folder for the report; what is in it may be replaced")
        .default(project.out, "out"),
    )
    .addOption(
      new Option("--lang <language>", "language of the report").choices([...languages])
        .default("en"),
    )
    .addHelpText(
      "after",
      `
Each run adds a record and touches no earlier one.

Examples:
  corebook demo
  corebook demo --server /opt/llama.cpp/llama-server --lang de`,
    )
    .action(demo);
}

async function demo(flags: DemoFlags): Promise<void> {
  const began = performance.now();
  const folder = await measure(flags);
  const shown = fromRoot(folder);

  console.log("\nExecuting the notebooks");
  const notebooks = await executeNotebooks(folder, flags);

  const { loadRun } = await import("../summarize/load_run.ts");
  const { reportOf } = await import("../present/report_page.ts");
  const { coreTable } = await import("../present/record_table.ts");
  const { tableText } = await import("../present/table_text.ts");
  const run = await loadRun(folder);
  const report = await reportOf(run, { language: flags.lang, recordPath: shown, notebooks });
  const page = join(flags.out, "index.html");
  await Deno.writeTextFile(page, report.html);
  const figures = join(flags.out, "figures");
  await Deno.mkdir(figures, { recursive: true });
  for (const { label, svg, png } of report.figures) {
    await Deno.writeTextFile(join(figures, `${label}.svg`), svg);
    await Deno.writeFile(join(figures, `${label}.png`), png);
  }

  console.log(`\n${tableText(coreTable(run.summary, flags.lang))}`);
  console.log(`Record     ${shown}`);
  console.log(`Report     ${fromRoot(page)}`);
  console.log(`Figures    ${fromRoot(figures)}`);
  console.log(`Notebooks  ${notebooks.map(({ href }) => href).join(", ")}, beside the report`);
  console.log(`Done in ${((performance.now() - began) / 1000).toFixed(0)} s.`);
}

async function measure(flags: DemoFlags): Promise<string> {
  const { loadPlan, planPath } = await import("../plan/load.ts");
  const common = {
    ...await runViews({}),
    plan: await loadPlan(flags.plan),
    planFile: planPath(flags.plan),
    out: flags.records,
    hostLabel: flags.host,
  };
  const program = await engineFor(flags, common.log);
  const result = program ? await onEngine(common, program) : await onSimulator(common);
  runEnd(result);
  return result.folder;
}

type Common = Pick<
  SimulateOptions,
  "plan" | "planFile" | "out" | "hostLabel" | "progress" | "log"
>;

async function onEngine(common: Common, program: EngineProgram): Promise<CampaignResult> {
  const { measurePlan } = await import("./measure_plan.ts");
  const clock = systemClock();
  const stop = createStopSwitch(clock);
  using _signals = listenForSignals(stop, "finish");
  return await measurePlan({ ...common, program, calibrate: true, clock, stop });
}

async function onSimulator(common: Common): Promise<CampaignResult> {
  const { simulatePlan } = await import("./simulate_plan.ts");
  return await simulatePlan({
    ...common,
    profile: PROFILE,
    clock: { kind: "wall", timeScale: 1 },
    listen: (stop) => listenForSignals(stop, "finish"),
  });
}

/** The engine to measure with; null where there is none, so that only the simulator is left. */
async function engineFor(
  { server, simulate }: DemoFlags,
  log: (line: string) => void,
): Promise<EngineProgram | null> {
  if (simulate) return null;
  const { findEngine } = await import("../engine/find_engine.ts");
  const found = await findEngine({ server, log });
  if (!found.program) log(`${found.reason} The simulator takes its place.`);
  return found.program;
}

async function executeNotebooks(record: string, { out, lang }: DemoFlags) {
  const { runNotebooks } = await import("../notebook/run_notebooks.ts");
  const { exportHtml } = await import("../notebook/export/html.ts");
  const runs = await runNotebooks(
    NOTEBOOKS.map((name) => join(project.notebooks, `${name}.ipynb`)),
    { outDir: out, parameters: { record: fromRoot(record), language: lang } },
  );
  const links = [];
  for (const run of runs) {
    if (run.status === "failed") throw new UserError(run.sentence);
    const name = basename(run.path, ".ipynb");
    const html = await exportHtml(run.notebook, { name, folder: null });
    const href = `${name}.html`;
    await Deno.writeTextFile(join(out, href), html);
    links.push({ href, title: /<title>(.*?)<\/title>/.exec(html)?.[1] ?? name });
  }
  return links;
}

/** A path as a reader in the project's root names it; one outside stays whole. */
function fromRoot(path: string): string {
  const short = relative(project.root, resolve(path));
  return short.startsWith("..") ? resolve(path) : short;
}
