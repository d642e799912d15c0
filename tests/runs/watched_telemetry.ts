import { join } from "node:path";
import { systemFiles } from "../../lib/base/file_system.ts";
import type { ThermalRules } from "../../lib/record/plan.ts";
import type { TelemetryLine } from "../../lib/record/telemetry.ts";
import { inFolder } from "../in_folder.ts";
import type { TelemetrySource } from "../../lib/run/telemetry/source.ts";
import { startTelemetry } from "../../lib/run/telemetry/start_telemetry.ts";
import { smallPlan } from "./scripted_run.ts";
import { gpuReading, type SteppedClock, telemetryLines } from "./scripted_telemetry.ts";

/** Rules that need a sensor. */
export const rules = (changes: Partial<ThermalRules> = {}): ThermalRules => ({
  ...smallPlan().thermal!,
  sensor: "required",
  ...changes,
});

/** What was noted, as `code: message`. */
export const notes = (lines: readonly TelemetryLine[]) =>
  lines.flatMap((line) => line.kind === "note" ? `${line.code}: ${line.message}` : []);

/** Runs the test in a record's folder that holds nothing yet. */
export const inRecord = (test: (folder: string) => Promise<void>) =>
  inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "data"));
    await test(folder);
  });

/** Watches a source until so much time has passed, and tells how it ended. */
export async function watched(
  folder: string,
  source: TelemetrySource,
  clock: SteppedClock,
  { seconds, thermal = rules() }: { seconds: number; thermal?: ThermalRules },
) {
  const options = { rules: thermal, source, clock, files: systemFiles(), folder };
  const starting = startTelemetry(options);
  await clock.inUse;
  await clock.pass(seconds * 1000);
  const guard = await starting;
  const trip = await Promise.race([guard.tripped, Promise.resolve(null)]);
  const reading = guard.reading();
  await guard.stop();
  return { trip, reading, lines: await telemetryLines(folder) };
}

/** A reading each second; null where the sensor told no temperature. */
export const seconds = (...celsius: (number | null)[]) =>
  celsius.map((celsius, at) => ({
    afterMs: at * 1000,
    devices: [
      gpuReading({ celsius, missing: celsius === null ? { celsius: "[GPU is lost]" } : {} }),
    ],
  }));
