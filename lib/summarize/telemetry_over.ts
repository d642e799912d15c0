import { lastSampleAt, type TelemetrySample } from "../measure/telemetry.ts";
import { median } from "../stats/median.ts";

/** What the sensors said over a stretch of time; null where they said nothing. */
export interface TelemetryOver {
  /** Readings in the window. */
  readonly samples: number;
  /** Mean of the readings of power; null when the sensor does not tell. */
  readonly meanPowerWatts: number | null;
  /** Median temperature, degrees C; null when the sensor does not tell. */
  readonly medianCelsius: number | null;
  /** Highest temperature, degrees C; null when the sensor does not tell. */
  readonly highestCelsius: number | null;
  /** Samples that reported a thermal slowdown; null when none could tell. */
  readonly slowdownSamples: number | null;
}

/** The samples of a stretch of time, its end left out. */
export function samplesIn(
  telemetry: readonly TelemetrySample[],
  startNs: number,
  endNs: number,
): readonly TelemetrySample[] {
  let from = lastSampleAt(telemetry, startNs);
  if (from < 0 || telemetry[from].atNs < startNs) from++;
  while (from > 0 && telemetry[from - 1].atNs === startNs) from--;
  return telemetry.slice(from, lastSampleAt(telemetry, endNs - 1) + 1);
}

/** Sums up the samples of a stretch of time; null when the run had no telemetry. */
export function telemetryOver(
  telemetry: readonly TelemetrySample[] | null,
  startNs: number,
  endNs: number,
): TelemetryOver | null {
  if (telemetry === null) return null;
  const samples = samplesIn(telemetry, startNs, endNs);
  const power = samples.map(({ powerWatts }) => powerWatts).filter((watts) => watts !== null);
  const celsius = samples.map(({ celsius }) => celsius).filter((value) => value !== null);
  const told = samples.filter(({ slowdown }) => slowdown !== null);
  return {
    samples: samples.length,
    meanPowerWatts: power.length === 0
      ? null
      : power.reduce((sum, watts) => sum + watts, 0) / power.length,
    medianCelsius: median(celsius),
    highestCelsius: celsius.length === 0 ? null : celsius.reduce((a, b) => Math.max(a, b)),
    slowdownSamples: told.length === 0 ? null : told.filter(({ slowdown }) => slowdown).length,
  };
}
