import type { Clock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { systemFiles } from "../base/file_system.ts";
import type { EngineProgram } from "../engine/engine_program.ts";
import { findEngine } from "../engine/find_engine.ts";
import { describeHost } from "../engine/host.ts";
import { inspectModelFile } from "../engine/model_file.ts";
import { loadPromptText } from "../plan/load.ts";
import { frozenBy, hashesNow, lockedThings, readLock } from "../plan/lock.ts";
import { runOrder } from "../plan/order.ts";
import type { Calibration } from "../record/calibration.ts";
import type { Plan } from "../record/plan.ts";
import { machineNames, type PrivateNames } from "../record/privacy.ts";
import type { Engine, Host, ModelFile, RunRecord } from "../record/record.ts";
import { type CampaignResult, runCampaign } from "../run/campaign.ts";
import { prepareRequest } from "../run/client/request.ts";
import { clockFacts } from "../run/clock_facts.ts";
import { lockRun } from "../run/lock.ts";
import type { ProgressListener } from "../run/progress.ts";
import { notesPromptText } from "../run/prompt_text_note.ts";
import { continuedClock, resumeSession, whatIsLeft } from "../run/resume.ts";
import { newSession } from "../run/session.ts";
import { createStopSwitch, type StopSwitch } from "../run/stop.ts";
import { readUnfinished, type Unfinished } from "../run/unfinished.ts";
import { isSimulator } from "../simulate/simulator_build.ts";
import { calibrationLines } from "./calibrate.ts";
import { calibrateClient, calibrationOf } from "./calibrate_client.ts";
import { shortestGapMs } from "./shortest_gap.ts";
import { findModels } from "./model_folder.ts";
import { guardOpener, isThisMachine, telemetryFinder } from "./open_guard.ts";
import { serverOpener, type ServerSource } from "./open_server.ts";

/** What to measure with what, as the command line or a notebook names it. */
export interface MeasureOptions {
  plan: Plan;
  /** The plan's file: its lock and its prompts' text are looked for beside it. */
  planFile: string;
  /** A llama-server to use; else PATH, else Debian's build. */
  server?: string;
  /** The same, found already. */
  program?: EngineProgram;
  /** A server that is running already; the key for it comes from the environment. */
  url?: string;
  apiKey?: string;
  /** Folder of the model files. */
  models?: string;
  /** Folder that gets the record's. */
  out: string;
  hostLabel?: string;
  /** Calibrates the client before and after. */
  calibrate?: boolean;
  clock: Clock;
  stop: StopSwitch;
  progress: ProgressListener;
  log: (line: string) => void;
}

/**
 * Measures a plan from end to end on this machine and leaves a sealed record.
 *
 * @throws {UserError} When the engine, a model or a sensor is missing, or the server is not set up
 * as planned: then nothing was measured.
 */
export async function measurePlan(options: MeasureOptions): Promise<CampaignResult> {
  const { plan, clock } = options;
  const setUp = await prepare(options, clock);
  const cells = runOrder(plan).map((cell) => ({ ...cell, resumed: false }));
  const before = await setUp.tools.calibrate();
  return await runCampaign(plan, cells, {
    ...setUp.tools,
    openSession: ({ engine }) =>
      newSession({
        files: setUp.tools.files,
        clock,
        names: namesFor(options),
        parent: options.out,
        plan,
        cells,
        identity: {
          provenance: provenanceOf(engine, setUp, options.url),
          clock: clockFacts(clock),
          host: setUp.host,
          engine,
          models: setUp.models,
          frozen: setUp.frozen,
          calibration: before && { before, after: null },
        },
      }),
  });
}

/**
 * Goes on with a run that was cut short, in its own folder.
 *
 * @param options.listen Lets the user throw the switch while the run goes on. The switch is on the
 * record's own clock, so that a stop lies behind the responses before it.
 * @throws {UserError} When the record is sealed or at work, or this is another engine, model, host or
 * prompt text than the one that began it.
 */
export async function resumePlan(
  folder: string,
  options: Omit<MeasureOptions, "out" | "plan" | "stop"> & {
    listen?(stop: StopSwitch): Disposable;
  },
): Promise<CampaignResult> {
  const files = systemFiles();
  const lock = await lockRun(folder);
  try {
    const unfinished = await readUnfinished(files, folder);
    const { plan } = unfinished.record;
    const left = whatIsLeft(unfinished);
    if (left.todo.length === 0 || unfinished.journalBytes === null) {
      throw new UserError(`Cannot go on with ${folder}: nothing of its plan is left to run.`, {
        advice: "Close it with corebook run --recover DIR.",
      });
    }
    const clock = continuedClock(options.clock, unfinished);
    const stop = createStopSwitch(clock);
    using _listening = options.listen?.(stop);
    const setUp = await prepare({ ...options, stop, plan, out: "" }, clock);
    refuseOtherText(unfinished, setUp.tools.promptText);
    return await runCampaign(plan, left.todo, {
      ...setUp.tools,
      openSession: async ({ engine }) => {
        refuseOther(unfinished, { engine, ...setUp });
        const session = await resumeSession(unfinished, left, {
          files,
          clock,
          lock,
          names: namesFor(options),
        });
        const changed = setUp.frozen?.changed ?? [];
        const message = `Changed since the plan was frozen: ${changed.join(", ")}`;
        const note = { kind: "note", atNs: clock.nowNs(), code: "lock-changed", message } as const;
        if (changed.length > 0) await session.commit([note]);
        return session;
      },
    });
  } finally {
    lock[Symbol.dispose]();
  }
}

interface SetUp {
  host: Host;
  models: ModelFile[];
  frozen: RunRecord["frozen"];
}

async function prepare(options: MeasureOptions, clock: Clock) {
  const { plan, planFile, log, stop, progress } = options;
  const promptText = await loadPromptText(plan.promptText, planFile);
  const frozen = frozenBy(await readLock(planFile), await hashesNow(plan, planFile));
  for (const line of frozenLines(frozen)) log(line);
  const files = systemFiles();
  const openGuard = await guardOpener(plan, {
    clock,
    files,
    log,
    find: telemetryFinder(options.url),
  });
  const source = await findSource(options);
  const host = await describeHost({ label: options.hostLabel });
  const models = await Promise.all(plan.models.map((model): Promise<ModelFile> | ModelFile => {
    if (source.kind === "program") {
      return inspectModelFile(source.modelFiles.get(model.id)!, model);
    }
    const { id, name, quantization } = model;
    return { id, name, file: null, bytes: null, sha256: null, quantization };
  }));
  const tools = {
    files,
    clock,
    prepare: prepareRequest,
    openServer: serverOpener(plan, source, { clock, log }),
    openGuard,
    calibrate: (folder?: string) => calibrate(options, folder),
    promptText,
    progress,
    stop,
  };
  return { host, models, frozen, tools };
}

/**
 * A client that cannot be calibrated is no reason not to measure: the record says null.
 *
 * @param measured The record's folder, once there are responses whose rate is known.
 */
async function calibrate(
  { plan, calibrate: wanted, clock, stop, log }: Omit<MeasureOptions, "out">,
  measured?: string,
): Promise<Calibration | null> {
  if (!wanted) return null;
  try {
    const gapMs = measured === undefined ? null : await shortestGapMs(measured);
    const asked = calibrationOf(plan, gapMs ?? undefined);
    const found = await calibrateClient(asked, { clock, signal: stop.soon });
    for (const line of calibrationLines(found)) log(line);
    return found;
  } catch (error) {
    log(`Not calibrated: ${messageOf(error)}`);
    return null;
  }
}

async function findSource(options: MeasureOptions): Promise<ServerSource> {
  const { plan, server, program, url, apiKey, models, log } = options;
  if (url !== undefined) return { kind: "url", url, apiKey: apiKey ?? null };
  const modelFiles = await findModels(plan, models);
  const found = program ? { program } : await findEngine({ server, log });
  if (!found.program) {
    throw new UserError(`Cannot measure: ${found.reason}`, {
      advice: "Install llama-server and name it with --server PATH.",
    });
  }
  return { kind: "program", program: found.program, modelFiles };
}

/** What must not stand in the record: this machine's names and that of a server elsewhere. */
function namesFor({ url }: Pick<MeasureOptions, "url">): PrivateNames {
  const names = machineNames();
  return url === undefined ? names : { ...names, hosts: [...names.hosts, new URL(url).hostname] };
}

/** What the user must hear of a lock: nothing may change silently. */
function frozenLines(frozen: RunRecord["frozen"]): string[] {
  if (!frozen) return ["This plan is not frozen: corebook plan freeze fixes it beforehand."];
  if (frozen.changed.length === 0) return [`Frozen since ${frozen.lockedUtc}, unchanged.`];
  const things = frozen.changed.map((name) => lockedThings[name as keyof typeof lockedThings]);
  return [
    `WARNING: changed since the plan was frozen on ${frozen.lockedUtc}: ${things.join(", ")}.`,
  ];
}

/** A simulator says of itself that it is one; its numbers are never called measurements. */
function provenanceOf(
  { obtained, name, build, version }: Engine,
  { models, host }: Pick<SetUp, "models" | "host">,
  url: string | undefined,
): RunRecord["provenance"] {
  const simulated = obtained === "simulator" || isSimulator(build);
  const program = [name, build ?? version].filter((part) => part !== null).join(" ");
  const names = models.map(({ name }) => name).join(", ");
  const machine = host.gpus[0]?.name ?? host.cpu ?? host.architecture;
  const where = isThisMachine(url) ? machine : `another machine, asked from ${machine}`;
  return simulated
    ? { kind: "simulated", statement: `Simulated by ${program}: ${names}; no model was run.` }
    : { kind: "measured", statement: `Measured with ${program}: ${names} on ${where}.` };
}

/** One record has one text whose tokens make the prompts. */
function refuseOtherText({ folder, promptTexts }: Unfinished, text: string): void {
  if (promptTexts.every((note) => notesPromptText(note, text))) return;
  throw new UserError(`Cannot go on with ${folder}: it began with another prompt text.`, {
    advice: "Name the plan by the file that has the first text beside it.",
  });
}

/** One record has one engine, one set of model files and one host. */
function refuseOther(
  { folder, record }: Unfinished,
  now: { engine: Engine; models: ModelFile[]; host: Host },
): void {
  const differs = [
    record.engine.build !== now.engine.build && `engine ${record.engine.build}`,
    ...record.models.map(({ id, sha256 }) =>
      sha256 !== now.models.find((model) => model.id === id)?.sha256 && `file of ${id}`
    ),
    (record.host.cpu !== now.host.cpu || record.host.gpus[0]?.name !== now.host.gpus[0]?.name) &&
    `host ${record.host.label}`,
  ].filter((thing) => thing !== false);
  if (differs.length === 0) return;
  throw new UserError(`Cannot go on with ${folder}: it began with another ${differs.join(", ")}.`, {
    advice: "Go on with the same, or close it with corebook run --recover DIR.",
  });
}
