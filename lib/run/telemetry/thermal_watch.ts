import type { ThermalRules } from "../../record/plan.ts";
import { type DeviceReading, isThermalSlowdown } from "../../record/telemetry.ts";

/** Readings in a row, at or beyond a limit, that stop a run: a single spike does not. */
export const READINGS_IN_A_ROW = 2;

/** Readings in a row without a number that stop a run: a sensor that cannot be read is not cool. */
export const UNREADABLE_IN_A_ROW = 3;

/** Why a run must stop. */
export interface ThermalFinding {
  code: "temperature" | "margin" | "thermal-slowdown" | "telemetry-lost";
  device: string | null;
  /** One sentence with the reading that caused it. */
  reason: string;
}

/** Judges readings one by one. */
export interface ThermalWatch {
  /** A reading of all devices; null when the run may go on. */
  add(devices: readonly DeviceReading[]): ThermalFinding | null;
  /** A reading that was due and told nothing. */
  failed(message: string): ThermalFinding | null;
  /** No reading came for so long that the source counts as dead. */
  silent(seconds: number): ThermalFinding;
  /** The source ended while the run went on. */
  ended(why: string): ThermalFinding;
}

type Limits = Pick<ThermalRules, "stopAtCelsius" | "stopAtMarginCelsius" | "stopOnSlowdown">;

/** One limit of the plan: what it looks at, and whether that has passed it; null: not told. */
interface Limit {
  code: ThermalFinding["code"];
  passed(reading: DeviceReading): boolean | null;
  sentence(reading: DeviceReading): string;
}

/**
 * Watches each device on its own by the plan's limits. It stops at the second reading in a row that
 * is at or beyond a limit, on any device; and, failing closed, at the third in a row that does not
 * tell what a limit is about, on a device that told it before or when none ever did.
 */
export function createThermalWatch(rules: Limits): ThermalWatch {
  const limits = limitsOf(rules);
  /** By device and limit. */
  const counts = new Map<string, { hot: number; unread: number; last: DeviceReading }>();
  let nothing = 0;
  let highest: number | null = null;

  const lost = (device: string | null, why: string): ThermalFinding => {
    const last = [...counts.values()].map(({ last }) => last)
      .findLast((reading) => device === null || reading.device === device);
    const told = last ? `; the last one was ${describe(last, highest)}` : "; none ever came";
    return { code: "telemetry-lost", device, reason: `The telemetry was lost: ${why}${told}` };
  };
  const unread = (devices: readonly DeviceReading[], why: string): ThermalFinding | null => {
    for (const [key, count] of counts) {
      const [device, code] = key.split(" ");
      const limit = limits.find((each) => each.code === code)!;
      const reading = devices.find((each) => each.device === device);
      if (reading && limit.passed(reading) !== null) continue;
      if (++count.unread < UNREADABLE_IN_A_ROW) continue;
      const words = reading ? wordsOf(reading) : why;
      return lost(device, `${count.unread} readings in a row of ${device} told no ${code}${words}`);
    }
    const told = devices.some((reading) => limits[0].passed(reading) !== null);
    nothing = told ? 0 : nothing + 1;
    if (nothing < UNREADABLE_IN_A_ROW) return null;
    return lost(null, `${nothing} readings in a row told no temperature${why}`);
  };

  return {
    add: (devices) => {
      for (const reading of devices) {
        if (reading.celsius !== null) highest = Math.max(highest ?? -Infinity, reading.celsius);
        for (const limit of limits) {
          const passed = limit.passed(reading);
          if (passed === null) continue;
          const key = `${reading.device} ${limit.code}`;
          const hot = passed ? (counts.get(key)?.hot ?? 0) + 1 : 0;
          counts.set(key, { hot, unread: 0, last: reading });
          if (hot < READINGS_IN_A_ROW) continue;
          const { device } = reading;
          const reason = `${limit.sentence(reading)} in ${hot} readings in a row: ${
            describe(reading, highest)
          }`;
          return { code: limit.code, device, reason };
        }
      }
      return unread(devices, devices.length > 0 ? "" : " (no device was listed)");
    },
    failed: (message) => unread([], ` (${message})`),
    silent: (seconds) => lost(null, `no reading for ${seconds} s`),
    ended: (why) => lost(null, why),
  };
}

/** The temperature first: it is watched whatever the plan says of the others. */
function limitsOf({ stopAtCelsius, stopAtMarginCelsius, stopOnSlowdown }: Limits): Limit[] {
  const limits: Limit[] = [{
    code: "temperature",
    passed: ({ celsius }) => celsius === null ? null : celsius >= stopAtCelsius,
    sentence: ({ device }) => `${device} was at or above ${stopAtCelsius} degrees C`,
  }];
  if (stopAtMarginCelsius !== null) {
    limits.push({
      code: "margin",
      passed: ({ marginCelsius }) =>
        marginCelsius === null ? null : marginCelsius <= stopAtMarginCelsius,
      sentence: ({ device }) =>
        `${device} was at most ${stopAtMarginCelsius} degrees C below the hardware's limit`,
    });
  }
  if (stopOnSlowdown) {
    limits.push({
      code: "thermal-slowdown",
      passed: ({ throttle }) => isThermalSlowdown(throttle),
      sentence: ({ device }) => `${device} reported a thermal slowdown`,
    });
  }
  return limits;
}

function describe(reading: DeviceReading, highest: number | null): string {
  const { celsius, marginCelsius, throttle, powerWatts, powerLimitWatts } = reading;
  const told = (value: number | null, unit: string) => value === null ? "not told" : value + unit;
  const flags = throttle === null ? "not told" : throttle.join(", ") || "none";
  return [
    told(celsius, " degrees C"),
    `margin ${told(marginCelsius, " degrees C")}`,
    `slowdown flags ${flags}`,
    `power ${told(powerWatts, " W")}`,
    `power cap ${told(powerLimitWatts, " W")}`,
    `highest so far ${told(highest, " degrees C")}`,
  ].join(", ");
}

function wordsOf({ missing }: DeviceReading): string {
  const words = missing.celsius ?? Object.values(missing)[0];
  return words === undefined ? "" : ` (${words})`;
}
