import type { Clock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { systemFiles } from "../base/file_system.ts";
import type { EngineProgram } from "../engine/engine_program.ts";
import { findEngine } from "../engine/find_engine.ts";
import { describeHost } from "../engine/host.ts";
import { inspectModelFile } from "../engine/model_file.ts";
import { loadPromptText } from "../plan/load.ts";
import { frozenBy, hashesNow, lockedThings, readLock } from "../plan/lock.ts";
import type { Calibration } from "../record/calibration.ts";
import type { Plan } from "../record/plan.ts";
import { machineNames, type PrivateNames } from "../record/privacy.ts";
import type { Host, ModelFile, RunRecord } from "../record/record.ts";
import type { CampaignTools } from "../run/campaign_tools.ts";
import { prepareRequest } from "../run/client/request.ts";
import type { ProgressListener } from "../run/progress.ts";
import type { StopSwitch } from "../run/stop.ts";
import { calibrationLines } from "./calibrate.ts";
import { calibrateClient, calibrationOf } from "./calibrate_client.ts";
import { findModels } from "./model_folder.ts";
import { guardOpener, telemetryFinder } from "./open_guard.ts";
import { serverOpener, type ServerSource } from "./open_server.ts";
import { shortestGapMs } from "./shortest_gap.ts";

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

/** What was found, read and opened for a run. */
export interface SetUp {
  host: Host;
  models: ModelFile[];
  frozen: RunRecord["frozen"];
}

/**
 * Makes ready what a run of a plan needs on this machine: the engine or the running server, the
 * models, the sensors, the prompts' text, and what the plan's lock says.
 *
 * @throws {UserError} When any of it is missing.
 */
export async function setUpRun(
  options: MeasureOptions,
  clock: Clock,
): Promise<SetUp & { tools: SetUpTools }> {
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

/** The tools of a campaign without its record. */
export type SetUpTools = Omit<CampaignTools, "openSession" | "calibrate"> & {
  /** @param measured The record's folder, once there are responses whose rate is known. */
  calibrate(measured?: string): Promise<Calibration | null>;
};

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
export function namesFor({ url }: Pick<MeasureOptions, "url">): PrivateNames {
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
