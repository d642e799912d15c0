import { seededRandom } from "../base/random.ts";
import { catalogue } from "../measure/catalogue.ts";
import type { Metric } from "../measure/metric.ts";
import type { CompletedScenario, ScenarioRun } from "../measure/scenario.ts";
import type { RunRecord } from "../record/record.ts";
import { holm } from "../stats/holm.ts";
import { contrast } from "./contrast.ts";
import { type RatioEvidence, ratioEvidence, type Verdict, verdictOf } from "./decide.ts";
import { type Difference, differenceText } from "./differences.ts";
import { environmentDiff } from "./environment_diff.ts";
import { pointValue } from "./figure.ts";
import { matchScenarios, type Unmatched } from "./match_scenarios.ts";
import { roundValues } from "./round_values.ts";
import { defaultRules } from "./rules.ts";

/** A run that takes part in a comparison. */
export interface ComparedRun {
  readonly record: RunRecord;
  readonly scenarios: readonly ScenarioRun[];
}

export interface CompareOptions {
  /** Largest ratio that still counts as the same, such as 0.03; null sets none. */
  readonly marginRatio: number | null;
  /** Share of false alarms that is accepted. */
  readonly alpha: number;
  readonly seed: number;
}

/** One metric of one scenario, on both sides. */
export interface MetricComparison {
  readonly metric: string;
  /** `primary` decides; `other` is adjusted for being many; `described` has no better or worse. */
  readonly role: "primary" | "other" | "described";
  /** The figure of each run. */
  readonly from: readonly (number | null)[];
  readonly to: readonly (number | null)[];
  /** Null where a value is missing or not above 0: then there is no verdict either. */
  readonly evidence: RatioEvidence | null;
  /** p after Holm's adjustment within its family, and the least that it could have been. */
  readonly adjustedP: number | null;
  readonly smallestAdjustedP: number | null;
  readonly verdict: Verdict | null;
}

/** The comparison of one scenario. */
export interface ScenarioComparison {
  readonly from: string;
  readonly to: string;
  readonly metrics: readonly MetricComparison[];
}

interface Head {
  readonly schema: "corebook.comparison";
  readonly version: 1;
  readonly from: readonly string[];
  readonly to: readonly string[];
  /** Where the numbers come from, each statement once. */
  readonly provenance: readonly RunRecord["provenance"][];
  /** What differs between the first runs of the sides; read it before any figure. */
  readonly environment: readonly Difference[];
  readonly notes: readonly string[];
}

/** Two sides held against each other, or why they cannot be. */
export type Comparison =
  | Head & { readonly status: "refused"; readonly reasons: readonly string[] }
  | Head & {
    readonly status: "compared";
    /** What was exchanged: whole runs, or with one run a side the rounds of these two. */
    readonly unit: "runs" | "rounds";
    /** What the verdicts speak of. */
    readonly scope: string;
    readonly options: CompareOptions;
    readonly primaryMetric: string;
    readonly scenarios: readonly ScenarioComparison[];
    readonly unmatched: readonly Unmatched[];
  };

/** No margin, 5 % of false alarms. */
export const defaultCompareOptions: CompareOptions = { marginRatio: null, alpha: 0.05, seed: 1 };

/**
 * Compares two sides of one or more runs each. What differs in the environments comes first. With
 * several runs a side whole runs are exchanged, since rounds of one run share its offset; with one
 * run a side only rounds can be, and the verdict speaks of these two runs, never of what they ran.
 * Within the primary metric p is adjusted over the scenarios, within all others over metrics and
 * scenarios (Holm).
 */
export function compareRuns(
  from: readonly ComparedRun[],
  to: readonly ComparedRun[],
  options: CompareOptions = defaultCompareOptions,
): Comparison {
  const head = {
    schema: "corebook.comparison",
    version: 1,
    from: from.map(({ record }) => record.id),
    to: to.map(({ record }) => record.id),
    provenance: provenanceOf([...from, ...to]),
    environment: environmentDiff(from[0].record, to[0].record),
    notes: notesOf(from, to),
  } as const;
  const reasons = reasonsAgainst([...from, ...to]);
  if (reasons.length > 0) return { ...head, status: "refused", reasons };
  const { pairs, unmatched } = matchScenarios(from, to);
  if (pairs.length === 0) {
    const nothing = [
      "no scenario completed on both sides",
      ...unmatched.map(({ reason }) => reason),
    ];
    return { ...head, status: "refused", reasons: nothing };
  }
  const unit = from.length === 1 && to.length === 1 ? "rounds" : "runs";
  const { primaryMetric } = from[0].record.plan;
  const raw = pairs.map((pair) =>
    catalogue.map((metric) => ({ ...evidenceOf(metric, pair, unit, options), metric }))
  );
  const roleOf = ({ id, direction }: Metric): MetricComparison["role"] =>
    id === primaryMetric ? "primary" : direction === null ? "described" : "other";
  const adjusted = adjust(raw.flat(), roleOf);
  return {
    ...head,
    status: "compared",
    unit,
    scope: scopeOf(unit),
    options,
    primaryMetric,
    unmatched,
    scenarios: pairs.map((pair, at) => ({
      from: pair.from[0].facts.id,
      to: pair.to[0].facts.id,
      metrics: raw[at].map((entry): MetricComparison => {
        const { metric, evidence } = entry;
        const p = adjusted.get(entry);
        return {
          metric: metric.id,
          role: roleOf(metric),
          from: entry.from,
          to: entry.to,
          evidence,
          adjustedP: p?.adjusted ?? null,
          smallestAdjustedP: p?.smallest ?? null,
          verdict: evidence && p && metric.direction
            ? verdictOf({ ...evidence, adjustedP: p.adjusted }, {
              direction: metric.direction,
              alpha: options.alpha,
              marginRatio: options.marginRatio,
            })
            : null,
        };
      }),
    })),
  };
}

