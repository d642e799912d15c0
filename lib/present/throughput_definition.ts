import { headlineThroughput } from "../measure/catalogue.ts";
import type { Plan } from "../record/plan.ts";
import { articleWords } from "./article_words.ts";
import type { Language } from "./format.ts";

/** Which of the definitions of throughput a method puts in its tables, in the reader's words. */
export function throughputDefinition(method: Plan["method"], language: Language): string {
  const { definition } = articleWords[language];
  const byMetric: Record<string, string> = {
    "throughput-mean-of-rounds": definition["mean-of-round-rates"],
    "throughput-union": definition["tokens-over-union"],
    "throughput-span": definition["tokens-over-span"],
  };
  return byMetric[headlineThroughput(method).id] ?? definition.other;
}

/** What a table's throughput is, as a sentence. */
export function throughputNote(definition: string, language: Language): string {
  return `${articleWords[language].notes.group} ${definition}.`;
}

/** The same for a table whose times are all medians. */
export function mediansNote(definition: string, language: Language): string {
  return `${articleWords[language].notes.medians} ${throughputNote(definition, language)}`;
}
