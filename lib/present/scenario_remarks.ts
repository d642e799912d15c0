import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { Language } from "./format.ts";
import { noteText } from "./note_words.ts";
import { scenarioNames } from "./scenario_names.ts";

/** What is to be said beside the figures of some scenarios, each named as the tables name it. */
export function scenarioRemarks(
  scenarios: readonly Pick<ScenarioSummary, "facts" | "notes">[],
  language: Language,
): string[] {
  const nameOf = scenarioNames(scenarios.map(({ facts }) => facts), language);
  return scenarios.flatMap(({ facts, notes }) =>
    notes.map((note) => `${nameOf(facts)}: ${noteText(note, language)}`)
  );
}
