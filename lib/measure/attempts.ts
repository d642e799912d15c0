import type { Response, Round } from "../record/response.ts";
import type { MeasuredResponse } from "./measured_response.ts";

/** A response without its events, and what figures take from it. */
export interface Digest {
  readonly response: Response;
  readonly measured: MeasuredResponse | null;
}

/** The responses of one round of one phase, as recorded, sorted by index. */
export interface RecordedRound {
  readonly phase: "warmup" | "measured";
  readonly round: number;
  readonly digests: Digest[];
  /** What the line of the round says; null when it has none: the run was cut before it. */
  readonly state: Round["state"] | null;
}

/** One way through a scenario: its warm-up and measured rounds, in the order of time. */
export type Attempt = RecordedRound[];

/**
 * Sorts the responses of a scenario into attempts. A run that was resumed repeats the scenario in
 * the same record: a round that comes again, with a request that was there already, begins a new
 * attempt. The order of the lines does not matter, only their times.
 */
export function attemptsOf(digests: readonly Digest[], lines: readonly Round[]): Attempt[] {
  const releases = new Map<string, Digest[]>();
  for (const digest of digests) {
    const { phase, round, scheduledNs } = digest.response;
    const key = `${phase} ${round} ${scheduledNs}`;
    releases.set(key, [...releases.get(key) ?? [], digest]);
  }
  const inTime = [...releases.values()].sort(([{ response: a }], [{ response: b }]) =>
    a.scheduledNs - b.scheduledNs ||
    (a.phase === b.phase ? a.round - b.round : a.phase === "warmup" ? -1 : 1)
  );
  const attempts: (Omit<RecordedRound, "state">)[][] = [];
  for (const release of inTime) {
    const { phase, round } = release[0].response;
    const same = attempts.at(-1)?.find((known) => known.phase === phase && known.round === round);
    const repeats = same?.digests.some((known) =>
      release.some(({ response }) => response.index === known.response.index)
    );
    if (attempts.length === 0 || repeats) attempts.push([]);
    if (same && !repeats) same.digests.push(...release);
    else attempts.at(-1)!.push({ phase, round, digests: [...release] });
  }
  return attempts.map((rounds) =>
    rounds.map((round) => {
      round.digests.sort((a, b) => a.response.index - b.response.index);
      return { ...round, state: stateOf(round, lines) };
    })
  );
}

/** The state that the round's own line gives it: of lines with its number the nearest in time. */
function stateOf(
  round: Omit<RecordedRound, "state">,
  lines: readonly Round[],
): Round["state"] | null {
  const from = Math.min(...round.digests.map(({ response }) => response.scheduledNs));
  let nearest: Round | null = null;
  for (const line of lines) {
    if (line.phase !== round.phase || line.round !== round.round) continue;
    const distance = Math.abs(line.barrierNs - from);
    if (!nearest || distance < Math.abs(nearest.barrierNs - from)) nearest = line;
  }
  return nearest?.state ?? null;
}
