/**
 * Where time comes from. The monotonic reading orders and measures; the wall clock only says when,
 * since it may be set while a run is going on.
 */
export interface Clock {
  /** Monotonic time in whole nanoseconds since some fixed origin of this clock. */
  nowNs(): number;
  /** Wall time in milliseconds since 1970-01-01 UTC. */
  wallMs(): number;
  /** Resolves after at least `ms` milliseconds; rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The machine's own clock. Its origin is the moment of the call, so that a run's times are small
 * integers (a run of 100 days stays below 2^53 ns).
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { systemClock } from "./clock.ts";
 *
 * const clock = systemClock();
 * const before = clock.nowNs();
 * await clock.sleep(1);
 * assert(clock.nowNs() - before >= 1e6);
 * ```
 */
export function systemClock(): Clock {
  const originMs = performance.now();
  return {
    nowNs: () => Math.round((performance.now() - originMs) * 1e6),
    wallMs: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          clearTimeout(timer);
          reject(signal!.reason);
        };
        const timer = setTimeout(() => {
          signal?.removeEventListener("abort", stop);
          resolve();
        }, ms);
        signal?.addEventListener("abort", stop, { once: true });
      }),
  };
}
