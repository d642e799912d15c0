import { setImmediate } from "node:timers";
import { type Clock, systemClock } from "../base/clock.ts";

/** A clock that can be waited for to the fraction of a millisecond. */
export interface SimulatorClock extends Clock {
  /** Resolves at the moment, or at once when it is past. */
  until(ns: number): Promise<void>;
}

/** Timers of Deno fire 1 to 1.5 ms late: the rest of a wait is spent turning the event loop. */
const TIMER_LATE_NS = 1.6e6;

/** The machine's own clock. */
export function preciseClock(): SimulatorClock {
  const clock = systemClock();
  return {
    ...clock,
    until: async (ns) => {
      for (let leftNs = ns - clock.nowNs(); leftNs > 0; leftNs = ns - clock.nowNs()) {
        if (leftNs > TIMER_LATE_NS) await clock.sleep((leftNs - TIMER_LATE_NS) / 1e6);
        else await new Promise<void>((resolve) => setImmediate(resolve));
      }
    },
  };
}

interface Sleeper {
  atNs: number;
  wake: () => void;
}

/** A clock that leaps. */
export interface VirtualClock extends SimulatorClock {
  /** The clock stands still until the work, which waits for the world outside, is done. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A clock that leaps to the next moment that anything waits for, as soon as nothing else is left to
 * do: hours pass in seconds, and every time is exact.
 *
 * @param startMs Wall time at its origin.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { virtualClock } from "./simulator_clock.ts";
 *
 * const clock = virtualClock(0);
 * const hour = clock.sleep(3_600_000);
 * await clock.sleep(10);
 * assert.equal(clock.nowNs(), 10e6);
 * await hour;
 * assert.equal(clock.nowNs(), 3600e9);
 * ```
 */
export function virtualClock(startMs: number): VirtualClock {
  let nowNs = 0;
  let held = 0;
  let turning = false;
  const sleepers: Sleeper[] = [];
  // a turn of the event loop is left to those who put off what can wait for one
  const turn = () => setImmediate(leap);
  const leap = () => {
    turning = false;
    if (held > 0) return;
    const next = sleepers.shift();
    if (!next) return;
    nowNs = Math.max(nowNs, next.atNs);
    next.wake();
    start();
  };
  const start = () => {
    if (turning || held > 0 || sleepers.length === 0) return;
    turning = true;
    setImmediate(turn);
  };
  const enter = (sleeper: Sleeper) => {
    let low = 0;
    let high = sleepers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sleepers[middle].atNs <= sleeper.atNs) low = middle + 1;
      else high = middle;
    }
    sleepers.splice(low, 0, sleeper);
    start();
  };
  const until = (ns: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const stop = () => {
        const at = sleepers.indexOf(sleeper);
        if (at >= 0) sleepers.splice(at, 1);
        reject(signal!.reason);
      };
      const sleeper = {
        atNs: ns,
        wake: () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
      };
      signal?.addEventListener("abort", stop, { once: true });
      enter(sleeper);
    });
  return {
    nowNs: () => nowNs,
    wallMs: () => startMs + nowNs / 1e6,
    sleep: (ms, signal) => until(nowNs + Math.round(ms * 1e6), signal),
    until: (ns) => ns <= nowNs ? Promise.resolve() : until(ns),
    during: async (work) => {
      held++;
      try {
        return await work();
      } finally {
        held--;
        start();
      }
    },
  };
}
