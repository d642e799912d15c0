import type { RecordSummary } from "../summarize/summary.ts";
import type { ScenarioSummary } from "../summarize/summarize_scenario.ts";
import { captionWords } from "./caption_words.ts";
import type { Language } from "./format.ts";
import { responseCounts } from "./response_counts.ts";
import { sharedEnding } from "./shared_ending.ts";

/** What a figure of a run says beneath: sentences of its own, n, and the source. */
export function recordCaption(
  summary: RecordSummary,
  language: Language,
  own: readonly string[],
): string {
  const counts = completedOf(summary).map(({ facts, counts }) => ({
    concurrency: facts.concurrency,
    responses: counts.responses,
  }));
  const ending = modelEnding(summary).trim();
  return [
    ...ending === "" ? [] : [captionWords[language].ending(ending)],
    ...own,
    ...responseCounts(counts, language),
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
