import { captionWords } from "./caption_words.ts";
import { formatNumber, type Language } from "./format.ts";

/** How many responses the scenarios of a figure have, by their requests at once; none has no sentence. */
export function responseCounts(
  scenarios: readonly { readonly concurrency: number; readonly responses: number }[],
  language: Language,
): string[] {
  if (scenarios.length === 0) return [];
  const words = captionWords[language];
  const byRequests = [...Map.groupBy(scenarios, ({ concurrency }) => concurrency)]
    .sort(([a], [b]) => a - b);
  return [
    words.responses(byRequests.map(([requests, rows]) => {
      const counts = rows.map(({ responses }) => responses);
      const ends = new Set([Math.min(...counts), Math.max(...counts)]);
      const text = [...ends].map((count) => formatNumber(count, 0, language)).join("\u2013");
      return words.with(text, requests);
    })),
  ];
}
