import { type DeviceReading, isThermalSlowdown } from "../../record/telemetry.ts";
import type { ThermalReading } from "../guard.ts";

/** The readings of all devices as one: the hottest, the smallest margin, anyone's slowdown. */
export function worstOf(atNs: number, devices: readonly DeviceReading[]): ThermalReading {
  const told = <T>(values: (T | null)[]) => values.filter((value) => value !== null);
  const celsius = told(devices.map(({ celsius }) => celsius));
  const margins = told(devices.map(({ marginCelsius }) => marginCelsius));
  const slowdowns = told(devices.map(({ throttle }) => isThermalSlowdown(throttle)));
  return {
    atNs,
    celsius: celsius.length > 0 ? Math.max(...celsius) : null,
    marginCelsius: margins.length > 0 ? Math.min(...margins) : null,
    slowdown: slowdowns.length > 0 ? slowdowns.includes(true) : null,
  };
}
