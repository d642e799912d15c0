/**
 * What notebooks import as `corebook`: load records and published tables, recompute their figures,
 * show tables and plots.
 *
 * @module
 */
export * from "./base/errors.ts";

// records: loaded from their bags, which are verified first
export { type LoadOptions, loadRecord } from "./archive/load.ts";
export { type BagReport, verifyBag } from "./archive/verify_bag.ts";
export type { StoredRecord } from "./record/read.ts";

// measurements: scenarios judged anew, the metrics, summaries, effects, comparisons
export { catalogue, headlineThroughput, metricById } from "./measure/catalogue.ts";
export { readScenarios } from "./measure/read_scenarios.ts";
export { readTelemetry } from "./measure/read_telemetry.ts";
export { isMeasured, responsesOf } from "./measure/scenario.ts";
export type { MeasuredScenario, ScenarioRun, UnfinishedScenario } from "./measure/scenario.ts";
export { asOthersPrint } from "./summarize/as_others/as_others.ts";
export { compareRuns, defaultCompareOptions } from "./summarize/compare.ts";
export { effectOf, effectsOf } from "./summarize/effects.ts";
export { promptLengthLine } from "./summarize/prompt_length_line.ts";
export { roundValues } from "./summarize/round_values.ts";
export { defaultRules } from "./summarize/rules.ts";
export { summarizeSoak } from "./summarize/soak.ts";
export { summarizeScenario } from "./summarize/summarize_scenario.ts";
export { summarizeRecord, summaryJson } from "./summarize/summary.ts";
export { twoWitnesses } from "./summarize/witnesses.ts";

// rows grouped by several keys, where danfojs loses or mixes keys
export { countedMedian, groupBy } from "./stats/group.ts";

// runs: loaded whole, every figure recomputed; tables and figures of them
export { type LoadedRun, loadRun } from "./summarize/load_run.ts";
export type { RecordSummary } from "./summarize/summary.ts";
export { coreTable, intervalTable } from "./present/record_table.ts";
export { effectTable } from "./present/record_effects.ts";
export { runAttemptsTable, runTable } from "./present/record_facts.ts";
export { everyResponseFigure } from "./present/every_response_figure.ts";
export { latencyFigure, promptLengthFigure } from "./present/record_figures.ts";
export { Figure } from "./present/figure.ts";

// soaks, comparisons, other witnesses and other definitions; rows as a data frame
export { asOthersTable } from "./present/as_others_table.ts";
export { comparisonDecision } from "./present/comparison_decision.ts";
export { decisionTable } from "./present/comparison_decision_table.ts";
export { environmentTable } from "./present/comparison_environment.ts";
export { comparisonFigure } from "./present/comparison_figure.ts";
export { comparisonTable, metricTables } from "./present/comparison_table.ts";
export { ecdfFigure } from "./present/ecdf_figure.ts";
export { frame, type FrameRow } from "./present/frame.ts";
export { type ResponseRow, responseRows } from "./present/response_rows.ts";
export { soakFigure } from "./present/soak_figure.ts";
export { soakHoursTable } from "./present/soak_hours.ts";
export { soakDriftTable, soakEventsTable } from "./present/soak_stability.ts";
export { soakTable } from "./present/soak_table.ts";
export { soakThermalTable } from "./present/soak_thermal.ts";
export { timelineFigure } from "./present/timeline_figure.ts";
export { witnessCountsTable } from "./present/witness_counts_table.ts";
export { witnessesTable } from "./present/witnesses_table.ts";

// published tables: read, printed verbatim and in three languages, audited
export { findPublished, loadPublished, readPublished } from "./record/published_read.ts";
export { auditPublication } from "./summarize/audit/audit.ts";
export { publishedEffect, publishedEffects } from "./summarize/published_effects.ts";
export { attemptsTable } from "./present/published_attempts.ts";
export { auditRulesTable, auditTable } from "./present/published_audit.ts";
export { besideTable } from "./present/published_beside.ts";
export { publishedEffectsTable } from "./present/published_effects.ts";
export { publishedLatencyFigure, publishedPromptFigure } from "./present/published_figures.ts";
export { p95Table, publishedSoakTable, publishedTable } from "./present/published_table.ts";
export { verbatimSoakTable, verbatimTable } from "./present/published_verbatim.ts";

// tables of one's own, and numbers as text
export { formatDate, formatNumber, formatPrinted } from "./present/format.ts";
export { formatPrintedQuantity, formatQuantity } from "./present/format_unit.ts";
export { Table } from "./present/table.ts";
export { tableCsv, tableCsvDescription } from "./present/table_csv.ts";
export { tableHtml } from "./present/table_html.ts";
export { tableLatex } from "./present/table_latex.ts";
export { tableMarkdown } from "./present/table_markdown.ts";
export { tableText } from "./present/table_text.ts";

// an article: all tables and figures of what it prints
export { articleFigures } from "./attach/made_figures.ts";
export { articleTables } from "./attach/made_tables.ts";
export { articleSource } from "./attach/source.ts";

