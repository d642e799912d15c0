import { Command, Option } from "commander";
import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import { project } from "../base/project.ts";
import type { CampaignResult } from "../run/campaign.ts";
import type { ProgressListener } from "../run/progress.ts";
import { createStopSwitch, type StopSwitch, type StopWhen } from "../run/stop.ts";

interface RunFlags {
  server?: string;
  url?: string;
  models?: string;
  out: string;
  host?: string;
  dryRun?: boolean;
  resume?: string;
  recover?: string;
  json?: boolean;
  onInterrupt: "finish" | "abandon";
  simulate?: string;
  timeScale: string;
  virtualClock?: boolean;
  calibrate: boolean;
}

/** The verb that measures. */
export function runCommand(): Command {
  return new Command("run")
    .description("Measure a plan and write its record")
    .argument("[plan]", "id of a built-in plan, or a plan's JSON file")
    .option("--server <path>", "llama-server to use; else the one on PATH, else Debian's build")
    .addOption(
      new Option("--url <url>", "measure a server that is running already").conflicts("server"),
    )
    .option("--models <dir>", "folder of the model files")
    .addOption(
      new Option("--out <dir>", "folder that gets the record's")
        .default(join(project.data, "runs"), "data/runs"),
    )
    .option("--host <label>", "name of this machine in the record; else its CPU or GPU")
    .addOption(
      new Option("--dry-run", "print the server's command and every check, and measure nothing")
        .conflicts(["resume", "recover"]),
    )
    .option("--resume <dir>", "go on with a run that was cut short")
    .option("--recover <dir>", "close a run that was cut short, as it is")
    .addOption(
      new Option("--simulate <profile>", "rehearse on the simulator, which measures nothing")
        .conflicts(["server", "url", "models", "dryRun", "resume", "recover"]),
    )
    .option("--time-scale <factor>", "of the simulator: 0.1 is ten times as fast", "1")
    .option("--virtual-clock", "of the simulator: a clock that leaps, so that hours take seconds")
    .option("--no-calibrate", "leave out the calibration of the client before and after")
    .option("--json", "progress as lines of JSON")
    .addOption(
      new Option("--on-interrupt <what>", "what the first Ctrl-C does to the round under way")
        .choices(["finish", "abandon"]).default("finish"),
    )
    .addHelpText(
      "after",
      `
Examples:
  corebook run core-1.1-tiny
  corebook run core-1.1 --models /srv/models --host workstation --dry-run
  corebook run plan.json --url http://127.0.0.1:9931
  corebook run core-1.1 --simulate article-gpu --virtual-clock
  corebook run --resume data/runs/2026-01-01T000000Z_core-1.1-tiny_amd-epyc

With --url any server will do that streams as OpenAI's does. For Ollama take a
plan of your own, with "endpoint": "/v1/chat/completions" and the model's "name"
as the server lists it:
  corebook plan show core-1.1-tiny --json > ollama.json
  corebook run ollama.json --url http://127.0.0.1:11434 --dry-run
What such a server does not tell is said once and makes its responses
unverified.

An API key for --url is read from the variable COREBOOK_API_KEY and stored
nowhere. The first Ctrl-C ends the run after its round (or at once, see
--on-interrupt), the second at once; the record is sealed and the status is 130.`,
    )
    .action(async (plan: string | undefined, flags: RunFlags) => {
      if (flags.recover !== undefined) return await recover(flags.recover, flags);
      if (plan === undefined && flags.resume === undefined) {
        throw new UserError("Cannot run: no plan is named.", {
          advice: "corebook plan list tells the built-in ones.",
          exitCode: 2,
        });
      }
      if (flags.dryRun) {
        const { dryRun } = await import("./dry_run.ts");
        return await dryRun(plan!, { ...flags, apiKey: Deno.env.get("COREBOOK_API_KEY") });
      }
      if (flags.simulate !== undefined) return await simulate(plan!, flags.simulate, flags);
      await run(plan, flags);
    });
}

async function run(idOrPath: string | undefined, flags: RunFlags): Promise<void> {
  const { loadPlan, planPath } = await import("../plan/load.ts");
  const clock = systemClock();
  const { progress, log } = await runViews(flags);
  const listen = (stop: StopSwitch) => listenForSignals(stop, flags.onInterrupt);
  const common = {
    server: flags.server,
    url: flags.url,
    apiKey: Deno.env.get("COREBOOK_API_KEY"),
    models: flags.models,
    hostLabel: flags.host,
    calibrate: flags.calibrate,
    clock,
    progress,
    log,
  };
  if (flags.resume !== undefined) {
    const { systemFiles } = await import("../base/file_system.ts");
    const { readUnfinished } = await import("../run/unfinished.ts");
    const { resumePlan } = await import("./resume_plan.ts");
    const { record } = await readUnfinished(systemFiles(), flags.resume);
    const planFile = planPath(idOrPath ?? record.plan.id);
    return runEnd(await resumePlan(flags.resume, { ...common, planFile, listen }), log);
  }
  const { measurePlan } = await import("./measure_plan.ts");
  const plan = await loadPlan(idOrPath!);
  const stop = createStopSwitch(clock);
  using _signals = listen(stop);
  const planFile = planPath(idOrPath!);
  runEnd(await measurePlan({ ...common, stop, plan, planFile, out: flags.out }), log);
}

