/** A stretch of time in nanoseconds on one clock; the end is not before the start. */
export interface TimeWindow {
  /** Begin, in nanoseconds. */
  readonly startNs: number;
  /** End, in nanoseconds. */
  readonly endNs: number;
}

/**
 * The stretches of time that at least one window covers, in order, none touching another. Overlap
 * counts once, nested windows vanish, a gap stays a gap.
 *
 * @throws {RangeError} When a window ends before it starts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { unionOfWindows } from "./window_union.ts";
 *
 * const windows = [{ startNs: 5, endNs: 9 }, { startNs: 0, endNs: 4 }, { startNs: 3, endNs: 5 }];
 * assert.deepEqual(unionOfWindows(windows), [{ startNs: 0, endNs: 9 }]);
 * ```
 */
export function unionOfWindows(windows: Iterable<TimeWindow>): TimeWindow[] {
  const sorted = [...windows].sort((a, b) => a.startNs - b.startNs);
  const union: { startNs: number; endNs: number }[] = [];
  for (const { startNs, endNs } of sorted) {
    if (!(endNs >= startNs)) {
      throw new RangeError(
        `Cannot unite windows: one ends before it starts (${endNs} < ${startNs})`,
      );
    }
    const last = union.at(-1);
    if (last && startNs <= last.endNs) last.endNs = Math.max(last.endNs, endNs);
    else union.push({ startNs, endNs });
  }
  return union;
}

/** Length of the union of the windows in nanoseconds; 0 for none. */
export function unionLengthNs(windows: Iterable<TimeWindow>): number {
  let length = 0;
  for (const { startNs, endNs } of unionOfWindows(windows)) length += endNs - startNs;
  return length;
}

/** From the earliest start to the latest end in nanoseconds, gaps included; 0 for none. */
export function spanNs(windows: Iterable<TimeWindow>): number {
  let start = Infinity;
  let end = -Infinity;
  for (const { startNs, endNs } of windows) {
    start = Math.min(start, startNs);
    end = Math.max(end, endNs);
  }
  return start <= end ? end - start : 0;
}
