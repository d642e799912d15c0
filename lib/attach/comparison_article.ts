import { decisionTable } from "../present/comparison_decision_table.ts";
import { environmentTable } from "../present/comparison_environment.ts";
import { comparisonFigure } from "../present/comparison_figure.ts";
import { comparisonTable, metricTables } from "../present/comparison_table.ts";
import type { Figure } from "../present/figure.ts";
import type { Language } from "../present/format.ts";
import type { Table } from "../present/table.ts";
import { compareRuns, type Comparison, defaultCompareOptions } from "../summarize/compare.ts";
import type { LoadedRun } from "../summarize/load_run.ts";

/** The margins of equivalence with which a comparison is made again: those of notebook 06. */
const margins = [0.05, null];

const made = new WeakMap<LoadedRun, WeakMap<LoadedRun, Comparison[]>>();

/** The comparisons of two runs, each pair of them made once. */
function comparisonsOf(one: LoadedRun, other: LoadedRun): Comparison[] {
  const ofOne = made.get(one) ?? new WeakMap<LoadedRun, Comparison[]>();
  made.set(one, ofOne);
  const known = ofOne.get(other) ??
    margins.map((marginRatio) =>
      compareRuns([one], [other], { ...defaultCompareOptions, marginRatio })
    );
  ofOne.set(other, known);
  return known;
}

/** The tables of a comparison of two runs. */
export function pairTables(one: LoadedRun, other: LoadedRun, language: Language): Table[] {
  return comparisonsOf(one, other).flatMap((comparison) => [
    environmentTable(comparison, language),
    decisionTable(comparison, language),
    ...(comparison.status === "compared"
      ? [comparisonTable(comparison, language), ...metricTables(comparison, language)]
      : []),
  ]);
}

/** The figures of a comparison of two runs, one for each margin. */
export function pairFigures(
  one: LoadedRun,
  other: LoadedRun,
  language: Language,
): (() => Promise<Figure>)[] {
  return comparisonsOf(one, other).filter(({ status }) => status === "compared")
    .map((comparison) => () => comparisonFigure(comparison, language));
}
