import type { Factor } from "../summarize/effects.ts";
import { captionWords } from "./caption_words.ts";
import type { Language } from "./format.ts";

/** What the names and the lines of a plot mean, as far as it has them. */
export function seriesNotes(
  factor: Factor,
  series: number,
  language: Language,
): string[] {
  const { concurrency, dashed } = captionWords[language];
  if (factor === "concurrency") return [concurrency];
  return series > 1 ? [concurrency, dashed] : [];
}
