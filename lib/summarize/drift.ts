import type { Interval } from "../stats/interval.ts";
import { median } from "../stats/median.ts";
import { theilSen } from "../stats/theil_sen.ts";

/** How a quantity moved over time, as a straight line. */
export interface Drift {
  /** Change in one hour, in the quantity's unit. */
  readonly perHour: number;
  /** Interval of `perHour`. */
  readonly interval: Interval;
  /** The same as a share of the median; null when that is 0. */
  readonly sharePerHour: number | null;
  /** Points of the line; blocks of neighbours where there were more values. */
  readonly points: number;
}

/** More points than this are brought down by medians of neighbours: pairs grow by the square. */
const MOST_POINTS = 1500;

/**
 * The Theil-Sen drift of values over time, in the order of time; null for fewer than three values at
 * different times. Values that depend on their neighbours have a wider interval than it says.
 */
export function driftOf(values: readonly { atNs: number; value: number }[]): Drift | null {
  const size = Math.ceil(values.length / MOST_POINTS);
  const points = Array.from({ length: Math.ceil(values.length / Math.max(size, 1)) }, (_, at) => {
    const block = values.slice(at * size, (at + 1) * size);
    return {
      hours: median(block.map(({ atNs }) => (atNs - values[0].atNs) / 3600e9))!,
      value: median(block.map(({ value }) => value))!,
    };
  });
  if (points.length < 3) return null;
  const line = theilSen(points.map(({ hours }) => hours), points.map(({ value }) => value));
  if (!line) return null;
  const middle = median(values.map(({ value }) => value))!;
  return {
    perHour: line.slope,
    interval: line.interval,
    sharePerHour: middle === 0 ? null : line.slope / middle,
    points: points.length,
  };
}