async function simulate(idOrPath: string, profile: string, flags: RunFlags): Promise<void> {
  const { loadPlan, planPath } = await import("../plan/load.ts");
  const { simulatePlan } = await import("./simulate_plan.ts");
  const views = await runViews(flags);
  runEnd(
    await simulatePlan({
      ...views,
      plan: await loadPlan(idOrPath),
      planFile: planPath(idOrPath),
      profile,
      clock: flags.virtualClock
        ? { kind: "virtual" }
        : { kind: "wall", timeScale: Number(flags.timeScale) },
      out: flags.out,
      hostLabel: flags.host,
      listen: (stop) => listenForSignals(stop, flags.onInterrupt),
    }),
    views.log,
  );
}

/** Ends with the status that the run deserves; tells `log` what to do with a run that completed. */
export function runEnd({ record, folder }: CampaignResult, log?: (line: string) => void): void {
  const { state, scenarios } = record;
  const incomplete = scenarios.filter(({ status }) => status !== "completed").length;
  if (state.kind === "completed" && incomplete === 0) {
    return log?.(`Its figures: deno task corebook summarize ${folder}`);
  }
  throw new UserError(
    state.kind === "stopped"
      ? `The run was stopped (${state.by}): ${state.reason}`
      : `${incomplete} of ${scenarios.length} scenarios are not completed.`,
    {
      advice: state.kind === "stopped" && state.by === "disk"
        ? `Make room, then corebook run --resume ${folder}`
        : `The record says what is complete: ${folder}`,
      exitCode: state.kind === "stopped" && state.by === "user" ? 130 : 1,
    },
  );
}

async function recover(folder: string, flags: RunFlags): Promise<void> {
  const { systemFiles } = await import("../base/file_system.ts");
  const { recoverRecord } = await import("../run/recover.ts");
  const record = await recoverRecord(folder, { files: systemFiles(), wallMs: Date.now() });
  if (flags.json) return console.log(JSON.stringify(record.scenarios));
  for (const { id, status, roundsCompleted, reason } of record.scenarios) {
    console.log(`${id}: ${status}, ${roundsCompleted} rounds count${reason ? `. ${reason}` : ""}`);
  }
  console.log(`Sealed ${folder}`);
}

/** How a run's progress is shown: on a terminal, as plain lines, or as lines of JSON. */
export async function runViews({ json }: Pick<RunFlags, "json">): Promise<{
  progress: ProgressListener;
  log: (line: string) => void;
}> {
  const { jsonView, plainView, terminalView } = await import("./progress_views.ts");
  if (json) return { progress: jsonView(), log: (line) => console.error(line) };
  const lines = !Deno.stdout.isTerminal() || Deno.consoleSize().columns === 0;
  if (lines) return { progress: plainView(), log: console.log };
  const { stdout } = await import("node:process");
  return { progress: terminalView(stdout), log: console.log };
}

/** Ctrl-C and the like throw the switch; the third Ctrl-C ends the process as it is. */
export function listenForSignals(
  stop: StopSwitch,
  onInterrupt: RunFlags["onInterrupt"],
): Disposable {
  let interrupts = 0;
  const first: StopWhen = onInterrupt === "finish" ? "after-round" : "at-once";
  const interrupt = () => {
    interrupts++;
    if (interrupts > 2) Deno.exit(130);
    stop.stop("user", "Stopped with Ctrl-C", interrupts === 1 ? first : "at-once");
  };
  const terminate = () => stop.stop("user", "Stopped by a signal to end", "at-once");
  const handlers: [Deno.Signal, () => void][] = [["SIGINT", interrupt], ["SIGTERM", terminate]];
  if (Deno.build.os !== "windows") handlers.push(["SIGHUP", terminate]);
  for (const [signal, handler] of handlers) Deno.addSignalListener(signal, handler);
  return {
    [Symbol.dispose]: () => {
      for (const [signal, handler] of handlers) Deno.removeSignalListener(signal, handler);
    },
  };
}
