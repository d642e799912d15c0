import { headlineMetrics, metricById } from "../measure/catalogue.ts";
import { equivalenceLevel, type RatioEvidence, type Verdict } from "../summarize/decide.ts";
import type { Comparison } from "../summarize/compare.ts";
import { attainedLevels } from "./attained_level.ts";
import { comparisonDecimals, comparisonDecision } from "./comparison_decision.ts";
import { comparedScenarioNames } from "./comparison_scenarios.ts";
import { type MadeComparison, madeComparison } from "./comparison_table.ts";
import { comparisonWords } from "./comparison_words.ts";
import { Figure } from "./figure.ts";
import { formatNumber, type Language } from "./format.ts";
import { formatPercent } from "./format_percent.ts";
import { metricName } from "./metric_words.ts";
import { type RatioPoint, ratios } from "./plots/ratios.ts";

const verdicts = ["faster", "slower", "equivalent", "undecided"] as const satisfies Verdict[];

/**
 * The ratios of two sides with their intervals, a panel a metric.
 *
 * @param metrics Ids of the catalogue; the primary metric and the headline's unless told.
 * @throws {UserError} When the comparison was refused; the sentence says why.
 * @throws {RangeError} When the catalogue has no such metric, or one has no better or worse.
 */
export function comparisonFigure(
  comparison: Comparison,
  language: Language,
  metrics?: readonly string[],
): Promise<Figure> {
  const made = madeComparison(comparison);
  const words = comparisonWords[language];
  const { alpha, marginRatio } = made.options;
  const wanted = metrics ??
    [...new Set([made.primaryMetric, ...headlineMetrics(made.method).map(({ id }) => id)])];
  const rows = wanted.flatMap((metric) => rowsOf(made, metric, language));
  if (rows.length === 0) {
    throw new RangeError(`Cannot draw the ratios of ${wanted.join(", ")}: no scenario has one`);
  }
  const number = (value: number) => formatNumber(value, comparisonDecimals, language);
  const levels = attainedLevels(rows.map(({ evidence }) => evidence.interval), language);
  const unreachable = rows.filter(({ smallestP }) => smallestP > alpha).length;
  const short = rows.flatMap(({ evidence: { interval } }) =>
    interval.status === "short" ? [interval.coverage] : []
  );
  return Figure.draw({
    label: "comparison",
    title: words.comparison,
    alt: [
      comparisonDecision(made, language),
      ...rows.map(({ name, row, evidence: { ratio, interval }, verdict }) =>
        `${name}, ${row}: ${number(ratio)}` +
        (interval.status === "none"
          ? ""
          : ` (${number(interval.lower)}\u2013${number(interval.upper)})`) +
        `, ${words.verdicts[verdict]}.`
      ),
    ].join(" "),
    caption: [
      words.caption.interval(levels),
      ...short.length > 0
        ? [words.caption.shorter(formatPercent(Math.min(...short), language))]
        : [],
      words.notes.alpha(formatPercent(alpha, language)),
      ...unreachable > 0 ? [words.caption.unreachable(unreachable, rows.length, made.unit)] : [],
      ...marginRatio === null ? [] : [
        words.caption.band(
          formatPercent(marginRatio, language),
          formatPercent(equivalenceLevel(alpha), language),
        ),
      ],
      words.scope[made.unit],
      ...made.provenance.map(({ statement }) => statement),
    ].join(" "),
    provenance: made.provenance[0].kind,
    language,
    panels: ratios(
      rows.map(({ name, row, evidence: { ratio, interval }, verdict, better }): RatioPoint => ({
        panel: `${name}: ${better}`,
        row,
        ratio,
        interval: interval.status === "none" ? null : {
          low: interval.lower,
          high: interval.upper,
          short: interval.status === "short",
        },
        verdict: words.verdicts[verdict],
      })),
      verdicts.map((verdict) => words.verdicts[verdict]),
      marginRatio,
      words.axis,
    ),
  });
}

interface Row {
  readonly name: string;
  readonly row: string;
  readonly evidence: RatioEvidence;
  readonly verdict: Verdict;
  readonly better: string;
  /** The least p that its verdict could have had. */
  readonly smallestP: number;
}

function rowsOf(made: MadeComparison, id: string, language: Language): Row[] {
  const words = comparisonWords[language];
  const { direction } = metricById(id);
  if (direction === null) {
    throw new RangeError(`Cannot draw the ratios of ${id}: it has no better or worse`);
  }
  const nameOf = comparedScenarioNames(made.scenarios, language);
  const common = {
    name: metricName(id, language),
    better: direction === "lower" ? words.below : words.above,
  };
  const overall = id === made.primaryMetric && made.scenarios.length > 1 && made.overall
    ? [{
      ...common,
      row: words.all,
      smallestP: made.overall.evidence.smallestP,
      ...made.overall,
    }]
    : [];
  const rows = made.scenarios.flatMap((scenario) => {
    const found = scenario.metrics.find(({ metric }) => metric === id);
    if (!found || found.evidence === null || found.verdict === null) return [];
    const { evidence, verdict, smallestAdjustedP } = found;
    return [{
      ...common,
      row: nameOf(scenario),
      evidence,
      verdict,
      smallestP: smallestAdjustedP ?? evidence.smallestP,
    }];
  });
  return [...overall, ...rows];
}
