import { join } from "node:path";
import type { Clock } from "../base/clock.ts";
import { parseShape } from "../base/json_file.ts";
import { clientError } from "../measure/client_error.ts";
import type { Calibration } from "../record/calibration.ts";
import type { Plan } from "../record/plan.ts";
import { truthLineSchema } from "../record/truth.ts";
import { calibrationRounds } from "../run/calibrate_rounds.ts";
import { clockFacts } from "../run/clock_facts.ts";
import { exactPrompt } from "../run/prompts.ts";
import { serverRoutes } from "../run/server_routes.ts";
import { simulatorBuild } from "../simulate/simulator_build.ts";
import { spawnSimulator } from "./start_simulator.ts";

/** Time between two tokens in the profile `calibration` at full scale. */
const PROFILE_GAP_MS = 5;

/** What the client is held against. */
export interface CalibrationAsked {
  concurrency: number;
  promptTokens: number;
  outputTokens: number;
  gapMs: number;
  rounds: number;
}

/**
 * A calibration at a plan's own concurrency and prompt length; it takes a few seconds.
 *
 * @param gapMs Time between two tokens of a response, where it is known: the profile's otherwise.
 */
export function calibrationOf(plan: Plan, gapMs: number = PROFILE_GAP_MS): CalibrationAsked {
  return {
    concurrency: Math.max(...plan.concurrency),
    promptTokens: Math.max(...plan.promptTokens),
    outputTokens: Math.min(64, Math.max(16, Math.round(640 / gapMs))),
    gapMs,
    rounds: 5,
  };
}

/**
 * Measures the measuring client on this host: rounds against the simulator, which runs in a process
 * of its own and logs when it sent each event.
 *
 * @throws {UserError} When the simulator cannot be started.
 */
export async function calibrateClient(
  asked: CalibrationAsked,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Calibration> {
  const folder = await Deno.makeTempDir({ prefix: "corebook-truth-" });
  try {
    return await calibrateWith(join(folder, "truth.jsonl"), asked, { clock, signal });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** @param truth A new file for what the simulator logs. */
async function calibrateWith(
  truth: string,
  asked: CalibrationAsked,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<Calibration> {
  const { concurrency, promptTokens, outputTokens, gapMs, rounds } = asked;
  const { url, child } = await spawnSimulator({
    profile: "calibration",
    model: "calibration",
    settings: {
      slots: concurrency,
      contextPerSlotTokens: promptTokens + outputTokens + 1,
      batch: 2048,
    },
    timeScale: gapMs / PROFILE_GAP_MS,
    truth,
    clock,
    signal,
  });
  try {
    const target = { url, apiKey: null };
    const tokenizer = await serverRoutes(target).tokenizer();
    const ids = await tokenizer!.tokenize("the harbour bells told the time");
    const promptIds = exactPrompt(ids, promptTokens);
    const order = { concurrency, promptIds, outputTokens, rounds };
    const seen = await calibrationRounds(target, order, { clock, signal });
    signal.throwIfAborted();
    await child.stop(); // its log is whole when it is gone
    const lines = (await Deno.readTextFile(truth)).trim().split("\n");
    return {
      version: 1,
      atUtc: new Date(clock.wallMs()).toISOString(),
      server: simulatorBuild,
      asked: { concurrency, promptTokens, outputTokens, gapNs: gapMs * 1e6, rounds },
      ...clientError({
        ...seen,
        truth: lines.map((line, at) =>
          parseShape(truthLineSchema, JSON.parse(line), `truth.jsonl:${at + 1}`)
        ),
        clockResolutionNs: clockFacts(clock).resolutionNs,
      }),
    };
  } finally {
    await child.stop();
  }
}
