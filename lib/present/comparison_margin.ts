import type { CompareOptions } from "../summarize/compare_evidence.ts";
import { equivalenceLevel } from "../summarize/decide.ts";
import { comparisonWords } from "./comparison_words.ts";
import type { Language } from "./format.ts";
import { formatPercent } from "./format_percent.ts";

/** What the margin of a comparison is for, or that none was set. */
export function marginNote({ alpha, marginRatio }: CompareOptions, language: Language): string {
  const { notes } = comparisonWords[language];
  return marginRatio === null ? notes.noMargin : notes.margin(
    formatPercent(marginRatio, language),
    formatPercent(equivalenceLevel(alpha), language),
    formatPercent(1 - alpha, language),
  );
}
