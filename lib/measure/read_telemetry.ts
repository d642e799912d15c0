import { decodeLines } from "../base/byte_lines.ts";
import { UserError } from "../base/errors.ts";
import { findJournal } from "../record/read_journal.ts";
import {
  decodeTelemetryLine,
  type DeviceReading,
  isThermalSlowdown,
  type TelemetryLine,
} from "../record/telemetry.ts";
import type { TelemetrySample } from "./telemetry.ts";

/**
 * The sensor readings of a record, one a moment for all its devices together.
 *
 * @param folder The record's folder.
 * @returns Null when the run had no telemetry.
 * @throws {UserError} When a line is damaged.
 */
export async function readTelemetry(folder: string): Promise<TelemetrySample[] | null> {
  const journal = await findJournal(folder, "telemetry");
  if (!journal) return null;
  const lines: TelemetryLine[] = [];
  const file = `${folder}/${journal.name}`;
  for await (const line of decodeLines(journal.chunks(), file, decodeTelemetryLine)) {
    if ("damage" in line) {
      throw new UserError(line.damage, { advice: "Restore the file from a copy." });
    }
    lines.push(line.value);
  }
  return telemetrySamples(lines);
}

const powerNames = ["powerWatts", "powerAverageWatts", "powerInstantWatts"] as const;

/**
 * Readings of several devices as one: powers add up, the hottest device counts, and a slowdown of one
 * is a slowdown. A device's power is one quantity throughout, the first of `power.draw`, the average
 * and the instant that it told, since they differ. A device without a power reading but with an
 * energy counter gives its mean power since the reading before. A sum in which a device is missing
 * that told its power before is null.
 */
export function telemetrySamples(lines: Iterable<TelemetryLine>): TelemetrySample[] {
  const ranges = new Map<string, number | null>();
  const quantities = new Map<string, (typeof powerNames)[number]>();
  const before = new Map<string, { atNs: number; microjoules: number }>();
  const powered = new Set<string>();
  const samples: TelemetrySample[] = [];
  for (const line of lines) {
    if (line.kind === "source") {
      before.clear(); // a resumed run: the machine may have been started again
      for (const { device, energyRangeMicrojoules } of line.devices) {
        ranges.set(device, energyRangeMicrojoules);
      }
    }
    if (line.kind !== "sample") continue;
    const watts = new Map<string, number>();
    for (const reading of line.devices) {
      const { device } = reading;
      const quantity = quantities.get(device) ?? powerNames.find((name) => reading[name] !== null);
      if (quantity) quantities.set(device, quantity);
      const power = quantity
        ? reading[quantity]
        : powerSince(before.get(device), reading, line.atNs, ranges.get(device));
      if (power !== null) watts.set(reading.device, power);
      if (reading.energyMicrojoules !== null) {
        before.set(reading.device, { atNs: line.atNs, microjoules: reading.energyMicrojoules });
      }
    }
    for (const device of watts.keys()) powered.add(device);
    const whole = powered.size > 0 && watts.size === powered.size;
    const celsius = line.devices.flatMap(({ celsius }) => celsius ?? []);
    const slowdowns = line.devices.map(({ throttle }) => isThermalSlowdown(throttle))
      .filter((slowdown) => slowdown !== null);
    samples.push({
      atNs: line.atNs,
      powerWatts: whole ? [...watts.values()].reduce((sum, power) => sum + power, 0) : null,
      celsius: celsius.length === 0 ? null : Math.max(...celsius),
      slowdown: slowdowns.length === 0 ? null : slowdowns.includes(true),
    });
  }
  return samples.sort((a, b) => a.atNs - b.atNs);
}

/** Mean power from the growth of an energy counter; one that went back began again at its range. */
function powerSince(
  before: { atNs: number; microjoules: number } | undefined,
  { energyMicrojoules }: DeviceReading,
  atNs: number,
  range: number | null | undefined,
): number | null {
  if (before === undefined || energyMicrojoules === null || atNs <= before.atNs) return null;
  let grown = energyMicrojoules - before.microjoules;
  if (grown < 0) {
    if (!range) return null;
    grown += range;
  }
  return grown / ((atNs - before.atNs) / 1e3);
}
