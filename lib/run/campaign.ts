import type { Clock } from "../base/clock.ts";
import { messageOf, UserError } from "../base/errors.ts";
import type { FileSystem } from "../base/file_system.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import type { PlannedModel } from "../record/plan.ts";
import type { RunRecord, RunState } from "../record/record.ts";
import { coolDown } from "./cool_down.ts";
import type { ThermalGuard } from "./guard.ts";
import type { ProgressListener } from "./progress.ts";
import { createReporter, type Reporter } from "./reporter.ts";
import type { Prepare } from "./round.ts";
import { runScenario } from "./scenario.ts";
import { sealRecord } from "./seal.ts";
import type { ReadyServer } from "./server.ts";
import { RecordWriteError, type Session } from "./session.ts";
import type { StopSwitch } from "./stop.ts";
import { watchWallClock } from "./wall_clock.ts";

export interface CampaignTools {
  files: FileSystem;
  clock: Clock;
  prepare: Prepare;
  /** Starts the model's server and checks its settings, or finds the one that is running. */
  openServer(model: PlannedModel, signal: AbortSignal): Promise<ReadyServer>;
  /**
   * Opens the run's record once its first server is ready, so that a run that cannot begin leaves
   * no folder; or goes on with one that was cut short.
   */
  openSession(server: ReadyServer): Promise<Session>;
  /** Begins to watch the machine; null on a host that the plan says has no sensor. */
  openGuard(session: Session): Promise<ThermalGuard | null>;
  /** Text whose tokens make the prompts. */
  promptText: string;
  progress: ProgressListener;
  stop: StopSwitch;
}

/** How a campaign ended, and where its record lies. */
export interface CampaignResult {
  folder: string;
  record: RunRecord;
  /** False when the disk would not take it; the record can be read and gone on with all the same. */
  sealed: boolean;
}

/**
 * Runs what is left of a plan, model by model: each scenario in order, every line on the disk before
 * the next round, `record.json` replaced after each scenario, the record sealed at the end, whatever
 * the end is.
 *
 * @param todo The scenarios to run, in order.
 * @throws {UserError} When the first server could not be had, or the user stopped before it was
 * ready: nothing was measured and no folder was made.
 */
export async function runCampaign(
  plan: { models: readonly PlannedModel[] },
  todo: readonly ScenarioCell[],
  tools: CampaignTools,
): Promise<CampaignResult> {
  const { stop } = tools;
  const run: Run = { session: null, guard: null, reporter: null, cell: null };
  try {
    for (const block of blocksOf(todo)) {
      if (stop.cause()) break;
      const model = plan.models.find(({ id }) => id === block[0].model)!;
      await runBlock(model, block, run, tools);
    }
  } catch (error) {
    if (!run.session) throw notBegun(error, stop);
    const by = error instanceof RecordWriteError ? "disk" : "error";
    stop.stop(by, messageOf(error), "at-once");
    if (by === "error" && !(error instanceof UserError)) {
      // a fault of ours: the record says that it happened, the stack says where
      console.error(error);
    }
  }
  if (!run.session) throw stoppedEarly();
  return await finish({ ...run, session: run.session }, tools);
}

interface Run {
  session: Session | null;
  guard: ThermalGuard | null;
  reporter: Reporter | null;
  /** The scenario under way. */
  cell: ScenarioCell | null;
}

/** Scenarios of one model that follow one another share a server. */
function blocksOf(cells: readonly ScenarioCell[]): ScenarioCell[][] {
  const blocks: ScenarioCell[][] = [];
  for (const cell of cells) {
    const block = blocks.at(-1);
    if (block?.[0].model === cell.model) block.push(cell);
    else blocks.push([cell]);
  }
  return blocks;
}