// measuring from a notebook
export { type NotebookRunOptions, runPlan } from "./cli/run_in_notebook.ts";

// what a notebook shows
export { show } from "./notebook/show.ts";
export { live, type LiveDisplay } from "./notebook/show_live.ts";

// the types of what the above takes and gives
export type { Fault, FaultCode } from "./archive/fault.ts";
export type { Source } from "./attach/source.ts";
export type { DecodedLine } from "./base/byte_lines.ts";
export type { Clock } from "./base/clock.ts";
export { Rational, type Rounding } from "./base/rational.ts";
export type { GapSummary, MeasuredResponse, ServerTimings } from "./measure/measured_response.ts";
export type {
  Definition as MetricDefinition,
  Metric,
  Namesake,
  Parts,
  ResponseMetric,
  RoundMetric,
  ScenarioMetric,
  Unit,
} from "./measure/metric.ts";
export type { ReadOptions } from "./measure/read_scenarios.ts";
export type {
  CompletedScenario,
  ExcludedResponse,
  MeasuredRound,
  ScenarioFacts,
  UnverifiedScenario,
  WithRounds,
} from "./measure/scenario.ts";
export type { CounterGrowth, ServerCounters } from "./measure/server_counters.ts";
export type { TelemetrySample } from "./measure/telemetry.ts";
export type { MimeBundle, ShowOptions } from "./notebook/show_bundle.ts";
export type { FrontEnd } from "./notebook/show_front.ts";
export { type Language, languages } from "./present/format.ts";
export type { DataFrame } from "./present/frame.ts";
export type { Cell, Column, ColumnKind, Provenance } from "./present/table.ts";
export type { Plan, ThermalRules } from "./record/plan.ts";
export type { PrintedNumber } from "./record/printed.ts";
export type {
  Publication,
  PublishedClaim,
  PublishedQuantity,
  PublishedScenario,
} from "./record/published.ts";
export { type PublicationId, type PublicationOf, publications } from "./record/published_read.ts";
export { type ProvenanceKind, provenanceKinds, type RunRecord } from "./record/record.ts";
export type { Line, Response as RecordedResponse } from "./record/response.ts";
export type { InvalidReason, RoundFault, Unknown } from "./record/validity.ts";
export type { CountedMedian, Group, Key } from "./stats/group.ts";
export type { Bounds, Interval, IntervalMethod } from "./stats/interval.ts";
export type { QuantileType } from "./stats/quantile.ts";
export type { TheilSenLine } from "./stats/theil_sen.ts";
export type { TimeWindow } from "./stats/window_union.ts";
export { type Caveat, caveats, type Printed } from "./summarize/as_others/printed.ts";
export type { Audit } from "./summarize/audit/audit.ts";
export type { Check, ShownInterval, Verdict as AuditVerdict } from "./summarize/audit/check.ts";
export { Interval as PrintedInterval } from "./summarize/audit/interval.ts";
export type {
  Comparison,
  Head as ComparisonHead,
  MetricComparison,
  ScenarioComparison,
} from "./summarize/compare.ts";
export type { CompareOptions, Role, Unit as ComparedUnit } from "./summarize/compare_evidence.ts";
export type { Remark, RemarkFacts } from "./summarize/comparison_remark.ts";
export type { Contrast, ContrastSide, Estimate } from "./summarize/contrast.ts";
export type { RatioEvidence, Verdict } from "./summarize/decide.ts";
export type { Difference } from "./summarize/differences.ts";
export type { Drift } from "./summarize/drift.ts";
export type { Effect, Factor } from "./summarize/effects.ts";
export type {
  Distribution,
  Figure as SummaryFigure,
  OfMetric,
  ResponseFigure,
  RoundFigure,
  ScenarioFigure,
} from "./summarize/figure.ts";
export type { AnalysisNow } from "./summarize/load_run.ts";
export type { ComparedRun, ScenarioPair, Unmatched } from "./summarize/match_scenarios.ts";
export type { PromptLengthLine } from "./summarize/prompt_length_line.ts";
export type {
  FiguresOf,
  PublishedEffect,
  ScenarioPair as PublishedPair,
} from "./summarize/published_effects.ts";
export type { SummaryRules } from "./summarize/rules.ts";
export type { NoteFacts, SummaryNote } from "./summarize/scenario_notes.ts";
export type { Pause, SoakChange, SoakHour, SoakSummary } from "./summarize/soak.ts";
export type {
  AttemptSummary,
  Counts,
  Exclusion,
  ScenarioSummary,
} from "./summarize/summarize_scenario.ts";
export type { Tail } from "./summarize/tail.ts";
export type { TelemetryOver } from "./summarize/telemetry_over.ts";
export type { ThermalAssessment, ThermalCheck } from "./summarize/thermal_assessment.ts";
export type { CountTestimony, Testimony, Witnesses } from "./summarize/witnesses.ts";
