import type { Plan } from "./plan.ts";
import type { ScenarioOutcome } from "./record.ts";
import type { ScenarioTally } from "./tally.ts";

/** A scenario as it is listed in a record, before anything is known of how far it came. */
export type ScenarioCell = Pick<
  ScenarioOutcome,
  "id" | "model" | "promptTokens" | "concurrency" | "resumed"
>;

/**
 * How far a scenario came, from the count of its lines. Completed: the warm-up counts and so does
 * every planned round. A soak plans no number of rounds: it is completed when its warm-up counts and
 * the rounds that count span the planned duration; one that does not count is listed with its reason.
 *
 * @param stopped Why the run did not go on with the scenario; null when nothing stopped it.
 */
export function outcomeOf(
  cell: ScenarioCell,
  seen: ScenarioTally,
  plan: Pick<Plan, "measuredRounds" | "soak">,
  stopped: string | null,
): ScenarioOutcome {
  const roundsPlanned = plan.soak ? null : plan.measuredRounds;
  const base = { ...cell, roundsPlanned, roundsCompleted: seen.roundsCompleted };
  const causes = [...seen.causes].map(([cause, times]) => times > 1 ? `${cause} x ${times}` : cause)
    .join(", ");
  const because = (sentence: string) => causes ? `${sentence} (${causes})` : sentence;

  if (seen.responses === 0 && seen.warmup === "none") {
    return { ...base, status: "not-started", reason: stopped ?? "The run did not reach it" };
  }
  if (seen.warmup !== "counts") {
    const reason = stopped ?? because("Its warm-up does not count");
    return { ...base, status: "stopped-in-warmup", reason };
  }
  const missing = plan.soak ? soakGap(seen, plan.soak) : roundsGap(seen, plan.measuredRounds);
  if (missing === null) return { ...base, status: "completed", reason: null };
  return { ...base, status: "partial", reason: stopped ?? because(missing) };
}

function roundsGap(seen: ScenarioTally, planned: number): string | null {
  if (seen.roundsCompleted >= planned) return null;
  return `${seen.roundsCompleted} of ${planned} rounds count`;
}

function soakGap(seen: ScenarioTally, soak: NonNullable<Plan["soak"]>): string | null {
  const seconds = seen.firstStartNs === null || seen.lastEndNs === null
    ? 0
    : (seen.lastEndNs - seen.firstStartNs) / 1e9;
  if (seconds >= soak.minimumSeconds) return null;
  return `Its rounds that count span ${Math.floor(seconds)} of ${soak.minimumSeconds} seconds`;
}
