import { join, relative } from "node:path";
import { systemClock } from "../base/clock.ts";
import { project } from "../base/project.ts";
import { live } from "../notebook/show_live.ts";
import type { ProgressEvent } from "../run/progress.ts";

/** What a run from a notebook may be told; everything has a default. */
export interface NotebookRunOptions {
  /** A llama-server to use; else PATH, else Debian's build. */
  server?: string;
  /** A server that is running already. */
  url?: string;
  /** Folder of the model files; the tiny model needs none. */
  models?: string;
  /** Folder that gets the record's; `data/runs` of the project unless told. */
  records?: string;
  /** Name of this machine in the record; its CPU or GPU unless told. */
  host?: string;
}

/**
 * Measures a plan from a notebook, with one line of progress that is rewritten where it stands.
 *
 * @param plan Id of a built-in plan, or the path of a plan's JSON file.
 * @returns The record's folder, from the project's root where it lies inside: what `loadRun` takes.
 * @throws {UserError} When there is no engine, no model or no such plan, or the server is not set up
 * as planned; then nothing was measured.
 */
export async function runPlan(plan: string, options: NotebookRunOptions = {}): Promise<string> {
  const { loadPlan, planPath } = await import("../plan/load.ts");
  const { createStopSwitch } = await import("../run/stop.ts");
  const { progressText } = await import("../run/progress_text.ts");
  const { measurePlan } = await import("./measure_plan.ts");
  const clock = systemClock();
  const display = await live(`Preparing ${plan}`);
  let told = Promise.resolve();
  const tell = (text: string) => {
    told = told.then(() => display.update(text));
  };
  let scenario = "";
  const { folder, record } = await measurePlan({
    plan: await loadPlan(plan),
    planFile: planPath(plan),
    server: options.server,
    url: options.url,
    apiKey: Deno.env.get("COREBOOK_API_KEY"),
    models: options.models,
    out: options.records ?? join(project.data, "runs"),
    hostLabel: options.host,
    clock,
    stop: createStopSwitch(clock),
    progress: (event: ProgressEvent) => {
      const text = progressText(event);
      if (text === null) return;
      if (event.kind === "scenario-started") scenario = text;
      tell(event.kind === "round-ended" ? `${scenario}\n${text}` : text);
    },
    log: tell,
  });
  await told;
  const done = record.scenarios.filter(({ status }) => status === "completed").length;
  await display.end(`${done} of ${record.scenarios.length} scenarios completed: ${record.id}`);
  const short = relative(project.root, folder);
  return short.startsWith("..") ? folder : short;
}
