import type { Publication } from "../record/published.ts";
import { publishedEffects } from "../summarize/published_effects.ts";
import { formatNumber, type Language } from "./format.ts";
import { articleWords } from "./article_words.ts";
import { quantityWithUnit } from "./quantity_words.ts";
import { type CellInput, Table } from "./table.ts";
import { mediansNote } from "./throughput_definition.ts";

/**
 * The effects of prompt length and concurrency within one publication: each a ratio between two ends
 * that the printed precision allows, rounded outwards to two decimals.
 */
export function publishedEffectsTable(publication: Publication, language: Language): Table {
  const words = articleWords[language];
  return new Table({
    id: `${publication.id}-effects`,
    language,
    caption: `${words.effects}: ${publication.id}`,
    columns: [
      { id: "model", head: words.model },
      { id: "factor", head: words.factor },
      { id: "prompt-tokens", head: words.prompt, align: "right" },
      { id: "concurrency", head: words.concurrency, align: "right" },
      { id: "figure", head: words.figure },
      { id: "from", head: words.from, kind: "printed" },
      { id: "to", head: words.to, kind: "printed" },
      { id: "ratio-low", head: words.ratioLow, kind: "printed" },
      { id: "ratio-high", head: words.ratioHigh, kind: "printed" },
    ],
    rows: publishedEffects(publication).map((effect): CellInput[] => {
      const ratio = effect.ratio?.shown(2);
      return [
        effect.from.model,
        words.factors[effect.factor],
        levels(effect.from.promptTokens, effect.to.promptTokens, language),
        levels(effect.from.concurrency, effect.to.concurrency, language),
        quantityWithUnit(effect.quantity, language),
        effect.fromPrinted,
        effect.toPrinted,
        ratio?.low ?? null,
        ratio?.high ?? null,
      ];
    }),
    notes: [
      words.notes.outward,
      mediansNote(words.definition[publication.definitions.throughput.id], language),
    ],
    provenance: [{ kind: "published", statement: words.computedFrom(publication.id) }],
  });
}

function levels(from: number, to: number, language: Language): string {
  const [first, second] = [from, to].map((level) => formatNumber(level, 0, language));
  return from === to ? first : `${first} \u2192 ${second}`;
}
