import type { Clock } from "../base/clock.ts";
import type { FileSystem } from "../base/file_system.ts";
import type { Plan } from "../record/plan.ts";
import type { CampaignTools } from "../run/campaign_tools.ts";
import { findTelemetrySource } from "../run/telemetry/find_source.ts";
import { refuseUnsafe } from "../run/telemetry/refuse_unsafe.ts";
import type { FoundSource } from "../run/telemetry/source.ts";
import { startTelemetry } from "../run/telemetry/start_telemetry.ts";

/** Looks for something that tells of the machine's heat. */
export type TelemetryFinder = (tools: { clock: Clock; files: FileSystem }) => Promise<FoundSource>;

/** Whether a server that is running already, if any is named, is on this machine. */
export function isThisMachine(url?: string): boolean {
  const host = url !== undefined && URL.canParse(url) ? new URL(url).hostname : "localhost";
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);
}

/**
 * Where the readings of a run come from: this machine, unless the server is on another one.
 *
 * @param url Of a server that is running already.
 */
export function telemetryFinder(url?: string): TelemetryFinder {
  if (isThisMachine(url)) return findTelemetrySource;
  const reason = "the server is on another machine, whose sensors are not seen from here";
  return () => Promise.resolve({ kind: "failed", reason });
}

/**
 * Finds this machine's sensors and gives a campaign what watches over them. A plan without thermal
 * rules has nothing watched.
 *
 * @param tools.find As {@linkcode telemetryFinder} gives it, or a script for rehearsals.
 * @throws {UserError} When the plan requires a sensor and the host has none that its limits need.
 */
export async function guardOpener(
  plan: Plan,
  { clock, files, log, find }: {
    clock: Clock;
    files: FileSystem;
    log: (line: string) => void;
    find: TelemetryFinder;
  },
): Promise<CampaignTools["openGuard"]> {
  const rules = plan.thermal;
  const none = () => Promise.resolve(null);
  if (!rules) return none;
  const found = await find({ clock, files });
  refuseUnsafe(rules, found);
  if (found.kind !== "found") {
    const why = found.kind === "failed" ? found.reason : "this host shows no sensor";
    log(`No telemetry: ${why}.`);
    return none;
  }
  const { source } = found;
  log(`Telemetry from ${source.facts.tool}: ${source.facts.devices.map(nameOf).join(", ")}.`);
  return ({ folder }) => startTelemetry({ rules, source, clock, files, folder });
}

function nameOf({ device, name }: { device: string; name: string }): string {
  return `${device} ${name}`;
}
