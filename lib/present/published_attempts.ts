import type { Publication } from "../record/published.ts";
import type { Language } from "./format.ts";
import { formatQuantity } from "./format_unit.ts";
import { articleWords } from "./article_words.ts";
import { scenarioColumns } from "./scenario_names.ts";
import { type CellInput, Table } from "./table.ts";

/** The attempts that did not complete, apart from the table of those that did, a scenario a row. */
export function attemptsTable(publication: Publication, language: Language): Table {
  const words = articleWords[language];
  const someCompleted = publication.attempts.some(({ scenarios }) =>
    scenarios.some(({ status }) => status === "completed")
  );
  return new Table({
    id: `${publication.id}-attempts`,
    language,
    caption: `${words.attemptsByScenario}: ${publication.id}`,
    columns: [
      { id: "attempt", head: words.attempt },
      ...scenarioColumns(language),
      { id: "status", head: words.status },
      { id: "rounds", head: words.rounds, kind: "count" },
      { id: "responses", head: words.responses, kind: "count" },
      { id: "stopped-at", head: words.stoppedAt, align: "right" },
      { id: "campaign", head: words.campaign, unit: "s", kind: "printed" },
    ],
    rows: publication.attempts.flatMap((attempt) =>
      attempt.scenarios.map((scenario): CellInput[] => [
        attempt.id,
        attempt.model,
        scenario.promptTokens,
        scenario.concurrency,
        words.statuses[scenario.status],
        "rounds" in scenario ? scenario.rounds : null,
        "responses" in scenario ? scenario.responses : null,
        attempt.status === "stopped-by-safety-limit"
          ? formatQuantity(attempt.limitCelsius, 0, "\u00b0C", language)
          : null,
        attempt.campaignSeconds,
      ])
    ),
    empty: words.noAttempts,
    notes: publication.attempts.length === 0
      ? []
      : [words.notes.attempts, ...someCompleted ? [words.notes.completedWithin] : []],
    provenance: [{ kind: "published", statement: words.printedBy(publication.id) }],
  });
}
