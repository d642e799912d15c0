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
