import type { Comparison } from "../summarize/compare.ts";
import { attainedCell } from "./attained_level.ts";
import { comparisonDecimals, comparisonDecision } from "./comparison_decision.ts";
import { comparisonProvenance } from "./comparison_environment.ts";
import { marginNote } from "./comparison_margin.ts";
import { comparisonWords } from "./comparison_words.ts";
import type { Language } from "./format.ts";
import { formatP } from "./format_p.ts";
import { metricName } from "./metric_words.ts";
import { recordWords } from "./record_words.ts";
import { type CellInput, Table } from "./table.ts";

/**
 * The one decision of a comparison: as a sentence in the caption, and its figures. A comparison that
 * was refused, or decides nothing, has the sentence alone.
 */
export function decisionTable(comparison: Comparison, language: Language): Table {
  const words = comparisonWords[language];
  const { low, high, coverage } = recordWords[language];
  const ratio = { kind: "number", decimals: comparisonDecimals } as const;
  const made = comparison.status === "compared" ? comparison : null;
  return new Table({
    id: "comparison-decision",
    language,
    caption: comparisonDecision(comparison, language),
    columns: [
      { id: "metric", head: words.metric },
      { id: "ratio", head: words.ratio, ...ratio },
      { id: "low", head: low, ...ratio },
      { id: "high", head: high, ...ratio },
      { id: "level", head: coverage, unit: "%", kind: "number", decimals: 2 },
      { id: "verdict", head: words.verdict },
      { id: "p", head: "p", align: "right" },
      { id: "least-p", head: words.smallestP, align: "right" },
    ],
    rows: made && made.overall ? [rowOf(made.primaryMetric, made.overall, language)] : [],
    empty: words.undecidable,
    notes: made
      ? [
        words.scope[made.unit],
        ...made.overall && made.unit === "rounds" && made.scenarios.length > 1
          ? [words.notes.overall]
          : [],
        marginNote(made.options, language),
        words.notes.undecided,
      ]
      : [],
    provenance: comparisonProvenance(comparison, language),
  });
}

type Overall = NonNullable<Extract<Comparison, { status: "compared" }>["overall"]>;

function rowOf(
  metric: string,
  { evidence: { ratio, interval, p, smallestP }, verdict }: Overall,
  language: Language,
): CellInput[] {
  const known = interval.status === "none" ? null : interval;
  return [
    metricName(metric, language),
    ratio,
    known?.lower ?? null,
    known?.upper ?? null,
    attainedCell(known, language),
    { value: verdict, text: comparisonWords[language].verdicts[verdict] },
    { value: p, text: formatP(p, language) },
    { value: smallestP, text: formatP(smallestP, language) },
  ];
}
