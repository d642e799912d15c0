import { unionOfWindows } from "../../stats/window_union.ts";
import type { MeasuredResponse } from "../measured_response.ts";
import { type Parts, type ScenarioMetric, tokensOf } from "../metric.ts";
import { responsesOf } from "../scenario.ts";
import { energyJoules } from "../energy_integral.ts";
import type { TelemetrySample } from "../telemetry.ts";

const shared = {
  direction: "lower",
  scope: "scenario",
  undefinedWhen: "the run had no power telemetry, or it was silent for more than 3 s in a window",
  source: "trapezoids over the power samples within the union of the response windows, " +
    "after SemiAnalysis InferenceX",
} as const;

/** Energy of the device for one generated token, idle pauses left out. */
export const energyPerToken: ScenarioMetric = {
  ...shared,
  id: "energy-per-token",
  name: "Energy per token",
  symbol: "E/n",
  formula: "integral of power over the union of the response windows / generated tokens",
  unit: "J/token",
  printedUnit: "J/token",
  namesakes: [
    { tool: "vLLM bench", name: "J per output token", differs: "over the whole duration" },
    { tool: "InferenceX", name: "joules per output token", differs: "over the whole duration" },
  ],
  of: (scenario) => value(perToken(responsesOf(scenario), scenario.telemetry)),
  parts: ({ responses }, scenario) => perToken(responses, scenario.telemetry),
};

/** Energy of the device for one response, idle pauses left out. */
export const energyPerResponse: ScenarioMetric = {
  ...shared,
  id: "energy-per-response",
  name: "Energy per response",
  symbol: "E/response",
  formula: "integral of power over the union of the response windows / responses",
  unit: "J",
  printedUnit: "J",
  namesakes: [],
  of: (scenario) => value(perResponse(responsesOf(scenario), scenario.telemetry)),
  parts: ({ responses }, scenario) => perResponse(responses, scenario.telemetry),
};

type Telemetry = readonly TelemetrySample[] | null;

function perToken(responses: readonly MeasuredResponse[], telemetry: Telemetry): Parts | null {
  const denominator = tokensOf(responses);
  const numerator = energyJoules(unionOfWindows(responses), telemetry);
  return numerator === null || !denominator ? null : { numerator, denominator };
}

function perResponse(responses: readonly MeasuredResponse[], telemetry: Telemetry): Parts | null {
  const numerator = energyJoules(unionOfWindows(responses), telemetry);
  return numerator === null ? null : { numerator, denominator: responses.length };
}

function value(parts: Parts | null): number | null {
  return parts && parts.numerator / parts.denominator;
}
