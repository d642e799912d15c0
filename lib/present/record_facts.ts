import type { AnalysisNow } from "../summarize/load_run.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { recordWords } from "./record_words.ts";
import { scenarioColumns } from "./scenario_names.ts";
import { Table } from "./table.ts";

/**
 * What a run is: plan, engine, model, host, how it ended and whether it was fixed beforehand.
 *
 * @param analysis The run's `analysis`, for a row on the code that computes now; null gives no row.
 */
export function runTable(
  { record, scenarios, attempts }: RecordSummary,
  language: Language,
  analysis: AnalysisNow = null,
): Table {
  const { facts, fact, value, run, ended, analyses } = recordWords[language];
  const models = new Set([...scenarios, ...attempts].map((scenario) => scenario.facts.model.name));
  const { state } = record;
  const end = state.kind === "stopped" || state.kind === "interrupted"
    ? `${ended[state.kind]}: ${state.reason}`
    : ended[state.kind];
  return new Table({
    id: "run",
    language,
    caption: run,
    columns: [{ id: "fact", head: fact }, { id: "value", head: value }],
    rows: [
      [facts.record, record.id],
      [facts.plan, record.plan.title],
      [facts.method, record.method],
      [facts.engine, [record.engine.name, record.engine.build].filter(Boolean).join(" ")],
      [facts.model, [...models].join(", ")],
      [facts.host, record.host],
      [facts.ended, end],
      [facts.frozen, fixedBeforehand(record.frozen, language)],
      ...analysis === null ? [] : [[facts.analysis, analyses[analysis]]],
    ],
    provenance: [record.provenance],
  });
}

/** Whether plan, runner and analysis were fixed before the run, and what differs from what was. */
export function fixedBeforehand(
  frozen: RecordSummary["record"]["frozen"],
  language: Language,
): string {
  const words = recordWords[language].frozen;
  if (frozen === null) return words.not;
  return frozen.changed.length === 0
    ? words.unchanged
    : `${words.changed} ${frozen.changed.join(", ")}`;
}

/** What was planned or begun and did not complete: no figures, only how far it came and why. */
export function runAttemptsTable(summary: RecordSummary, language: Language): Table {
  const words = articleWords[language];
  const { reason, reasons, everyCompleted } = recordWords[language];
  return new Table({
    id: "attempts",
    language,
    caption: words.attempts,
    columns: [
      ...scenarioColumns(language),
      { id: "status", head: words.status },
      { id: "rounds", head: words.rounds, align: "right" },
      { id: "reason", head: reason },
    ],
    rows: summary.attempts.map(({ facts, how, roundsCompleted, reason }) => [
      facts.model.name,
      facts.promptTokens,
      facts.concurrency,
      words.statuses[how],
      [roundsCompleted, facts.roundsPlanned].map((count) =>
        count === null ? "?" : formatNumber(count, 0, language)
      ).join("/"),
      reason,
    ]),
    // an unverified scenario is no attempt, and has not completed either
    empty: summary.scenarios.every(({ status }) => status === "completed")
      ? everyCompleted
      : undefined,
    notes: summary.attempts.length === 0
      ? []
      : [words.notes.attempts, ...reasons === null ? [] : [reasons]],
    provenance: [summary.record.provenance],
  });
}
