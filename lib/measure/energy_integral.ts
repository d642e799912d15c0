import type { TimeWindow } from "../stats/window_union.ts";
import { lastSampleAt, type TelemetrySample } from "./telemetry.ts";

/** Longest time between two power samples that is still bridged, in nanoseconds. */
export const longestPowerGapNs = 3e9;

/**
 * Energy over stretches of time in joules: trapezoids between power samples, cut at the borders by
 * linear interpolation.
 *
 * @param windows Stretches of time, none overlapping another.
 * @param telemetry Samples in the order of time.
 * @returns Null when power was not measured throughout, or its samples lie further apart than
 * {@linkcode longestPowerGapNs}.
 */
export function energyJoules(
  windows: readonly TimeWindow[],
  telemetry: readonly TelemetrySample[] | null,
): number | null {
  if (windows.length === 0 || telemetry === null) return null;
  let joules = 0;
  for (const window of windows) {
    const part = windowJoules(window, telemetry);
    if (part === null) return null;
    joules += part;
  }
  return joules;
}

function windowJoules(
  { startNs, endNs }: TimeWindow,
  samples: readonly TelemetrySample[],
): number | null {
  let at = lastSampleAt(samples, startNs);
  while (at >= 0 && samples[at].powerWatts === null) at--;
  if (at < 0) return null;
  let before = samples[at];
  let joules = 0;
  for (at++; at < samples.length && before.atNs < endNs; at++) {
    const after = samples[at];
    if (after.powerWatts === null) continue;
    const gapNs = after.atNs - before.atNs;
    if (gapNs > longestPowerGapNs) return null;
    const from = Math.max(before.atNs, startNs);
    const to = Math.min(after.atNs, endNs);
    const rise = gapNs === 0 ? 0 : (after.powerWatts - before.powerWatts!) / gapNs;
    const middleWatts = before.powerWatts! + rise * ((from + to) / 2 - before.atNs);
    joules += middleWatts * ((to - from) / 1e9);
    before = after;
  }
  return before.atNs >= endNs ? joules : null;
}
