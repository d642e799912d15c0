import { isThermalSlowdown, type TelemetryLine } from "../record/telemetry.ts";
import type { TelemetrySample } from "./telemetry.ts";

/**
 * What figures need of the lines of `telemetry.jsonl`, in the order of time. Over several devices
 * the temperature is the highest, a slowdown is anyone's, and power adds up; it is null where a
 * device that told its power before or after does not tell it, since the sum would be too low.
 *
 * A device's power is one quantity throughout: `power.draw` where it is told at all, else the
 * tool's average, else its instant; else the mean since the reading before, from an energy counter.
 */
export function telemetrySamples(lines: readonly TelemetryLine[]): TelemetrySample[] {
  const powers = totalPower(lines);
  const sorted = lines.flatMap((line, at) =>
    line.kind === "sample" ? [{ line, power: powers[at] }] : []
  ).sort((a, b) => a.line.atNs - b.line.atNs);
  return sorted.map(({ line: { atNs, devices }, power }) => {
    const celsius = devices.flatMap(({ celsius }) => celsius ?? []);
    const slowdowns = devices.flatMap(({ throttle }) => isThermalSlowdown(throttle) ?? []);
    return {
      atNs,
      powerWatts: power,
      celsius: celsius.length > 0 ? Math.max(...celsius) : null,
      slowdown: slowdowns.length > 0 ? slowdowns.includes(true) : null,
    };
  });
}

const told = ["powerWatts", "powerAverageWatts", "powerInstantWatts"] as const;

/** Power of all devices together, line by line. */
function totalPower(lines: readonly TelemetryLine[]): (number | null)[] {
  const names = new Set(lines.flatMap((line) =>
    line.kind === "sample" ? line.devices.map(({ device }) => device) : []
  ));
  const series = [...names].map((device) => powerOf(device, lines)).filter((each) => each !== null);
  if (series.length === 0) return lines.map(() => null);
  return lines.map((_, at) =>
    series.reduce<number | null>((sum, watts) => {
      const more = watts[at];
      return sum === null || more === null ? null : sum + more;
    }, 0)
  );
}

/** A device's power, line by line; null when it never tells any. */
function powerOf(device: string, lines: readonly TelemetryLine[]): (number | null)[] | null {
  const readings = lines.map((line) =>
    line.kind === "sample" ? line.devices.find((each) => each.device === device) ?? null : null
  );
  const quantity = told.find((name) => readings.some((reading) => reading && reading[name] !== null));
  if (quantity) return readings.map((reading) => reading && reading[quantity]);
  if (!readings.some((reading) => reading && reading.energyMicrojoules !== null)) return null;

  let range: number | null = null;
  let before: { atNs: number; microjoules: number } | null = null;
  return lines.map((line, at) => {
    if (line.kind === "source") {
      range = line.devices.find((each) => each.device === device)?.energyRangeMicrojoules ?? null;
      before = null;
    }
    const microjoules = readings[at]?.energyMicrojoules ?? null;
    if (line.kind !== "sample" || microjoules === null) return null;
    const last = before;
    before = { atNs: line.atNs, microjoules };
    if (last === null || line.atNs <= last.atNs) return null;
    let used = microjoules - last.microjoules;
    if (used < 0) {
      if (range === null) return null;
      used += range;
    }
    return used / 1e6 / ((line.atNs - last.atNs) / 1e9);
  });
}
