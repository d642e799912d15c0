import { headlineMetrics } from "../measure/catalogue.ts";
import type { Metric } from "../measure/metric.ts";
import { isMeasured, type MeasuredScenario, type ScenarioRun } from "../measure/scenario.ts";
import { type Contrast, contrast } from "./contrast.ts";
import { differenceText, scenarioDifferences } from "./differences.ts";
import { defaultRules, type SummaryRules } from "./rules.ts";

/** The one fact in which the two scenarios of an effect may differ. */
export type Factor = "prompt tokens" | "concurrency";

/** What a factor does, all else equal; or why the two scenarios cannot be held against each other. */
export type Effect =
  | {
    readonly status: "completed" | "unverified";
    readonly factor: Factor;
    readonly from: number;
    readonly to: number;
    readonly model: string;
    /** The value of the other factor, which is the same on both sides. */
    readonly at: number;
    readonly contrasts: readonly Contrast[];
  }
  | { readonly status: "refused"; readonly factor: Factor; readonly reasons: readonly string[] };

/**
 * Holds two scenarios against each other that differ in the factor and in nothing else. Scenarios
 * that did not complete are refused by their type; others that differ in more (method, provenance,
 * record, model, the other factor) get the reasons in place of figures.
 */
export function effectOf(
  factor: Factor,
  from: MeasuredScenario,
  to: MeasuredScenario,
  { rules = defaultRules, metrics = headlineMetrics(from.facts.method) }: {
    rules?: SummaryRules;
    metrics?: readonly Metric[];
  } = {},
): Effect {
  const differences = scenarioDifferences(from, to);
  const reasons = differences.filter(({ fact }) => fact !== factor).map(differenceText);
  if (!differences.some(({ fact }) => fact === factor)) {
    reasons.push(`${factor}: the same on both sides`);
  }
  if (reasons.length > 0) return { status: "refused", factor, reasons };
  const values = [from, to].map(({ facts }) =>
    factor === "concurrency" ? facts.concurrency : facts.promptTokens
  );
  return {
    status: from.status,
    factor,
    from: values[0],
    to: values[1],
    model: from.facts.model.id,
    at: factor === "concurrency" ? from.facts.promptTokens : from.facts.concurrency,
    contrasts: metrics.map((metric) => contrast(metric, from, to, rules)),
  };
}

/**
 * The effects of a factor within one record: for each model and each value of the other factor, every
 * larger value against the smallest. Pairs that may not be compared are not formed.
 */
export function effectsOf(
  factor: Factor,
  runs: readonly ScenarioRun[],
  options: { rules?: SummaryRules; metrics?: readonly Metric[] } = {},
): Effect[] {
  const valueOf = ({ facts }: MeasuredScenario) =>
    factor === "concurrency" ? facts.concurrency : facts.promptTokens;
  const measured = runs.filter(isMeasured).toSorted((a, b) => valueOf(a) - valueOf(b));
  return measured.flatMap((to) => {
    const from = measured.find((other) =>
      valueOf(other) < valueOf(to) &&
      scenarioDifferences(other, to).every(({ fact }) => fact === factor)
    );
    return from ? [effectOf(factor, from, to, options)] : [];
  });
}
