import type { TelemetrySample } from "../measure/telemetry.ts";

const SECONDS = 4 * 3600;
const INTERVAL_SECONDS = 1;

/** Four hours of readings, one a second: what a soak's sensor would tell. */
export interface CoolingExample {
  name: string;
  /** What is seen in it. */
  what: string;
  telemetry: readonly TelemetrySample[];
}

/** The stretch of time that the examples are judged over. */
export const coolingWindow = { startNs: 0, endNs: SECONDS * 1e9 };

/**
 * Made-up readings for the cooling criteria: one example that meets them all, and for each criterion
 * one that fails it and no other.
 */
export function coolingExamples(): CoolingExample[] {
  const example = (
    name: string,
    what: string,
    change: (sample: TelemetrySample, seconds: number) => TelemetrySample | null,
  ): CoolingExample => ({
    name,
    what,
    telemetry: Array.from({ length: SECONDS / INTERVAL_SECONDS + 1 }, (_, at) => {
      const seconds = at * INTERVAL_SECONDS;
      // the load of a round comes and goes: 71 to 73 degrees C
      const celsius = 72 + Math.round(Math.sin(seconds / 8));
      const steady = { atNs: seconds * 1e9, powerWatts: 300, celsius, slowdown: false };
      return change(steady, seconds);
    }).filter((sample) => sample !== null),
  });
  const within = (seconds: number, from: number, length: number) =>
    seconds >= from && seconds < from + length;
  return [
    example("passing", "71 to 73 °C throughout", (sample) => sample),
    example(
      "maximum",
      "86 °C for three seconds of the third hour",
      (sample, seconds) => within(seconds, 9000, 3) ? { ...sample, celsius: 86 } : sample,
    ),
    example(
      "drift-per-hour",
      "2 degrees more each hour, never above 81 °C",
      (sample, seconds) => ({ ...sample, celsius: sample.celsius! + 2 * seconds / 3600 }),
    ),
    example(
      "slowdown",
      "a thermal slowdown flag in one reading",
      (sample, seconds) => ({ ...sample, slowdown: seconds === 9000 }),
    ),
    example(
      "longest-gap",
      "no reading for 15 s of the third hour",
      (sample, seconds) => within(seconds, 9000, 14) ? null : sample,
    ),
  ];
}
