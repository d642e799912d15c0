import type { Clock } from "../base/clock.ts";
import type { Response } from "../record/response.ts";
import { prepareRequest } from "./client/request.ts";
import type { RequestSpec, Target } from "./client/request_spec.ts";
import { runRound } from "./round.ts";

/** How often the event loop is asked how late it is. */
const LAG_INTERVAL_MS = 10;

export interface CalibrationRounds {
  concurrency: number;
  promptIds: number[];
  outputTokens: number;
  rounds: number;
}

/** What the rounds of a calibration gave. */
export interface CalibrationSeen {
  /** Of the measured rounds, in order; the warm-up is left out. */
  responses: Response[];
  /** Times by which timers were late while the rounds went on. */
  lagsNs: number[];
}

/**
 * Runs rounds against a server that knows the truth, as a campaign runs them: one warm-up, then the
 * measured ones, request i in slot i.
 */
export async function calibrationRounds(
  target: Target,
  { concurrency, promptIds, outputTokens, rounds }: CalibrationRounds,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<CalibrationSeen> {
  const requests = Array.from({ length: concurrency }, (_, slot): RequestSpec => ({
    endpoint: "/completion",
    model: null,
    promptIds,
    promptText: null,
    outputTokens,
    slot,
  }));
  const limits = { responseSeconds: 60, silenceSeconds: 30, startSeconds: 30 };
  const tools = { target, prepare: prepareRequest, clock, limits, signal };
  const over = new AbortController();
  const lagsNs: number[] = [];
  const watching = watchLag(lagsNs, clock, over.signal);
  try {
    const responses: Response[] = [];
    for (let round = 0; round <= rounds; round++) {
      const phase = round === 0 ? "warmup" : "measured";
      const result = await runRound(
        { scenario: "calibration", phase, round: Math.max(1, round), requests },
        tools,
      );
      if (round > 0 && result) responses.push(...result.responses);
    }
    return { responses, lagsNs };
  } finally {
    over.abort();
    await watching;
  }
}

async function watchLag(lagsNs: number[], clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const dueNs = clock.nowNs() + LAG_INTERVAL_MS * 1e6;
    await clock.sleep(LAG_INTERVAL_MS, signal).catch(() => {});
    if (!signal.aborted) lagsNs.push(clock.nowNs() - dueNs);
  }
}
