import { join } from "node:path";
import { serverOpener } from "../../lib/cli/open_server.ts";
import { systemClock } from "../../lib/base/clock.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { runOrder } from "../../lib/plan/order.ts";
import type { Plan } from "../../lib/record/plan.ts";
import { type CampaignResult, runCampaign } from "../../lib/run/campaign.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { clockFacts } from "../../lib/run/clock_facts.ts";
import { pollJson } from "../../lib/run/client/poll.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import type { ReadyServer } from "../../lib/run/server.ts";
import { newSession } from "../../lib/run/session.ts";
import { createStopSwitch, type StopSwitch } from "../../lib/run/stop.ts";
import type { EnginePart } from "../parts/engine.ts";
import { identity, smallPlan } from "./scripted_run.ts";

/** Seconds to run: short prompts and answers on the tiny model. */
export function quickPlan(changes: Partial<Plan> = {}): Plan {
  return smallPlan({
    id: "quick",
    promptTokens: [64],
    concurrency: [1, 4],
    outputTokens: 32,
    ...changes,
  });
}

export interface RealRun {
  plan: Plan;
  parent: string;
  /** Called with each event, and with what a test may do harm to. */
  on?: (event: ProgressEvent, harm: { stop: StopSwitch; server: ReadyServer }) => void;
}

/** Runs a campaign on the real engine, as the command line does, with a test's hands on it. */
export async function realRun(
  engine: Extract<EnginePart, { ready: true }>,
  { plan, parent, on }: RealRun,
): Promise<CampaignResult> {
  const clock = systemClock();
  const files = systemFiles();
  const stop = createStopSwitch(clock);
  const cells = runOrder(plan).map((cell) => ({ ...cell, resumed: false }));
  const modelFiles = new Map(plan.models.map(({ id }) => [id, engine.modelFile]));
  const open = serverOpener(plan, { kind: "program", program: engine.program, modelFiles }, {
    clock,
    log: () => {},
  });
  let server: ReadyServer;
  return await runCampaign(plan, cells, {
    files,
    clock,
    prepare: prepareRequest,
    openServer: async (model, signal) => server = await open(model, signal),
    openSession: (server) =>
      newSession({
        files,
        clock,
        parent,
        plan,
        cells,
        identity: {
          ...identity,
          provenance: { kind: "measured", statement: "Measured by a test with a tiny model." },
          engine: server.engine,
          clock: clockFacts(clock),
        },
      }),
    openGuard: () => Promise.resolve(null),
    promptText: "A harbour town keeps its time by the tide.",
    progress: (event) => on?.(event, { stop, server }),
    stop,
  });
}

/**
 * Resolves when the server shows in /slots that as many requests are at work, each with at least so
 * many tokens generated.
 */
export async function untilAtWork(
  { target }: Pick<ReadyServer, "target">,
  atLeast: { requests: number; tokens: number },
): Promise<void> {
  for (let counts: number[] = []; counts.length < atLeast.requests;) {
    const slots = await pollJson(target, "/slots", { timeoutMs: 60_000 }) as Slot[];
    counts = slots.filter(({ is_processing }) => is_processing)
      .map(({ next_token }) => [next_token].flat()[0]?.n_decoded ?? 0)
      .filter((tokens) => tokens >= atLeast.tokens);
  }
}

/** Builds differ in whether `next_token` is a list of one. */
interface Slot {
  is_processing: boolean;
  next_token?: { n_decoded: number } | { n_decoded: number }[];
}

/** Sends a signal to the server that a test started: the process with its port in its command. */
export function signalServer({ target }: ReadyServer, signal: Deno.Signal): void {
  const port = new URL(target.url).port;
  let sent = 0;
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    let words: string[];
    try {
      words = Deno.readTextFileSync(join("/proc", name, "cmdline")).split("\0");
    } catch {
      continue; // it ended meanwhile
    }
    const at = words.indexOf("--port");
    if (at < 0 || words[at + 1] !== port) continue;
    Deno.kill(Number(name), signal);
    sent++;
  }
  if (sent === 0) throw new Error(`no server on port ${port}`);
}
