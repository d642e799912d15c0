import { unionLengthNs } from "../../stats/window_union.ts";
import type { MeasuredResponse } from "../measured_response.ts";
import type { Parts, ScenarioMetric } from "../metric.ts";
import { responsesOf } from "../scenario.ts";

/** How many responses really were under way at once; below the plan's number when some end early. */
export const concurrencyReached: ScenarioMetric = {
  id: "concurrency-reached",
  name: "Concurrency reached",
  symbol: "c",
  formula: "sum of the lengths of the response windows / length of their union",
  unit: "requests",
  printedUnit: "requests",
  direction: null,
  scope: "scenario",
  undefinedWhen: "the scenario did not complete",
  source: "Little's law over the time in which at least one response was under way",
  namesakes: [
    { tool: "SGLang", name: "concurrency", differs: "over the whole duration, gaps included" },
  ],
  of(scenario) {
    const { numerator, denominator } = windows(responsesOf(scenario));
    return denominator === 0 ? null : numerator / denominator;
  },
  parts({ responses }) {
    const parts = windows(responses);
    return parts.denominator === 0 ? null : parts;
  },
};

function windows(responses: readonly MeasuredResponse[]): Parts {
  return {
    numerator: responses.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0),
    denominator: unionLengthNs(responses),
  };
}
