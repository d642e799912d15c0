import type { Clock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { fileURLToPath } from "node:url";
import { askServer } from "../engine/ask_server.ts";
import { spawnServer } from "../engine/child_server.ts";
import { describeServer, type EngineServer } from "../engine/engine_server.ts";
import { softwareVersion } from "../base/project.ts";
import type { ServerSettings } from "../record/plan.ts";
import type { Engine } from "../record/record.ts";
import { simulatorBuild } from "../simulate/simulator_build.ts";

const START_SECONDS = 60;

/** What a simulator process is to be started with. */
export interface SimulatorStart {
  /** Id of a profile, or its file. */
  profile: string;
  /** Id of the model in the plan. */
  model: string;
  settings: Pick<ServerSettings, "slots" | "contextPerSlotTokens" | "batch">;
  /** Factor on all times; 1 unless given. */
  timeScale?: number;
  /** A script of faults. */
  faults?: string;
  /** A new file for the true times. */
  truth?: string;
  clock: Clock;
  signal?: AbortSignal;
}

/** The simulator as a record names it. */
export const simulatorEngine: Engine = {
  name: "corebook-simulator",
  build: simulatorBuild,
  version: softwareVersion,
  obtained: "simulator",
  package: null,
};

/**
 * Starts the simulator in a process of its own and waits until it answers. What it gives is what
 * starting a real llama-server gives.
 *
 * @param settings What the plan wants; a simulator shows slots and context, the rest stays unverified.
 * @throws {UserError} When the profile does not have the model, or the process ends.
 */
export async function startSimulator(
  start: SimulatorStart & { settings: ServerSettings },
): Promise<EngineServer> {
  const { clock, settings, signal } = start;
  const startedNs = clock.nowNs();
  const { url, child } = await spawnSimulator(start);
  try {
    const readyNs = clock.nowNs();
    const told = await askServer(url, { signal });
    const facts = { ...told, log: null, help: null };
    const flags = simulatorFlags(start);
    return {
      url,
      engine: simulatorEngine,
      description: describeServer({
        model: start.model,
        settings,
        facts,
        flags,
        environment: {},
        startedNs,
        readyNs,
      }),
      models: told.models,
      exited: child.ended.then(({ code }) => `The simulator ended with status ${code}.`),
      log: () => null,
      stop: child.stop,
    };
  } catch (error) {
    await child.stop();
    throw error;
  }
}

/** The bare process: its address once it is ready, and how to end it. */
export async function spawnSimulator(start: SimulatorStart): Promise<{
  url: string;
  child: Awaited<ReturnType<typeof spawnServer>>;
}> {
  const { clock, signal } = start;
  const main = fileURLToPath(new URL("../cli.ts", import.meta.url));
  const args = ["run", "-A", "--quiet", main, "simulate", ...simulatorFlags(start)];
  const { COREBOOK_API_KEY: _, ...environment } = Deno.env.toObject(); // not the simulator's to know
  const child = await spawnServer(Deno.execPath(), args, environment, clock);
  const limitNs = clock.nowNs() + START_SECONDS * 1e9;
  let ended = false;
  child.ended.then(() => ended = true);
  try {
    for (;;) {
      const url = /"ready":true,"url":"([^"]+)"/.exec(child.log.text())?.[1];
      if (url !== undefined) return { url, child };
      if (ended) {
        const words = child.log.text().trim();
        throw new UserError(`Cannot start the simulator: ${words || "it ended without a word"}`);
      }
      if (clock.nowNs() > limitNs) {
        throw new UserError(
          `Cannot start the simulator: it was not ready within ${START_SECONDS} s.`,
        );
      }
      await clock.sleep(10, signal);
    }
  } catch (error) {
    await child.stop();
    if (error instanceof UserError || signal?.aborted) throw error;
    throw new UserError(`Cannot start the simulator: ${messageOf(error)}`, { cause: error });
  }
}

function simulatorFlags(
  { profile, model, settings, timeScale, faults, truth }: SimulatorStart,
): string[] {
  return [
    ...["--profile", profile, "--model", model],
    ...["--slots", `${settings.slots}`, "--context", `${settings.contextPerSlotTokens}`],
    ...["--batch", `${settings.batch}`],
    ...(timeScale === undefined ? [] : ["--time-scale", `${timeScale}`]),
    ...(faults === undefined ? [] : ["--faults", faults]),
    ...(truth === undefined ? [] : ["--truth", truth]),
  ];
}
