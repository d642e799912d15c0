import type { Clock } from "../base/clock.ts";

/**
 * Watches the wall clock against the monotonic one: it may be set, or the machine may sleep, while a
 * run goes on. Each call compares with the call before.
 *
 * @returns A sentence when the two have moved apart by more than a second since; else null.
 */
export function watchWallClock(clock: Clock): () => string | null {
  const offsetMs = () => clock.wallMs() - clock.nowNs() / 1e6;
  let last = offsetMs();
  return () => {
    const now = offsetMs();
    const moved = (now - last) / 1000;
    if (Math.abs(moved) <= 1) return null;
    last = now;
    const way = moved < 0 ? "back" : "forward";
    return `The wall clock went ${way} by ${
      Math.abs(moved).toFixed(1)
    } s against the monotonic clock`;
  };
}
