import type { Clock } from "../base/clock.ts";
import type { RunState } from "../record/record.ts";

/** Why a run must end before its plan does. */
export type StopCause = Omit<Extract<RunState, { kind: "stopped" }>, "kind">;

/** How much of what is under way may still come to its end. */
export type StopWhen = "after-round" | "at-once";

/** The one place where a run learns that it has to stop, whoever says so. */
export interface StopSwitch {
  /** The first cause that was given, which is the one that is recorded; null while there is none. */
  cause(): StopCause | null;
  /** Aborted by any stop: waits that are not responses end on it. */
  readonly soon: AbortSignal;
  /** Aborted by a stop at once: responses under way are given up. */
  readonly atOnce: AbortSignal;
  /** A second call cannot change the cause, but can turn `after-round` into `at-once`. */
  stop(by: StopCause["by"], reason: string, when: StopWhen): void;
}

/**
 * A switch that is not thrown yet.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createStopSwitch } from "./stop.ts";
 *
 * const stop = createStopSwitch({ nowNs: () => 5 });
 * stop.stop("user", "Ctrl-C", "after-round");
 * stop.stop("engine", "it ended", "at-once");
 * assert.deepEqual(stop.cause(), { by: "user", reason: "Ctrl-C", atNs: 5 });
 * assert(stop.atOnce.aborted);
 * ```
 */
export function createStopSwitch(clock: Pick<Clock, "nowNs">): StopSwitch {
  const soon = new AbortController();
  const atOnce = new AbortController();
  let cause: StopCause | null = null;
  return {
    cause: () => cause,
    soon: soon.signal,
    atOnce: atOnce.signal,
    stop: (by, reason, when) => {
      cause ??= { by, reason, atNs: clock.nowNs() };
      soon.abort(new Error(reason));
      if (when === "at-once") atOnce.abort(new Error(reason));
    },
  };
}
