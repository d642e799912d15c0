import type { Effect, Factor } from "../summarize/effects.ts";
import type { RecordSummary } from "../summarize/summary.ts";
import { attainedCell } from "./attained_level.ts";
import { articleWords } from "./article_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { intervalNotes } from "./interval_notes.ts";
import { recordWords } from "./record_words.ts";
import { scenarioRemarks } from "./scenario_remarks.ts";
import { Table } from "./table.ts";
import { mediansNote, throughputDefinition } from "./throughput_definition.ts";

/** An effect that was computed; a refused one is a sentence, not a row. */
type Computed = Exclude<Effect, { status: "refused" }>;

/** The effects of one factor within a run, each a ratio with its interval. */
export function effectTable(summary: RecordSummary, factor: Factor, language: Language): Table {
  const articles = articleWords[language];
  const words = recordWords[language];
  const computed = summary.effects.filter((effect): effect is Computed =>
    effect.status === "completed" && effect.factor === factor
  );
  const promptVaries = factor === "prompt tokens";
  const level = (count: number) => formatNumber(count, 0, language);
  const ratio = { kind: "number" as const, decimals: 3 };
  const contrasts = computed.flatMap(({ contrasts }) => contrasts);
  const involved = new Set(contrasts.flatMap(({ from, to }) => [from.scenario, to.scenario]));
  return new Table({
    id: promptVaries ? "prompt-length-effect" : "concurrency-effect",
    language,
    caption: `${articles.effects}: ${articles.factors[factor]}`,
    columns: [
      { id: "model", head: articles.model },
      { id: "at", head: promptVaries ? articles.concurrency : articles.prompt, kind: "count" },
      { id: "change", head: promptVaries ? articles.prompt : articles.concurrency, align: "right" },
      { id: "figure", head: articles.figure },
      { id: "ratio", head: words.ratio, ...ratio },
      { id: "low", head: words.low, ...ratio },
      { id: "high", head: words.high, ...ratio },
      { id: "level", head: words.coverage, unit: "%", kind: "number", decimals: 2 },
    ],
    rows: computed.flatMap((effect) =>
      effect.contrasts.map(({ metric, ratio: { value, interval } }) => {
        const known = interval.status === "none" ? null : interval;
        return [
          modelName(summary, effect.model),
          effect.at,
          `${level(effect.from)} \u2192 ${level(effect.to)}`,
          figureName(metric, language),
          value,
          known?.lower ?? null,
          known?.upper ?? null,
          attainedCell(known, language),
        ];
      })
    ),
    empty: words.noEffect,
    notes: computed.length === 0 ? [] : [
      words.notes.ratios,
      ...intervalNotes(contrasts.map(({ ratio }) => ratio.interval), language),
      mediansNote(throughputDefinition(summary.record.method, language), language),
      ...scenarioRemarks(summary.scenarios.filter(({ facts }) => involved.has(facts.id)), language),
    ],
    provenance: [summary.record.provenance],
  });
}

/** A headline metric in the reader's words. */
function figureName(metric: string, language: Language): string {
  const { quantity } = articleWords[language];
  if (metric === "ttft") return quantity.ttftMedianSeconds;
  if (metric === "response-time") return quantity.responseMedianSeconds;
  return quantity.outputTokensPerSecond;
}

function modelName(summary: RecordSummary, id: string): string {
  const scenario = summary.scenarios.find(({ facts }) => facts.model.id === id);
  return scenario?.facts.model.name ?? id;
}
