import { UserError } from "../base/errors.ts";
import { type FileSystem, systemFiles } from "../base/file_system.ts";
import { systemClock } from "../base/clock.ts";
import { describeHost } from "../engine/host.ts";
import { loadPromptText } from "../plan/load.ts";
import { frozenBy, hashesNow, readLock } from "../plan/lock.ts";
import { runOrder } from "../plan/order.ts";
import type { Plan } from "../record/plan.ts";
import type { Engine, RunRecord } from "../record/record.ts";
import { type CampaignResult, runCampaign } from "../run/campaign.ts";
import type { CampaignTools } from "../run/campaign_tools.ts";
import { prepareRequest } from "../run/client/request.ts";
import { pollJson } from "../run/client/poll.ts";
import { clockFacts } from "../run/clock_facts.ts";
import type { ProgressListener } from "../run/progress.ts";
import { newSession } from "../run/session.ts";
import { createStopSwitch, type StopSwitch } from "../run/stop.ts";
import type { Fault } from "../simulate/fault.ts";
import { loadProfile, type SimulatorProfile, timingOf } from "../simulate/profile.ts";
import type { SensorReading } from "../simulate/speed.ts";
import { guardOpener } from "./open_guard.ts";
import { serverOpener } from "./open_server.ts";
import { simulatedSensor } from "./simulated_sensor.ts";
import { virtualWorld } from "./virtual_world.ts";

/** Made up, so that a rehearsal gives the same record whenever it is made. */
const VIRTUAL_START_MS = Date.UTC(2026, 0, 1);

/** A rehearsal of a plan on the simulator. */
export interface SimulateOptions {
  plan: Plan;
  /** The plan's file: its lock and its prompts' text are looked for beside it. */
  planFile: string;
  /** Id of a profile, or its file. */
  profile: string;
  /**
   * `wall`: the simulator in a process of its own, on sockets, its times multiplied by `timeScale`.
   * `virtual`: all in this process on a clock that leaps, at full scale.
   */
  clock:
    | { kind: "wall"; timeScale: number }
    /** With faults of generations, counted anew for each model. */
    | { kind: "virtual"; faults?: readonly Fault[] };
  /** Folder that gets the record's. */
  out: string;
  /** `simulated` unless given. */
  hostLabel?: string;
  progress: ProgressListener;
  log: (line: string) => void;
  /** Listens, while it lasts, for what ends the rehearsal early. */
  listen?(stop: StopSwitch): Disposable;
}

/**
 * Runs a plan with the simulator in the place of a server: the same runner, the same client, the
 * same record, which says that it is simulated.
 *
 * @throws {UserError} When the profile does not have a model of the plan.
 */
export async function simulatePlan(options: SimulateOptions): Promise<CampaignResult> {
  const { plan, planFile, log, progress, out } = options;
  const profile = await loadProfile(options.profile);
  for (const { id } of plan.models) timingOf(profile, id);
  const promptText = await loadPromptText(plan.promptText, planFile);
  const frozen = frozenBy(await readLock(planFile), await hashesNow(plan, planFile));
  const world = options.clock.kind === "virtual"
    ? virtualParts(options, profile, options.clock.faults)
    : wallParts(options, profile, options.clock.timeScale);
  const { files, clock } = world;
  const stop = createStopSwitch(clock);
  using _listening = options.listen?.(stop);
  const { sensor } = profile;
  const source = simulatedSensor(world.sensor, {
    clock,
    idle: { celsius: sensor.idleCelsius, watts: sensor.idleWatts },
  });
  const openGuard = await guardOpener(plan, {
    clock,
    files,
    log: () => {},
    find: () => Promise.resolve({ kind: "found", source }),
  });
  const host = await describeHost({ label: options.hostLabel ?? "simulated" });
  const cells = runOrder(plan).map((cell) => ({ ...cell, resumed: false }));
  log(`Simulated with the profile ${profile.id}: nothing is measured.`);
  return await runCampaign(plan, cells, {
    ...world,
    openGuard,
    promptText,
    progress,
    stop,
    openSession: ({ engine }) =>
      newSession({
        files,
        clock,
        parent: out,
        plan,
        cells,
        identity: {
          provenance: { kind: "simulated", statement: statement(engine, profile, options) },
          clock: world.clockFacts,
          host: { ...host, gpus: [] },
          engine,
          models: plan.models.map(({ id, name, quantization }) => ({
            id,
            name,
            file: null,
            bytes: null,
            sha256: null,
            quantization,
          })),
          frozen,
          calibration: null,
        },
      }),
  });
}

interface World extends Pick<CampaignTools, "clock" | "prepare" | "openServer"> {
  files: FileSystem;
  clockFacts: Pick<RunRecord["clock"], "source" | "resolutionNs">;
  sensor(): Promise<SensorReading | null>;
}

function virtualParts(
  { plan }: SimulateOptions,
  profile: SimulatorProfile,
  faults?: readonly Fault[],
): World {
  const files = systemFiles();
  const world = virtualWorld(plan, { profile, files, startMs: VIRTUAL_START_MS, faults });
  return {
    ...world,
    clockFacts: { source: "virtual clock of the simulator, with a made-up date", resolutionNs: 1 },
  };
}

function wallParts(
  { plan, profile: name, log }: SimulateOptions,
  profile: SimulatorProfile,
  timeScale: number,
): World {
  if (!(timeScale > 0)) {
    throw new UserError(`Cannot simulate: the time scale is above 0, not ${timeScale}.`, {
      exitCode: 2,
    });
  }
  const clock = systemClock();
  const open = serverOpener(plan, { kind: "simulator", profile: name, timeScale }, { clock, log });
  let url: string | null = null;
  return {
    clock,
    files: systemFiles(),
    prepare: prepareRequest,
    openServer: async (model, signal) => {
      const server = await open(model, signal);
      url = server.target.url;
      return server;
    },
    clockFacts: clockFacts(clock),
    sensor: async () => {
      const { idleCelsius, idleWatts } = profile.sensor;
      if (url === null) return { celsius: idleCelsius, watts: idleWatts };
      try {
        return await pollJson({ url, apiKey: null }, "/simulator/sensor") as SensorReading;
      } catch {
        return null; // between two servers
      }
    },
  };
}

function statement(engine: Engine, profile: SimulatorProfile, { clock }: SimulateOptions): string {
  const pace = clock.kind === "virtual"
    ? " on a virtual clock"
    : clock.timeScale === 1
    ? ""
    : `, all times multiplied by ${clock.timeScale}`;
  return `Simulated by ${engine.build} with the profile ${profile.id}${pace}; nothing was ` +
    `measured. ${profile.source}`;
}
