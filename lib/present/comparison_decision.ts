import type { Comparison } from "../summarize/compare.ts";
import { attainedLevel } from "./attained_level.ts";
import { comparisonWords } from "./comparison_words.ts";
import { formatNumber, type Language } from "./format.ts";
import { formatP, statedP } from "./format_p.ts";
import { metricName } from "./metric_words.ts";
import { remarkText } from "./remark_words.ts";

/** Decimals of ratios in tables and sentences. */
export const comparisonDecimals = 3;

/**
 * The one decision of a comparison as a sentence: what the primary metric says over all scenarios, or
 * why nothing can be said.
 */
export function comparisonDecision(comparison: Comparison, language: Language): string {
  const words = comparisonWords[language];
  if (comparison.status === "refused") {
    return words.refused(
      comparison.reasons.map((reason) => remarkText(reason, language)).join("; "),
    );
  }
  const { overall, primaryMetric } = comparison;
  const metric = metricName(primaryMetric, language);
  if (overall === null) return words.noDecision(metric);
  const { evidence: { ratio, interval, p, smallestP }, verdict } = overall;
  const number = (value: number) => formatNumber(value, comparisonDecimals, language);
  return words.decided({
    metric,
    verdict: words.clauses[verdict],
    ratio: number(ratio),
    interval: interval.status === "none" ? null : words.interval(
      number(interval.lower),
      number(interval.upper),
      attainedLevel(interval, language),
    ),
    p: statedP(p, language),
    smallestP: formatP(smallestP, language),
  });
}
