import type { MeasuredRound, MeasuredScenario } from "../scenario.ts";
import type { ScenarioMetric } from "../metric.ts";
import { lastSampleAt } from "../telemetry.ts";

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
  of: (scenario) => before(scenario.rounds[0], scenario),
  ofRound: before,
};

function before(round: MeasuredRound, { telemetry }: MeasuredScenario): number | null {
  if (telemetry === null) return null;
  let at = lastSampleAt(telemetry, round.startNs);
  while (at >= 0 && telemetry[at].celsius === null) at--;
  return at >= 0 && round.startNs - telemetry[at].atNs <= oldestNs ? telemetry[at].celsius : null;
}
