import type { Clock } from "../base/clock.ts";
import { messageOf } from "../base/errors.ts";
import type { ServerRoutes } from "./server.ts";

/**
 * `unknown`: the server does not tell. `given-up`: the signal came before it was idle. `fault`: it is
 * busy for too long or does not answer.
 */
export type Idleness =
  | { kind: "idle" }
  | { kind: "unknown" }
  | { kind: "given-up" }
  | { kind: "fault"; reason: string };

/**
 * Waits until no slot of the server is at work, so that a round does not begin beside the rest of an
 * earlier one: a server notices a closed connection only at its next poll, in a long prompt seconds
 * later.
 */
export async function waitUntilIdle(
  routes: Pick<ServerRoutes, "busySlots">,
  { clock, limitSeconds, signal }: { clock: Clock; limitSeconds: number; signal: AbortSignal },
): Promise<Idleness> {
  const endNs = clock.nowNs() + limitSeconds * 1e9;
  for (let pauseMs = 2;; pauseMs = Math.min(100, pauseMs * 2)) {
    let busy: number | null;
    try {
      busy = await routes.busySlots();
    } catch (error) {
      return { kind: "fault", reason: `The server does not answer: ${messageOf(error)}` };
    }
    if (busy === null) return { kind: "unknown" };
    if (busy === 0) return { kind: "idle" };
    if (clock.nowNs() >= endNs) {
      return {
        kind: "fault",
        reason: `${busy} slots of the server were still at work after ${limitSeconds} s`,
      };
    }
    await clock.sleep(pauseMs, signal).catch(() => {});
    if (signal.aborted) return { kind: "given-up" };
  }
}
