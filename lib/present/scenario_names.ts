import type { ScenarioFacts } from "../measure/scenario.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { recordWords } from "./record_words.ts";
import type { ColumnInput } from "./table.ts";

/** The columns that name a scenario. */
export function scenarioColumns(language: Language): ColumnInput[] {
  const words = articleWords[language];
  return [
    { id: "model", head: words.model },
    { id: "prompt-tokens", head: words.prompt, kind: "count" },
    { id: "concurrency", head: words.concurrency, kind: "count" },
  ];
}

/** A scenario in a few characters, where its model is told elsewhere: `2,048 tokens ×4`. */
export function scenarioLabel(
  { promptTokens, concurrency }: { readonly promptTokens: number; readonly concurrency: number },
  language: Language,
): string {
  return recordWords[language].row(formatNumber(promptTokens, 0, language), concurrency);
}

/**
 * Names of some scenarios in a sentence or a row: their labels, after the model where there are
 * several.
 *
 * @param shorten What is said of a model's name; all of it unless told.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { scenarioNames } from "./scenario_names.ts";
 *
 * const of = (id: string) => ({ model: { id, name: id }, promptTokens: 2048, concurrency: 4 });
 * assert.equal(scenarioNames([of("A")], "en")(of("A")), "2,048 tokens \u00d74");
 * assert.equal(scenarioNames([of("A"), of("B")], "en")(of("B")), "B, 2,048 tokens \u00d74");
 * ```
 */
export function scenarioNames(
  scenarios: readonly NamedScenario[],
  language: Language,
  shorten = (name: string) => name,
): (one: NamedScenario) => string {
  const several = new Set(scenarios.map(({ model }) => model.id)).size > 1;
  return (one) => (several ? `${shorten(one.model.name)}, ` : "") + scenarioLabel(one, language);
}

/** What a scenario's name is made of. */
type NamedScenario = Pick<ScenarioFacts, "promptTokens" | "concurrency"> & {
  readonly model: Pick<ScenarioFacts["model"], "id" | "name">;
};
