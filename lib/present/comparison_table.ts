import { UserError } from "../base/errors.ts";
import { metricById } from "../measure/catalogue.ts";
import type { Metric } from "../measure/metric.ts";
import type { Comparison, MetricComparison } from "../summarize/compare.ts";
import { attainedCell } from "./attained_level.ts";
import { comparisonDecimals } from "./comparison_decision.ts";
import { comparisonProvenance } from "./comparison_environment.ts";
import { marginNote } from "./comparison_margin.ts";
import { comparedScenarioNames } from "./comparison_scenarios.ts";
import { comparisonWords } from "./comparison_words.ts";
import { type Language, noValue } from "./format.ts";
import { formatP } from "./format_p.ts";
import { formatPercent } from "./format_percent.ts";
import { formatSignificantQuantity } from "./format_significant.ts";
import { formatQuantity } from "./format_unit.ts";
import { metricName } from "./metric_words.ts";
import { recordWords } from "./record_words.ts";
import { remarkText } from "./remark_words.ts";
import { type CellInput, type ColumnInput, Table } from "./table.ts";

/** A comparison that was made; only it has figures. */
export type MadeComparison = Extract<Comparison, { status: "compared" }>;

/**
 * The primary metric, scenario by scenario.
 *
 * @throws {UserError} When the comparison was refused; the sentence says why.
 */
export function comparisonTable(comparison: Comparison, language: Language): Table {
  const made = madeComparison(comparison);
  const words = comparisonWords[language];
  const nameOf = comparedScenarioNames(made.scenarios, language);
  return new Table({
    id: "comparison",
    language,
    caption: `${words.comparison}: ${metricName(made.primaryMetric, language)}`,
    columns: [
      { id: "scenario", head: words.scenario },
      ...figures(language),
      { id: "least-p", head: words.smallestP, align: "right" },
    ],
    rows: made.scenarios.flatMap((scenario) =>
      scenario.metrics.filter(({ role }) => role === "primary")
        .map((entry) => [
          nameOf(scenario),
          ...cells(entry, language),
          p(entry.smallestAdjustedP, language),
        ])
    ),
    notes: [
      words.scope[made.unit],
      ...made.unmatched.map(({ scenario, reason }) =>
        words.leftOut(scenario, remarkText(reason, language))
      ),
      ...rules(made, language),
    ],
    provenance: comparisonProvenance(made, language),
  });
}

/**
 * Every metric of the catalogue that both sides have but the primary one, a table a scenario. They
 * are read together: the rules that hold for all stand beneath the last.
 *
 * @throws {UserError} When the comparison was refused; the sentence says why.
 */
export function metricTables(comparison: Comparison, language: Language): Table[] {
  const made = madeComparison(comparison);
  const words = comparisonWords[language];
  const nameOf = comparedScenarioNames(made.scenarios, language);
  return made.scenarios.map((scenario, at) => {
    const entries = scenario.metrics.filter(({ evidence, role }) =>
      evidence !== null && role !== "primary"
    );
    return new Table({
      id: `comparison-${scenario.from}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-"),
      language,
      caption: `${words.others}: ${nameOf(scenario)}`,
      columns: [{ id: "metric", head: words.metric }, ...figures(language)],
      rows: entries.map((entry) => [
        metricName(entry.metric, language),
        ...cells(entry, language),
      ]),
      notes: at < made.scenarios.length - 1
        ? []
        : [...rules(made, language), ...beyondReach(made, language)],
      provenance: comparisonProvenance(made, language),
    });
  });
}

/** That no row of the tables of all other metrics can be faster or slower, where it is so. */
function beyondReach({ scenarios, options }: MadeComparison, language: Language): string[] {
  const least = scenarios.flatMap(({ metrics }) =>
    metrics.flatMap(({ role, smallestAdjustedP }) =>
      role === "other" && smallestAdjustedP !== null ? [smallestAdjustedP] : []
    )
  ).reduce((a, b) => Math.min(a, b), Infinity);
  return Number.isFinite(least) && least > options.alpha
    ? [comparisonWords[language].notes.leastP(formatP(least, language))]
    : [];
}

/** @throws {UserError} When the comparison was refused. */
export function madeComparison(comparison: Comparison): MadeComparison {
  if (comparison.status === "compared") return comparison;
  throw new UserError(
    `Cannot compare: ${comparison.reasons.map(({ message }) => message).join("; ")}.`,
    {
      advice: "Compare runs of one method, one kind of provenance and one plan's settings.",
    },
  );
}

function figures(language: Language): ColumnInput[] {
  const words = comparisonWords[language];
  const { low, high, coverage } = recordWords[language];
  const ratio = { kind: "number", decimals: comparisonDecimals } as const;
  return [
    { id: "from", head: words.first, align: "right" },
    { id: "to", head: words.second, align: "right" },
    { id: "ratio", head: words.ratio, ...ratio },
    { id: "low", head: low, ...ratio },
    { id: "high", head: high, ...ratio },
    { id: "level", head: coverage, unit: "%", kind: "number", decimals: 2 },
    { id: "verdict", head: words.verdict },
    { id: "p", head: words.adjustedP, align: "right" },
  ];
}

function cells(entry: MetricComparison, language: Language): CellInput[] {
  const { evidence, adjustedP, verdict } = entry;
  const words = comparisonWords[language];
  const metric = metricById(entry.metric);
  const interval = evidence && evidence.interval.status !== "none" ? evidence.interval : null;
  return [
    side(entry.from, metric, language),
    side(entry.to, metric, language),
    evidence?.ratio ?? null,
    interval?.lower ?? null,
    interval?.upper ?? null,
    attainedCell(interval, language),
    verdict
      ? { value: verdict, text: words.verdicts[verdict] }
      : evidence && metric.direction === null
      ? { value: null, text: words.notRated }
      : null,
    p(adjustedP, language),
  ];
}

function p(value: number | null, language: Language): CellInput {
  return value === null ? null : { value, text: formatP(value, language) };
}

/** The figure of a side in its printed unit; of several runs the geometric mean, as the ratio has. */
function side(values: readonly (number | null)[], metric: Metric, language: Language): CellInput {
  const known = values.filter((value) => value !== null && value > 0) as number[];
  if (known.length < values.length) return { value: null, text: noValue };
  const value = Math.exp(known.reduce((sum, each) => sum + Math.log(each), 0) / known.length);
  const scale = metric.unit !== "ns" ? 1 : metric.printedUnit === "ms" ? 1e6 : 1e9;
  // one request at once is one, not 1.000; a logarithm and its inverse leave some last bits
  const whole = Math.abs(value - Math.round(value)) < 1e-9;
  const text = metric.printedUnit === "requests" && whole
    ? formatQuantity(Math.round(value), 0, metric.printedUnit, language)
    : formatSignificantQuantity(value / scale, 4, metric.printedUnit, language);
  return { value: value / scale, text };
}

function rules({ options, scenarios, unit }: MadeComparison, language: Language): string[] {
  const { notes } = comparisonWords[language];
  // an interval by bootstrap is of the scenario's own ratio, and with whole runs both are of runs
  const shifts = scenarios.some(({ metrics }) =>
    metrics.some(({ evidence }) =>
      evidence && evidence.interval.status !== "none" &&
      evidence.interval.method === "rank-shift"
    )
  );
  return [
    notes.ratio,
    ...unit === "rounds" && shifts ? [notes.ratioInterval] : [],
    notes.alpha(formatPercent(options.alpha, language)),
    marginNote(options, language),
    notes.adjusted,
    notes.undecided,
  ];
}