async function runBlock(
  model: PlannedModel,
  block: readonly ScenarioCell[],
  run: Run,
  tools: CampaignTools,
): Promise<void> {
  const { clock, progress, stop } = tools;
  progress({ kind: "server-starting", model: model.id });
  const server = await openServer(model, run, tools);
  if (!server) return;
  let leaving = false;
  server.exited.then((why) => {
    if (!leaving) stop.stop("engine", why, "after-round");
  });
  try {
    const { startedNs, readyNs } = server.facts;
    const seconds = startedNs !== null && readyNs !== null ? (readyNs - startedNs) / 1e9 : null;
    progress({ kind: "server-ready", model: model.id, seconds });
    const textTokens = await server.routes.tokenize(tools.promptText);
    const session = run.session ??= await tools.openSession(server);
    session.addServer(server);
    await session.save();
    if (!run.reporter) {
      const { id, folder, cells } = session;
      const resumed = cells.some((cell) => cell.resumed);
      progress({ kind: "run-started", id, folder, scenarios: cells.length, resumed });
      run.guard = await tools.openGuard(session);
      run.guard?.tripped.then(({ reason }) => {
        const atOnce = session.plan.thermal?.stop !== "between-responses";
        stop.stop("thermal", reason, atOnce ? "at-once" : "after-round");
      });
      run.reporter = createReporter(session, { clock, guard: run.guard, progress });
    }
    const wallClockMoved = watchWallClock(clock);
    for (const cell of block) {
      await cool(session, run.guard, tools);
      if (stop.cause()) break;
      run.cell = cell;
      const watch = run.reporter.scenario(cell);
      await runScenario(cell, { ...tools, session, server, textTokens, watch });
      const cause = stop.cause();
      if (cause) session.explain(cell, cause.reason);
      run.cell = null;
      watch.done();
      const moved = wallClockMoved();
      if (moved) await note(session, tools, "wall-clock-moved", moved);
      await session.save();
    }
  } finally {
    leaving = true;
    await run.session?.keepLog(server).catch(() => {}); // what the disk lacks shows at the next save
    await server.stop();
  }
}

/** Null when a later model's server cannot be had: the run is stopped and its record kept. */
async function openServer(model: PlannedModel, run: Run, tools: CampaignTools) {
  try {
    return await tools.openServer(model, tools.stop.soon);
  } catch (error) {
    if (!run.session) throw error;
    tools.stop.stop("engine", messageOf(error), "after-round");
    return null;
  }
}

async function cool(session: Session, guard: ThermalGuard | null, tools: CampaignTools) {
  const { clock, stop, progress } = tools;
  const rules = session.plan.thermal;
  if (stop.cause()) return;
  const waiting = (celsius: number) =>
    progress({ kind: "cooling-down", celsius, targetCelsius: rules!.coolDownToCelsius! });
  try {
    const end = await coolDown(rules, guard, { clock, signal: stop.soon, waiting });
    if (end.kind === "cooled") {
      await note(session, tools, "cooled-down", `Waited ${end.seconds.toFixed(0)} s`);
    } else if (end.kind === "given-up") {
      const reading = end.celsius === null ? "no reading" : `${end.celsius} degrees C`;
      await note(
        session,
        tools,
        "cool-down-given-up",
        `${reading} after ${rules!.coolDownLimitSeconds} s, wanted ${rules!.coolDownToCelsius}`,
      );
    }
  } catch (error) {
    if (!stop.soon.aborted) throw error;
  }
}

async function note(
  session: Session,
  { clock, progress }: CampaignTools,
  code: string,
  message: string,
) {
  await session.commit([{ kind: "note", atNs: clock.nowNs(), code, message }]);
  progress({ kind: "note", code, message });
}

/** Writes how the run ended and seals it, unless the disk was what ended it. */
async function finish(
  { session, guard, cell }: Run & { session: Session },
  { files, clock, stop, progress }: CampaignTools,
): Promise<CampaignResult> {
  await guard?.stop().catch((error) => stop.stop("error", messageOf(error), "at-once"));
  const cause = stop.cause();
  if (cause) {
    if (cell) session.explain(cell, cause.reason);
    for (const other of session.cells) {
      if (session.outcome(other).status === "not-started") {
        session.explain(other, `Not reached: ${cause.reason}`);
      }
    }
  }
  const state: RunState = cause ? { kind: "stopped", ...cause } : { kind: "completed" };
  const { folder } = session;
  let record = session.view(state);
  let sealed = false;
  try {
    record = await session.save(state);
    if (cause?.by !== "disk") {
      await sealRecord(files, folder, { record, wallMs: clock.wallMs() });
      sealed = true;
    }
  } catch (error) {
    progress({ kind: "note", code: "not-sealed", message: messageOf(error) });
  } finally {
    session.close();
  }
  progress({ kind: "run-ended", folder, state, scenarios: record.scenarios, sealed });
  return { folder, record, sealed };
}

/** What a run fails with that has no record yet. */
function notBegun(error: unknown, stop: StopSwitch): unknown {
  if (stop.cause()?.by === "user") return stoppedEarly(error);
  if (!(error instanceof RecordWriteError)) return error;
  return new UserError(`Cannot write the record: ${error.message}.`, { cause: error });
}

function stoppedEarly(cause?: unknown): UserError {
  return new UserError("Stopped before anything was measured: no record was made.", {
    exitCode: 130,
    cause,
  });
}
