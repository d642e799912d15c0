import type { Clock } from "../base/clock.ts";
import type { RunRecord } from "../record/record.ts";

/** What the clock of a run is, and the smallest step that it was seen to make. */
export function clockFacts(
  clock: Pick<Clock, "nowNs">,
): Pick<RunRecord["clock"], "source" | "resolutionNs"> {
  let smallest = Infinity;
  for (let last = clock.nowNs(), tries = 0; tries < 10_000; tries++) {
    const now = clock.nowNs();
    if (now > last) smallest = Math.min(smallest, now - last);
    last = now;
  }
  return {
    source: "performance.now(), the system's monotonic clock",
    resolutionNs: Number.isFinite(smallest) ? smallest : 1,
  };
}
