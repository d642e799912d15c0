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

/**
 * A clock that leaps to the next moment that anything waits for, as soon as nothing else is left to
 * do: hours pass in seconds, and every time is exact. What waits for the world outside (a disk, a
 * socket) must do so while nothing waits for this clock.
 *
 * @param startMs Wall time at its origin.
 */
export function virtualClock(startMs: number): SimulatorClock {
  let nowNs = 0;
  let leaping = false;
  const sleepers: Sleeper[] = [];
  const leap = () => {
    const next = sleepers.shift();
    leaping = next !== undefined && sleepers.length > 0;
    if (next) {
      nowNs = Math.max(nowNs, next.atNs);
      next.wake();
    }
    if (leaping) setImmediate(leap);
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
    if (!leaping) {
      leaping = true;
      setImmediate(leap);
    }
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
  };
}
