import { freeName } from "../base/free_name.ts";
import { type Language, languages } from "../present/format.ts";
import { compareFigures } from "./compare_figures.ts";
import { compareTables, type TableComparison } from "./compare_tables.ts";
import { type MadeFigure, madeFigures } from "./made_figures.ts";
import { type MadeTable, madeTables } from "./made_tables.ts";
import type { ShownFigure, ShownTable } from "./shown.ts";
import type { Source } from "./source.ts";
import type { Check } from "./verdict.ts";

/** A table of a notebook with the one that its sources give; null when none is known. */
export interface TableMatch {
  shown: ShownTable;
  /** Name of its files without an ending: `core.de`. */
  name: string;
  made: MadeTable | null;
  comparison: TableComparison | null;
}

/** A figure of a notebook with the one that its sources give. */
export interface FigureMatch {
  shown: ShownFigure;
  made: MadeFigure | null;
  checks: Check[];
}

/**
 * Finds for each table of a notebook the sources that give it, by making every table that is known
 * anew: a source is told by its figures and not by what the notebook says.
 */
export function matchTables(
  tables: readonly ShownTable[],
  sources: readonly Source[],
): TableMatch[] {
  const known = new Map<Language, MadeTable[]>();
  const taken = new Set<string>();
  return tables.map((shown): TableMatch => {
    const { id, language } = shown.table;
    const name = freeName(`${id}.${language}`, (other) => taken.has(other));
    taken.add(name);
    if (!known.has(language)) known.set(language, madeTables(sources, language));
    let best: Pick<TableMatch, "made" | "comparison"> = { made: null, comparison: null };
    for (const made of known.get(language)!) {
      if (made.table.id !== id) continue;
      const comparison = compareTables(shown.table, made.table);
      if (best.comparison === null || differences(comparison) < differences(best.comparison)) {
        best = { made, comparison };
      }
    }
    return { shown, name, ...best };
  });
}

function differences({ checks }: { checks: readonly Check[] }): number {
  return checks.filter(({ verdict }) => verdict !== "equal").length;
}

/**
 * Finds for each figure of a notebook the sources that give it, and its language.
 *
 * @param likely The language to try first: to draw a figure takes a while.
 */
export async function matchFigures(
  figures: readonly ShownFigure[],
  sources: readonly Source[],
  likely: Language,
): Promise<FigureMatch[]> {
  const labels = new Set(figures.flatMap(labelsOf));
  let matches = figures.map((shown): FigureMatch => ({ shown, made: null, checks: [] }));
  for (const language of [likely, ...languages.filter((other) => other !== likely)]) {
    const known = await madeFigures(sources, labels, language);
    matches = matches.map((match) =>
      known.filter(({ figure }) => labelsOf(match.shown).includes(figure.label))
        .map((made): FigureMatch => ({
          shown: match.shown,
          made,
          checks: compareFigures(match.shown.svg, made.figure.svg),
        }))
        .reduce((best, other) => wrongness(other) < wrongness(best) ? other : best, match)
    );
    if (known.length === 0 || matches.every((match) => wrongness(match) === 0)) break;
  }
  return matches;
}

/** How far a figure is from the one that it may be; another title is another language. */
function wrongness({ shown, made, checks }: FigureMatch): number {
  if (made === null) return Infinity;
  return differences({ checks }) + (made.figure.title === shown.title ? 0 : 1000);
}

/** What a figure may be called: by its label, or by the one that the ids in its drawing begin with. */
function labelsOf({ label, svg }: ShownFigure): string[] {
  const drawn = /<title id="([a-z0-9.-]+)-title"/.exec(svg)?.[1];
  return drawn === undefined ? [label] : [label, drawn];
}
