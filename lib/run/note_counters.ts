import type { Clock } from "../base/clock.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import type { Counters } from "../record/response.ts";
import { waitUntilIdle } from "./idle.ts";
import type { ReadyServer } from "./server.ts";
import type { Session } from "./session.ts";
import type { StopSwitch } from "./stop.ts";

/**
 * Keeps the server's own counts before the first or after the last measured round, once it is idle.
 * A server that does not tell them leaves no line, and neither does a run that is to stop.
 */
export async function noteCounters(
  cell: ScenarioCell,
  at: Counters["at"],
  { session, server: { routes }, clock, stop }: {
    session: Session;
    server: ReadyServer;
    clock: Clock;
    stop: StopSwitch;
  },
): Promise<void> {
  if (stop.cause()) return;
  const limitSeconds = session.plan.limits.silenceSeconds;
  const idle = await waitUntilIdle(routes, { clock, limitSeconds, signal: stop.soon });
  // whoever is still at work would be counted as well
  if (idle.kind === "fault" || idle.kind === "given-up") return;
  const told = await routes.counters().catch(() => null);
  if (!told) return;
  await session.commit([
    { kind: "counters", scenario: cell.id, at, atNs: clock.nowNs(), ...told },
  ]);
}
