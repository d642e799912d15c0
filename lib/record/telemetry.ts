import { z } from "zod";
import { parseShape } from "../base/json_file.ts";
import { decodeChecked } from "./journal.ts";
import { idSchema } from "./plan.ts";
import { noteSchema } from "./response.ts";

const nsSchema = z.int().nonnegative();
const wallSchema = z.number();
const amount = z.number().nullable();

/** Why a GPU's clocks are held down, as the names of NVML's bits. */
export const throttleReasons = [
  "gpu_idle",
  "applications_clocks_setting",
  "sw_power_cap",
  "hw_slowdown",
  "sync_boost",
  "sw_thermal_slowdown",
  "hw_thermal_slowdown",
  "hw_power_brake_slowdown",
  "display_clock_setting",
] as const;

/**
 * What one device told at one moment, as its tool said it and in one set of units. `null` is what it
 * did not tell; `missing` keeps the words that stood in a number's place, such as `[GPU is lost]`.
 */
export const deviceReadingSchema = z.strictObject({
  /** Name within the record, such as `gpu0`. */
  device: idSchema,
  celsius: amount,
  /** Degrees below the hardware's own limit; it slows down at 0. */
  marginCelsius: amount,
  /** `power.draw`: a mean over one second from Ampere on, an instant before. */
  powerWatts: amount,
  powerAverageWatts: amount,
  powerInstantWatts: amount,
  powerLimitWatts: amount,
  /** A counter that goes back to 0 at its range. */
  energyMicrojoules: amount,
  smMegahertz: amount,
  memoryMegahertz: amount,
  utilizationPercent: amount,
  memoryUsedBytes: amount,
  /** As intended; it may be above 100. */
  fanPercent: amount,
  performanceState: z.string().nullable(),
  throttle: z.array(z.enum(throttleReasons)).nullable(),
  missing: z.record(z.string(), z.string()),
});

/** What is read, written once when the watch begins. */
export const telemetrySourceSchema = z.strictObject({
  kind: z.literal("source"),
  atNs: nsSchema,
  wallMs: wallSchema,
  /** `nvidia-smi`, `linux-sensors`, or the name of a script. */
  tool: z.string(),
  version: z.string().nullable(),
  /** The tool's own names of what is asked for. */
  fields: z.array(z.string()),
  devices: z.array(z.strictObject({
    device: idSchema,
    name: z.string(),
    /** Where its energy counter begins again. */
    energyRangeMicrojoules: z.int().positive().nullable(),
  })),
});

/** One reading of every device, on the clock of the responses and on the wall clock. */
export const telemetrySampleSchema = z.strictObject({
  kind: z.literal("sample"),
  atNs: nsSchema,
  wallMs: wallSchema,
  /** The tool's own stamp as it prints it: local time without a zone. */
  toolTime: z.string().nullable(),
  devices: z.array(deviceReadingSchema),
});

/** Any line of `telemetry.jsonl`. A note tells of gaps, a tool that ended, a clock that was set. */
export const telemetryLineSchema = z.discriminatedUnion("kind", [
  telemetrySourceSchema,
  telemetrySampleSchema,
  noteSchema,
]);

export type ThrottleReason = (typeof throttleReasons)[number];
export type DeviceReading = z.infer<typeof deviceReadingSchema>;
export type TelemetrySourceLine = z.infer<typeof telemetrySourceSchema>;
export type TelemetrySampleLine = z.infer<typeof telemetrySampleSchema>;
export type TelemetryLine = z.infer<typeof telemetryLineSchema>;

/**
 * Whether a thermal slowdown is among the reasons; null when they were not told. A power cap or a
 * power brake is none, and neither is the general `hw_slowdown` by itself.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { isThermalSlowdown } from "./telemetry.ts";
 *
 * assert.equal(isThermalSlowdown(["sw_power_cap"]), false);
 * assert.equal(isThermalSlowdown(["sw_power_cap", "hw_thermal_slowdown"]), true);
 * assert.equal(isThermalSlowdown(null), null);
 * ```
 */
export function isThermalSlowdown(reasons: readonly ThrottleReason[] | null): boolean | null {
  if (reasons === null) return null;
  return reasons.includes("sw_thermal_slowdown") || reasons.includes("hw_thermal_slowdown");
}

/** A reading that tells nothing yet. */
export function emptyReading(device: string): DeviceReading {
  return {
    device,
    celsius: null,
    marginCelsius: null,
    powerWatts: null,
    powerAverageWatts: null,
    powerInstantWatts: null,
    powerLimitWatts: null,
    energyMicrojoules: null,
    smMegahertz: null,
    memoryMegahertz: null,
    utilizationPercent: null,
    memoryUsedBytes: null,
    fanPercent: null,
    performanceState: null,
    throttle: null,
    missing: {},
  };
}

/**
 * Reads a line of `telemetry.jsonl`.
 *
 * @param where File and line, for the error's sentence.
 * @throws {UserError} When the line is torn, damaged or not of a known kind.
 */
export function decodeTelemetryLine(line: string, where: string): TelemetryLine {
  return parseShape(telemetryLineSchema, decodeChecked(line, where), where);
}
