import type { ScenarioComparison } from "../summarize/compare.ts";
import type { Language } from "./format.ts";
import { scenarioLabel } from "./scenario_names.ts";

/** Names of the scenarios of a comparison; of several models the ids tell what the labels do not. */
export function comparedScenarioNames(
  scenarios: readonly ScenarioComparison[],
  language: Language,
): (one: ScenarioComparison) => string {
  const labels = new Set(scenarios.map((scenario) => scenarioLabel(scenario, language)));
  if (labels.size === scenarios.length) return (one) => scenarioLabel(one, language);
  const [from, to] = [
    sharedBeginning(scenarios.map(({ from }) => from)),
    sharedBeginning(scenarios.map(({ to }) => to)),
  ];
  return (one) => {
    const [first, second] = [one.from.slice(from), one.to.slice(to)];
    return first === second ? first : `${first} \u2192 ${second}`;
  };
}

/** How much of their ids all scenarios of a side share, up to a hyphen: the model's name. */
function sharedBeginning(ids: readonly string[]): number {
  let length = ids[0].lastIndexOf("-") + 1;
  while (length > 0 && !ids.every((id) => id.startsWith(ids[0].slice(0, length)))) {
    length = ids[0].lastIndexOf("-", length - 2) + 1;
  }
  return length;
}