function provenanceOf(runs: readonly ComparedRun[]): RunRecord["provenance"][] {
  const found = new Map(
    runs.map((
      { record: { provenance } },
    ) => [`${provenance.kind} ${provenance.statement}`, provenance]),
  );
  return [...found.values()];
}

function scopeOf(unit: "runs" | "rounds"): string {
  return unit === "rounds"
    ? "The verdicts speak of these two runs only: one run a side cannot tell what was changed from " +
      "an offset that any two runs have."
    : "The verdicts rest on whole runs, exchanged between the sides.";
}

function reasonsAgainst(runs: readonly ComparedRun[]): string[] {
  const first = runs[0].record;
  const facts: [string, (record: RunRecord) => string][] = [
    ["method", ({ plan }) => plan.method],
    ["provenance", ({ provenance }) => provenance.kind],
    ["primary metric", ({ plan }) => plan.primaryMetric],
    ["output tokens", ({ plan }) => String(plan.outputTokens)],
    ["endpoint", ({ plan }) => plan.endpoint],
    ["soak", ({ plan }) => plan.soak ? "yes" : "no"],
  ];
  const reasons = runs.slice(1).flatMap(({ record }) =>
    facts.filter(([, of]) => of(record) !== of(first))
      .map(([fact, of]) => differenceText({ fact, from: of(first), to: of(record) }))
  );
  if (new Set(runs.map(({ record }) => record.id)).size < runs.length) {
    reasons.push("a record is named twice");
  }
  if (!catalogue.some(({ id }) => id === first.plan.primaryMetric)) {
    reasons.push(`primary metric: the catalogue has no ${first.plan.primaryMetric}`);
  }
  return [...new Set(reasons)];
}

function notesOf(from: readonly ComparedRun[], to: readonly ComparedRun[]): string[] {
  const notes: string[] = [];
  const starts = (side: readonly ComparedRun[]) =>
    side.map(({ record }) => Date.parse(record.clock.originUtc));
  const [a, b] = [starts(from), starts(to)];
  if (
    a.length + b.length > 2 &&
    (Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a))
  ) {
    notes.push(
      "The runs are not interleaved: all of one side came before all of the other, so a change of " +
        "the machine over time looks like a difference of the sides.",
    );
  }
  const inner = [from, to].flatMap(([first, ...others]) =>
    others.flatMap(({ record }) =>
      environmentDiff(first.record, record).map((difference) =>
        `${record.id} differs from ${first.record.id} of its own side in ${
          differenceText(difference)
        }.`
      )
    )
  );
  return [...notes, ...inner];
}

interface Pair {
  readonly from: readonly CompletedScenario[];
  readonly to: readonly CompletedScenario[];
}

function evidenceOf(
  metric: Metric,
  { from, to }: Pair,
  unit: "runs" | "rounds",
  { alpha, seed }: CompareOptions,
) {
  const points = [from, to].map((side) => side.map((scenario) => pointValue(metric, scenario)));
  const values = unit === "runs"
    ? points
    : [from, to].map(([scenario]) => roundValues(metric, scenario));
  const known = values.map((side) => side.filter((value) => value !== null));
  const whole = values.every((side, at) => side.length === known[at].length);
  const evidence = whole && metric.unit !== "°C"
    ? ratioEvidence(known[0], known[1], { alpha, random: seededRandom(seed) })
    : null;
  const sides = { from: points[0], to: points[1] };
  if (evidence === null || unit === "runs") return { ...sides, evidence };
  // of two runs the ratio is that of their figures, with the interval that effects have
  const [a, b] = [contrastAt(1 - alpha), contrastAt(1 - 2 * alpha)];
  if (a.value === null) return { ...sides, evidence: null };
  return {
    ...sides,
    evidence: {
      ...evidence,
      ratio: a.value,
      interval: a.interval,
      equivalenceInterval: b.interval,
    },
  };

  function contrastAt(level: number) {
    return contrast(metric, from[0], to[0], { ...defaultRules, level, seed }).ratio;
  }
}

/** p of each entry, adjusted within its family: the primary metric, or all others with a better. */
function adjust<Entry extends { metric: Metric; evidence: RatioEvidence | null }>(
  entries: readonly Entry[],
  roleOf: (metric: Metric) => MetricComparison["role"],
): Map<Entry, { adjusted: number; smallest: number }> {
  const found = new Map<Entry, { adjusted: number; smallest: number }>();
  for (const role of ["primary", "other"] as const) {
    const family = entries.filter(({ metric, evidence }) => evidence && roleOf(metric) === role);
    const adjusted = holm(family.map(({ evidence }) => evidence!.p));
    for (const [at, entry] of family.entries()) {
      const smallest = Math.min(1, entry.evidence!.smallestP * family.length);
      found.set(entry, { adjusted: adjusted[at], smallest });
    }
  }
  return found;
}
