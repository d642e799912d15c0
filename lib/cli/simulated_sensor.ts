import type { Clock } from "../base/clock.ts";
import { softwareVersion } from "../base/project.ts";
import { emptyReading } from "../record/telemetry.ts";
import type { SourceEvent, TelemetrySource } from "../run/telemetry/source.ts";
import type { SensorReading } from "../simulate/speed.ts";

/** How often it is read. */
const INTERVAL_MS = 1000;

/**
 * The sensor of a simulated machine as a source of telemetry.
 *
 * @param read Null while there is nothing to read.
 */
export function simulatedSensor(
  read: () => Promise<SensorReading | null>,
  { clock, idle }: { clock: Clock; idle: SensorReading },
): TelemetrySource {
  const reading = ({ celsius, watts }: SensorReading) => ({
    ...emptyReading("gpu0"),
    celsius: Math.round(celsius),
    powerWatts: watts,
    throttle: [],
  });
  return {
    facts: {
      tool: "corebook-simulator",
      version: softwareVersion,
      fields: ["celsius", "powerWatts"],
      devices: [{ device: "gpu0", name: "simulated GPU", energyRangeMicrojoules: null }],
    },
    first: [reading(idle)],
    events: async function* (signal): AsyncGenerator<SourceEvent> {
      while (!signal.aborted) {
        const told = await read();
        const stamp = { atNs: clock.nowNs(), wallMs: clock.wallMs(), toolTime: null };
        yield told
          ? { kind: "reading", ...stamp, devices: [reading(told)] }
          : { kind: "failed", message: "the simulator does not answer" };
        await clock.sleep(INTERVAL_MS, signal).catch(() => {});
      }
    },
  };
}
