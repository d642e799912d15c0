import type { LoadedRun } from "../summarize/load_run.ts";
import { promptLengthLine } from "../summarize/prompt_length_line.ts";
import { attainedCell } from "./attained_level.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { recordWords } from "./record_words.ts";
import { Table } from "./table.ts";

const words: Record<Language, { caption: string; slope: string; note: string }> = {
  en: {
    caption: "Time to first token over the prompt's length, as a straight line",
    slope: "Time for 1,000 tokens more",
    note: "Slope by Theil and Sen through the values of all rounds; lengths on the line stand " +
      "beside it. Its interval rests on a normal approximation.",
  },
  de: {
    caption: "Zeit bis zum ersten Token über der Eingabelänge, als Gerade",
    slope: "Zeit für 1.000 Tokens mehr",
    note: "Steigung nach Theil und Sen durch die Werte aller Runden; die Längen auf der Geraden " +
      "stehen daneben. Das Intervall beruht auf einer Normalnäherung.",
  },
  pl: {
    caption: "Czas do pierwszego tokena w zależności od długości promptu, jako prosta",
    slope: "Czas na każde 1000 tokenów",
    note: "Nachylenie według Theila i Sena z wartości wszystkich rund; obok podano długości, " +
      "przez które prowadzi prosta. Przedział opiera się na przybliżeniu normalnym.",
  },
};

/**
 * The line of the time to first token over the prompt's length, for each model and number of
 * requests with more than two lengths; no rows where no scenario has them.
 */
export function promptLengthTable(
  { summary, scenarios }: Pick<LoadedRun, "summary" | "scenarios">,
  language: Language,
): Table {
  const own = words[language];
  const articles = articleWords[language];
  const { low, high, coverage } = recordWords[language];
  const completed = scenarios.filter((run) => run.status === "completed");
  const lines = Map.groupBy(completed, ({ facts }) => `${facts.model.id} ${facts.concurrency}`);
  const ms = { unit: "ms", kind: "number", decimals: 1 } as const;
  return new Table({
    id: "prompt-length-line",
    language,
    caption: own.caption,
    columns: [
      { id: "model", head: articles.model },
      { id: "concurrency", head: articles.concurrency, kind: "count" },
      { id: "prompt-tokens", head: articles.prompt, align: "right" },
      { id: "slope", head: own.slope, ...ms },
      { id: "low", head: low, ...ms },
      { id: "high", head: high, ...ms },
      { id: "level", head: coverage, unit: "%", kind: "number", decimals: 2 },
    ],
    rows: [...lines.values()].flatMap((scenarios) => {
      const found = promptLengthLine(scenarios);
      if (found.status === "refused") return [];
      const { line: { slope, interval }, lengths } = found;
      const known = interval.status === "none" ? null : interval;
      const [{ facts }] = scenarios;
      // nanoseconds a token are microseconds a thousand tokens
      const inMs = (value: number | undefined) => value === undefined ? null : value / 1000;
      return [[
        facts.model.name,
        facts.concurrency,
        lengths.map((length) => formatNumber(length, 0, language)).join("; "),
        inMs(slope),
        inMs(known?.lower),
        inMs(known?.upper),
        attainedCell(known, language),
      ]];
    }),
    notes: [own.note],
    provenance: [summary.record.provenance],
  });
}
