/** A source of numbers in [0, 1), as `Math.random` is one. */
export type Random = () => number;

/**
 * A repeatable source of numbers: mulberry32 (Tommy Ettinger, public domain), 32 bits of state and
 * a period of 2^32, which is plenty for shuffling scenarios, bootstraps and simulated jitter.
 *
 * @param seed Any integer; the same seed gives the same numbers.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { seededRandom } from "./random.ts";
 *
 * assert(seededRandom(7)() === seededRandom(7)());
 * assert(seededRandom(7)() !== seededRandom(8)());
 * ```
 */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
