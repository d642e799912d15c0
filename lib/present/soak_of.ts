import { UserError } from "../base/errors.ts";
import type { SoakSummary } from "../summarize/soak.ts";
import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { formatNumber, type Language } from "./format.ts";
import { recordWords } from "./record_words.ts";
import { scenarioLabel } from "./scenario_names.ts";
import { soakWords } from "./soak_words.ts";

/** A soak with the figures of its scenario. */
export interface SummarizedSoak {
  readonly soak: SoakSummary;
  readonly scenario: ScenarioSummary;
}

/**
 * The soak of a record.
 *
 * @param id Scenario whose soak it is; needed only where the record has several.
 * @throws {UserError} When the record has none that completed, or several and no id was given.
 */
export function soakOf(summary: RecordSummary, id?: string): SummarizedSoak {
  const { soaks, scenarios, attempts, record } = summary;
  const wanted = soaks.filter(({ scenario }) => id === undefined || scenario === id);
  if (wanted.length === 1) {
    const [soak] = wanted;
    return { soak, scenario: scenarios.find(({ facts }) => facts.id === soak.scenario)! };
  }
  const [attempt] = attempts.filter(({ facts }) => facts.soakSeconds !== null);
  const known = soaks.map(({ scenario }) => scenario).join(", ");
  const why = wanted.length > 1
    ? `it has several: ${known}`
    : soaks.length > 0
    ? `it has no ${id}, only ${known}`
    : attempt
    ? `${attempt.facts.id} did not complete: ${attempt.reason}`
    : "its plan has none";
  throw new UserError(`Cannot show the soak of ${record.id}: ${why}.`, {
    advice: soaks.length > 0
      ? "Name one of its scenarios."
      : "Take the record of a soak, such as the plan core-1.1-soak gives.",
  });
}

/** A table's caption with the scenario that it speaks of. */
export function soakCaption(
  caption: string,
  { scenario: { facts } }: SummarizedSoak,
  language: Language,
): string {
  return `${caption}: ${facts.model.name}, ${scenarioLabel(facts, language)}`;
}

/** What every table of a soak says beneath: of what it speaks, and what could not be confirmed. */
export function soakNotes({ scenario }: SummarizedSoak, language: Language): string[] {
  return [
    soakWords[language].notes.scope,
    ...scenario.counts.roundsExcluded > 0
      ? [soakWords[language].notes.excluded(
        formatNumber(scenario.counts.roundsExcluded, 0, language),
      )]
      : [],
    ...scenario.status === "unverified" ? [`${recordWords[language].unverified}.`] : [],
  ];
}
