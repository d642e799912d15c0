import type { RecordSummary } from "../summarize/summary.ts";
import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { sharedEnding } from "./shared_ending.ts";
import { throughputDefinition } from "./throughput_definition.ts";

/** What a figure of a run says beneath: definitions, n, sentences of its own, and the source. */
export function recordCaption(
  summary: RecordSummary,
  language: Language,
  more: string[] = [],
): string {
  const { notes } = articleWords[language];
  const counts = completedOf(summary).map(({ counts }) => counts.responses);
  const n = [...new Set(counts)].sort((a, b) => a - b).map((count) =>
    formatNumber(count, 0, language)
  );
  const ending = modelEnding(summary).trim();
  return (ending === "" ? "" : `${ending}. `) +
    `${notes.medians} ${throughputDefinition(summary.record.method, language)}. ` +
    [
      ...n.length === 0 ? [] : [`n = ${n.join(", ")}.`],
      ...more,
      summary.record.provenance.statement,
    ].join(" ");
}

/** Names of models without the words that all of them end in; the caption tells these. */
export function shortNames(summary: RecordSummary): (name: string) => string {
  const ending = modelEnding(summary);
  return (name) => name.slice(0, name.length - ending.length);
}

function modelEnding(summary: RecordSummary): string {
  return sharedEnding([...new Set(completedOf(summary).map(({ facts }) => facts.model.name))]);
}

/** The scenarios that figures of a run draw. */
export function completedOf({ scenarios }: RecordSummary): ScenarioSummary[] {
  return scenarios.filter(({ status }) => status === "completed");
}
