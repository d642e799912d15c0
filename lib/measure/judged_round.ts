import type { Response, Round } from "../record/response.ts";
import { judgeResponse, judgeRound } from "../record/validity.ts";
import type { MeasuredResponse } from "./measured_response.ts";
import type { ExcludedResponse, MeasuredRound } from "./scenario.ts";

/** A response without its events, and what figures take from it. */
export interface Digest {
  readonly response: Response;
  readonly measured: MeasuredResponse | null;
}

/** A round with its verdict; only of one that is not `invalid` can figures be taken. */
export interface JudgedRound {
  readonly phase: "warmup" | "measured";
  readonly round: number;
  readonly status: "valid" | "unverified" | "invalid";
  /** Why it does not count. */
  readonly reasons: ExcludedResponse["reasons"];
  /** Sorted by index. */
  readonly digests: readonly Digest[];
}

/**
 * Judges the rounds of one scenario, in the order of their phase and number; the order of the lines
 * does not matter. A round counts when its line says that it ended and its responses all do.
 *
 * @param concurrency How many responses a measured round must have.
 * @param warmupRequests How many a warm-up must have.
 */
export function judgeRounds(
  digests: readonly Digest[],
  lines: readonly Round[],
  { concurrency, warmupRequests }: { concurrency: number; warmupRequests: number },
): JudgedRound[] {
  const rounds = new Map<string, { phase: Round["phase"]; round: number; digests: Digest[] }>();
  for (const digest of digests) {
    const { phase, round } = digest.response;
    const known = rounds.get(`${phase} ${round}`);
    if (known) known.digests.push(digest);
    else rounds.set(`${phase} ${round}`, { phase, round, digests: [digest] });
  }
  const states = new Map(lines.map((line) => [`${line.phase} ${line.round}`, line.state]));
  return [...rounds].map(([key, round]): JudgedRound => {
    round.digests.sort((a, b) => a.response.index - b.response.index);
    const responses = round.digests.map(({ response }) => response);
    const verdict = judgeRound(
      responses,
      round.phase === "warmup" ? warmupRequests : concurrency,
    );
    const state = states.get(key);
    const reasons: ExcludedResponse["reasons"] = [
      ...state === "ended"
        ? []
        : [state === "abandoned" ? "round-abandoned" : "round-not-ended"] as const,
      ...verdict.status === "invalid" ? verdict.faults : [],
    ];
    return { ...round, reasons, status: reasons.length > 0 ? "invalid" : verdict.status };
  }).sort((a, b) => a.phase === b.phase ? a.round - b.round : a.phase === "warmup" ? -1 : 1);
}

/** A round that counts, as figures see it. */
export function measuredRound({ round, digests }: JudgedRound): MeasuredRound {
  const responses = digests.map(({ measured }) => measured!);
  return {
    round,
    startNs: Math.min(...responses.map(({ startNs }) => startNs)),
    endNs: Math.max(...responses.map(({ endNs }) => endNs)),
    responses,
  };
}

/** The responses of a round that does not count, each with its own reasons or those of the round. */
export function excludedOf({ reasons, digests }: JudgedRound): ExcludedResponse[] {
  return digests.map(({ response }) => {
    const verdict = judgeResponse(response);
    const place = {
      phase: response.phase,
      round: response.round,
      index: response.index,
      startNs: response.sentNs,
      endNs: response.finalEventNs ?? response.closedNs,
    };
    if (verdict.status !== "invalid") return { ...place, outcome: "round", reasons };
    const cancelled = verdict.reasons.every((reason) => reason === "abandoned");
    return { ...place, outcome: cancelled ? "cancelled" : "failed", reasons: verdict.reasons };
  });
}
