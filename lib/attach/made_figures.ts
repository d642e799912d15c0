import type { Figure } from "../present/figure.ts";
import type { Language } from "../present/format.ts";
import { pairFigures } from "./comparison_article.ts";
import { pairsOf } from "./made_tables.ts";
import { publicationFigures } from "./publication_article.ts";
import { recordFigures } from "./record_article.ts";
import type { Source } from "./source.ts";

/** A figure drawn anew from its sources. */
export interface MadeFigure {
  figure: Figure;
  language: Language;
  sources: readonly Source[];
}

/**
 * Draws the figures with some labels that the project knows to draw of some sources, in one
 * language.
 */
export async function madeFigures(
  sources: readonly Source[],
  labels: ReadonlySet<string>,
  language: Language,
): Promise<MadeFigure[]> {
  const made: MadeFigure[] = [];
  for (const source of sources) {
    for (const [label, draw] of Object.entries(allFigures(source, language))) {
      if (labels.has(label)) made.push({ figure: await draw(), language, sources: [source] });
    }
  }
  if (!labels.has("comparison")) return made;
  for (const [one, other] of pairsOf(sources)) {
    if (one.kind !== "record" || other.kind !== "record") continue;
    for (const draw of pairFigures(one.run, other.run, language)) {
      made.push({ figure: await draw(), language, sources: [one, other] });
    }
  }
  return made;
}

/** The figures that an article may show of one source, in one language. */
export async function articleFigures(source: Source, language: Language): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const draw of Object.values(allFigures(source, language))) figures.push(await draw());
  return figures;
}

function allFigures(source: Source, language: Language): Record<string, () => Promise<Figure>> {
  return source.kind === "record"
    ? recordFigures(source.run, language)
    : publicationFigures(source.publication, language);
}
