import type { Clock } from "../base/clock.ts";
import type { FileSystem } from "../base/file_system.ts";
import { messageOf } from "../base/errors.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import type { Plan } from "../record/plan.ts";
import type { ScenarioTally } from "../record/tally.ts";
import type { RequestSpec } from "./client/request_spec.ts";
import { waitUntilIdle } from "./idle.ts";
import { noteCounters } from "./note_counters.ts";
import type { PromptMaker } from "./prompt_maker.ts";
import { type Prepare, type RoundOrder, type RoundResult, runRound } from "./round.ts";
import type { ReadyServer } from "./server.ts";
import { removeSpilled, spillOf } from "./spill.ts";
import type { StopSwitch } from "./stop.ts";
import type { Session } from "./session.ts";

/** Called around each round, with what a progress line wants to know. */
export interface RoundWatch {
  started(order: Omit<RoundOrder, "scenario">): void;
  /** After its lines are on the disk. */
  ended(result: RoundResult): void;
}

export interface ScenarioTools {
  files: FileSystem;
  session: Session;
  server: ReadyServer;
  prompts: PromptMaker;
  prepare: Prepare;
  clock: Clock;
  stop: StopSwitch;
  watch: RoundWatch;
  /** Looks around between rounds, such as at the wall clock. */
  betweenRounds(): Promise<void>;
}

/**
 * Runs a scenario: its warm-up, then its measured rounds, each on the disk before the next begins.
 * A round that does not count does not end the scenario, a warm-up that does not count does. A soak
 * goes on until the rounds that count span its duration, for at most twice as long. Stops when the
 * switch is thrown, or throws it when the server is gone.
 */
export async function runScenario(cell: ScenarioCell, tools: ScenarioTools): Promise<void> {
  const { session: { plan, tally }, stop } = tools;

  await oneRound(cell, { phase: "warmup", round: 1 }, tools);
  if (tally.scenario(cell.id).warmup !== "counts") return;
  await noteCounters(cell, "before", tools);
  let firstBarrierNs: number | null = null;
  for (let round = 1; !stop.cause(); round++) {
    const result = await oneRound(cell, { phase: "measured", round }, tools);
    if (!result) return;
    firstBarrierNs ??= result.round.barrierNs;
    const done = plan.soak
      ? soakIsOver(plan.soak, tally.scenario(cell.id), result.round.endedNs - firstBarrierNs)
      : round >= plan.measuredRounds;
    if (done) return await noteCounters(cell, "after", tools);
  }
}

function soakIsOver(
  { minimumSeconds }: NonNullable<Plan["soak"]>,
  { firstStartNs, lastEndNs }: ScenarioTally,
  elapsedNs: number,
): boolean {
  const spanNs = firstStartNs === null || lastEndNs === null ? 0 : lastEndNs - firstStartNs;
  return spanNs >= minimumSeconds * 1e9 || elapsedNs >= 2 * minimumSeconds * 1e9;
}

/** Runs a round and puts it on the disk; null when it did not begin. */
async function oneRound(
  cell: ScenarioCell,
  place: Pick<RoundOrder, "phase" | "round">,
  tools: ScenarioTools,
): Promise<RoundResult | null> {
  const { files, session, server, prepare, clock, stop, watch, betweenRounds } = tools;
  const { limits } = session.plan;
  const order = { ...place, requests: await requestsOf(cell, place.phase, tools) };
  const spill = spillOf(session.folder, session.plan, files);
  const idle = await waitUntilIdle(server.routes, {
    clock,
    limitSeconds: limits.silenceSeconds,
    signal: stop.soon,
  });
  if (idle.kind === "fault") stop.stop("engine", idle.reason, "after-round");
  if (stop.cause()) return null;

  watch.started(order);
  const result = await runRound({ ...order, scenario: cell.id }, {
    target: server.target,
    prepare,
    clock,
    limits,
    signal: stop.atOnce,
    spill,
  });
  if (!result) return null;
  await session.commit([...result.responses, result.round]);
  if (spill) await removeSpilled(spill).catch(() => {}); // what stays goes when the run is sealed
  watch.ended(result);
  await betweenRounds();
  if (result.responses.some(({ error }) => error !== null && error.code !== "abandoned")) {
    await checkEngine(server, stop);
  }
  return result;
}

/** Throws the switch when the server is gone or does not answer any more. */
async function checkEngine({ routes }: ReadyServer, stop: StopSwitch): Promise<void> {
  try {
    await routes.health();
  } catch (error) {
    stop.stop("engine", `The server is gone: ${messageOf(error)}`, "after-round");
  }
}

/** The requests of one round. */
async function requestsOf(
  cell: ScenarioCell,
  phase: RoundOrder["phase"],
  { session: { plan }, server, prompts }: ScenarioTools,
): Promise<RequestSpec[]> {
  const one = phase === "warmup" && plan.warmup === "one-request";
  const requests: RequestSpec[] = [];
  for (let index = 0; index < (one ? 1 : cell.concurrency); index++) {
    requests.push({
      endpoint: plan.endpoint,
      model: server.modelName,
      ...await prompts.prompt(cell.promptTokens, phase),
      outputTokens: plan.outputTokens,
      slot: plan.pinSlots ? index : null,
    });
  }
  return requests;
}
