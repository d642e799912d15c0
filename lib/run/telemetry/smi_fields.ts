import type { DeviceReading } from "../../record/telemetry.ts";

/** The members of a reading that nvidia-smi gives as numbers. */
export type AmountName = {
  [Name in keyof DeviceReading]-?: number extends DeviceReading[Name] ? Name : never;
}[keyof DeviceReading];

/** A number that nvidia-smi can be asked for. */
export interface SmiField {
  member: AmountName;
  /** Its names, the newest first. */
  columns: readonly string[];
  /** Unit in the header; null for none. */
  unit: string | null;
  /** What the unit is times the member's own. */
  scale: number;
  /** Values outside are markers or faults of the tool, not readings. */
  plausible: readonly [least: number, most: number];
}

/** Every number that is asked for, each once. */
export const smiFields: readonly SmiField[] = [
  field("celsius", ["temperature.gpu"], null, [0, 130]),
  field("marginCelsius", ["temperature.gpu.tlimit"], null, [-130, 130]),
  field("powerWatts", ["power.draw"], "W", [0, 5000]),
  field("powerAverageWatts", ["power.draw.average"], "W", [0, 5000]),
  field("powerInstantWatts", ["power.draw.instant"], "W", [0, 5000]),
  field("powerLimitWatts", ["enforced.power.limit"], "W", [0, 10_000]),
  field("smMegahertz", ["clocks.current.sm", "clocks.sm"], "MHz", [0, 10_000]),
  field("memoryMegahertz", ["clocks.current.memory", "clocks.mem"], "MHz", [0, 50_000]),
  field("utilizationPercent", ["utilization.gpu"], "%", [0, 100]),
  field("memoryUsedBytes", ["memory.used"], "MiB", [0, 2 ** 44], 2 ** 20),
  field("fanPercent", ["fan.speed"], "%", [0, 1000]),
];

/** The mask of reasons for low clocks; from driver 535 on by its new name. */
export const throttleColumns = [
  "clocks_event_reasons.active",
  "clocks_throttle_reasons.active",
] as const;

/** The columns that tell which row it is. */
export const rowColumns = {
  time: ["timestamp"],
  index: ["index"],
  uuid: ["uuid", "gpu_uuid"],
  name: ["name", "gpu_name"],
  performanceState: ["pstate"],
} as const;

function field(
  member: AmountName,
  columns: string[],
  unit: string | null,
  plausible: SmiField["plausible"],
  scale = 1,
): SmiField {
  return { member, columns, unit, scale, plausible };
}

/** A cell as a number, or null with the words that stood in its place. */
export type Amount = { value: number; words: null } | { value: null; words: string };

/**
 * Reads a cell of a number: with or without its unit, which must be the header's. Words, an other
 * unit, and values that no device can have (a driver's blank markers, 82505 degrees) are no number.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readAmount, smiFields } from "./smi_fields.ts";
 *
 * const [celsius] = smiFields;
 * assert.equal(readAmount("61", celsius).value, 61);
 * assert.deepEqual(readAmount("[N/A]", celsius), { value: null, words: "[N/A]" });
 * assert.deepEqual(readAmount("82505", celsius), { value: null, words: "82505" });
 * ```
 */
export function readAmount(cell: string, { unit, scale, plausible }: SmiField): Amount {
  const found = /^([-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?:\s*([^\d\s]\S*))?$/i.exec(cell);
  const value = found && (found[2] === undefined || found[2] === unit)
    ? Number(found[1]) * scale
    : NaN;
  const [least, most] = plausible;
  return value >= least && value <= most
    ? { value, words: null }
    : { value: null, words: cell === "" ? "(empty)" : cell };
}
