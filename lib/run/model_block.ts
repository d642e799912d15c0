import { messageOf } from "../base/errors.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import type { Plan, PlannedModel } from "../record/plan.ts";
import type { CampaignTools } from "./campaign_tools.ts";
import { coolDown } from "./cool_down.ts";
import type { ThermalGuard } from "./guard.ts";
import { countByProbe } from "./probe_prompt.ts";
import { openPrompts } from "./prompt_maker.ts";
import { createReporter, type Reporter } from "./reporter.ts";
import { runScenario } from "./scenario.ts";
import type { Session } from "./session.ts";
import { watchWallClock } from "./wall_clock.ts";

/** What a campaign has opened so far. */
export interface OpenRun {
  session: Session | null;
  guard: ThermalGuard | null;
  reporter: Reporter | null;
  /** The scenario under way. */
  cell: ScenarioCell | null;
}

/**
 * Runs scenarios of one model that follow one another: starts its server, opens the record where
 * none is open yet, and runs each scenario; `record.json` is replaced after each.
 */
export async function runBlock(
  model: PlannedModel,
  block: readonly ScenarioCell[],
  { endpoint, limits }: Pick<Plan, "endpoint" | "limits">,
  run: OpenRun,
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
    const prompts = await openPrompts(server.routes, {
      model: model.id,
      endpoint,
      text: tools.promptText,
      lengths: [...new Set(block.map(({ promptTokens }) => promptTokens))],
      seed: Math.floor(clock.wallMs()),
      count: (text) => countByProbe(text, { ...tools, server, endpoint, limits }),
    });
    const session = run.session ??= await tools.openSession(server);
    session.addServer(server);
    await session.save();
    const message = prompts.note;
    await session.commit([{ kind: "note", atNs: clock.nowNs(), code: "prompt-text", message }]);
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
    const betweenRounds = async () => {
      const moved = wallClockMoved();
      if (moved) await note(session, tools, "wall-clock-moved", moved);
    };
    for (const cell of block) {
      await cool(session, run.guard, tools);
      if (stop.cause()) break;
      run.cell = cell;
      const watch = run.reporter.scenario(cell);
      await runScenario(cell, { ...tools, session, server, prompts, watch, betweenRounds });
      const cause = stop.cause();
      if (cause) session.explain(cell, cause.reason);
      run.cell = null;
      watch.done();
      await session.save();
    }
  } finally {
    leaving = true;
    await run.session?.keepLog(server).catch(() => {}); // what the disk lacks shows at the next save
    await server.stop();
  }
}

/** Null when a later model's server cannot be had: the run is stopped and its record kept. */
async function openServer(model: PlannedModel, run: OpenRun, tools: CampaignTools) {
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
