import type { Interval } from "../stats/interval.ts";

/** The level that an interval attains; the level asked for where that is only approximate. */
export function attainedLevel(interval: Exclude<Interval, { status: "none" }>): number {
  return interval.coverage ?? interval.level;
}
