import type { Clock } from "../../lib/base/clock.ts";
import type { DeviceReading, TelemetrySampleLine } from "../../lib/record/telemetry.ts";
import type { SourceEvent, TelemetrySource } from "../../lib/run/telemetry/source.ts";

/** One moment of a recording. */
export type RecordedMoment =
  & { afterMs: number }
  & (
    | { devices: DeviceReading[]; toolTime?: string }
    /** The reading failed. */
    | { failure: string }
  );

/**
 * Plays a recording or a script in the place of a tool, as if it were measured now.
 *
 * @param moments In order of time, counted from the beginning of the play.
 * @param options.end `ends`: the source ends with its last moment; `hangs`: it says nothing more.
 */
export function recordedSource(
  moments: readonly RecordedMoment[],
  { clock, tool, end }: { clock: Clock; tool: string; end: "ends" | "hangs" },
): TelemetrySource {
  const first = moments.flatMap((moment) => "devices" in moment ? [moment.devices] : [])[0] ?? [];
  return {
    facts: {
      tool,
      version: null,
      fields: [],
      devices: first.map(({ device }) => ({ device, name: device, energyRangeMicrojoules: null })),
    },
    first,
    events: async function* (signal): AsyncGenerator<SourceEvent> {
      const startNs = clock.nowNs();
      for (const moment of moments) {
        const waitMs = moment.afterMs - (clock.nowNs() - startNs) / 1e6;
        if (waitMs > 0) await clock.sleep(waitMs, signal).catch(() => {});
        if (signal.aborted) return;
        if ("failure" in moment) {
          yield { kind: "failed", message: moment.failure };
          continue;
        }
        const stamp = { atNs: clock.nowNs(), wallMs: clock.wallMs() };
        const { devices, toolTime = null } = moment;
        yield { kind: "reading", ...stamp, toolTime, devices };
      }
      if (end === "ends" || signal.aborted) return;
      await new Promise<void>((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true })
      );
    },
  };
}

/** The samples of a log or of another record, to be played with the distances that they had. */
export function recordedMoments(samples: readonly TelemetrySampleLine[]): RecordedMoment[] {
  return samples.map(({ atNs, toolTime, devices }) => ({
    afterMs: (atNs - samples[0].atNs) / 1e6,
    devices,
    toolTime: toolTime ?? undefined,
  }));
}
