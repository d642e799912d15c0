import type { ScenarioMetric } from "../metric.ts";
import { lastSampleAt, type TelemetrySample } from "../telemetry.ts";

/** How old the last sample before the start may be, in nanoseconds. */
const oldestNs = 10e9;

/** The thermal state that the scenario began in: a warm device is a slower one. */
export const temperatureAtStart: ScenarioMetric = {
  id: "temperature-at-start",
  name: "Temperature at the start",
  symbol: "θ_0",
  formula: "last temperature sample before the first measured request",
  unit: "°C",
  printedUnit: "°C",
  direction: null,
  scope: "scenario",
  undefinedWhen: "the run had no temperature telemetry, or its last sample is older than 10 s",
  source: "this project",
  namesakes: [],
  of: ({ rounds, telemetry }) => temperatureBefore(rounds[0].startNs, telemetry),
  parts: () => null, // a state, which does not add up over rounds
};

/** The last temperature at or before a moment, unless it is too old; null when there is none. */
function temperatureBefore(
  startNs: number,
  telemetry: readonly TelemetrySample[] | null,
): number | null {
  if (telemetry === null) return null;
  let at = lastSampleAt(telemetry, startNs);
  while (at >= 0 && telemetry[at].celsius === null) at--;
  return at >= 0 && startNs - telemetry[at].atNs <= oldestNs ? telemetry[at].celsius : null;
}
