import type { Interval } from "../stats/interval.ts";
import type { Language } from "./format.ts";
import { formatPercent } from "./format_percent.ts";
import { recordWords } from "./record_words.ts";

/** What a table says of its intervals: their unit, and that some fall short where one does. */
export function intervalNotes(intervals: readonly Interval[], language: Language): string[] {
  const { unit, short } = recordWords[language].notes;
  const falls = intervals.find(({ status }) => status === "short");
  return [
    ...intervals.length > 0 ? [unit] : [],
    ...falls ? [short(formatPercent(falls.level, language))] : [],
  ];
}
