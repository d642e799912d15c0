import type { Comparison } from "../summarize/compare.ts";
import { comparisonWords } from "./comparison_words.ts";
import type { Language } from "./format.ts";
import { remarkText } from "./remark_words.ts";
import { provenanceWord } from "./table_words.ts";
import { type Provenance, Table } from "./table.ts";

/**
 * What differs between the environments of the two sides, to be read before any figure. The names of
 * facts are those of the record.
 */
export function environmentTable(comparison: Comparison, language: Language): Table {
  const words = comparisonWords[language];
  const { environment, notes } = comparison;
  return new Table({
    id: "comparison-environment",
    language,
    caption: words.environment,
    columns: [
      { id: "fact", head: words.fact },
      { id: "from", head: words.first },
      { id: "to", head: words.second },
    ],
    rows: environment.map(({ fact, from, to }) => [fact, from, to]),
    empty: words.same,
    notes: [
      ...environment.length === 0 ? [] : [words.notes.environment],
      words.notes.sides(comparison.from.join(", "), comparison.to.join(", ")),
      ...notes.map((note) => remarkText(note, language)),
    ],
    provenance: comparisonProvenance(comparison, language),
  });
}

/**
 * Where the numbers of both sides come from. Sides of different kinds are never compared, but the
 * refusal is shown: its one source then says both.
 */
export function comparisonProvenance(
  { provenance }: Comparison,
  language: Language,
): Provenance[] {
  const kinds = new Set(provenance.map(({ kind }) => kind));
  if (kinds.size === 1) return [...provenance];
  const statement = provenance
    .map(({ kind, statement }) => `${provenanceWord(kind, language)}: ${statement}`).join(" ");
  const kind = provenance.find(({ kind }) => kind !== "measured")!.kind;
  return [{ kind, statement }];
}
