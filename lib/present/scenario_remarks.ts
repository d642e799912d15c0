import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { Language } from "./format.ts";
import { noteText } from "./note_words.ts";
import { scenarioLabel } from "./scenario_names.ts";

/** What is to be said beside the figures of some scenarios, each named as the tables name it. */
export function scenarioRemarks(
  scenarios: readonly Pick<ScenarioSummary, "facts" | "notes">[],
  language: Language,
): string[] {
  const models = new Set(scenarios.map(({ facts }) => facts.model.name));
  return scenarios.flatMap(({ facts, notes }) => {
    const label = scenarioLabel(facts, language);
    const name = models.size > 1 ? `${facts.model.name}, ${label}` : label;
    return notes.map((note) => `${name}: ${noteText(note, language)}`);
  });
}
