import { Speed } from "./speed.ts";

/** A machine without heat, wander or chance: every batch takes its nominal time. */
export function steadySpeed(): Speed {
  return new Speed({
    speed: { batchJitter: 0, wander: 0, wanderSeconds: 1, warmSlowdown: 0, warmSeconds: 1 },
    sensor: { warmSeconds: 1, idleCelsius: 20, warmCelsius: 20, idleWatts: 0, busyWatts: 0 },
  }, () => 0.5);
}
