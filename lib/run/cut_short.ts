import type { Plan } from "../record/plan.ts";
import type { ScenarioTally } from "../record/tally.ts";

/** What a record says of a run whose process ended before it could say anything. */
export const INTERRUPTED = "The process ended without a word";

/**
 * Whether a scenario of which something was recorded still had rounds to run, so that it ended with
 * the process and not by itself.
 */
export function wasCutShort(
  seen: ScenarioTally,
  plan: Pick<Plan, "measuredRounds" | "soak">,
): boolean {
  if (seen.warmup === "does-not-count") return false;
  if (seen.warmup === "none") return seen.responses > 0;
  if (!plan.soak) return seen.roundsClosed < plan.measuredRounds;
  const { firstStartNs, lastEndNs } = seen;
  if (firstStartNs === null || lastEndNs === null) return true;
  return (lastEndNs - firstStartNs) / 1e9 < plan.soak.minimumSeconds;
}
