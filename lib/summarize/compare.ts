import { catalogue, metricById } from "../measure/catalogue.ts";
import type { Metric } from "../measure/metric.ts";
import type { Plan } from "../record/plan.ts";
import type { RunRecord } from "../record/record.ts";
import {
  adjust,
  type CompareOptions,
  evidenceOf,
  overallOf,
  type Role,
  type Unit,
} from "./compare_evidence.ts";
import { type RatioEvidence, type Verdict, verdictOf } from "./decide.ts";
import { type Remark, remark } from "./comparison_remark.ts";
import type { Difference } from "./differences.ts";
import { environmentDiff } from "./environment_diff.ts";
import { type ComparedRun, matchScenarios, type Unmatched } from "./match_scenarios.ts";

/** One metric of one scenario, on both sides. */
export interface MetricComparison {
  /** Id of the metric. */
  readonly metric: string;
  /** What the verdict is worth: see {@linkcode Role}. */
  readonly role: Role;
  /** The figure of each run. */
  readonly from: readonly (number | null)[];
  /** The figure of each run of the second side. */
  readonly to: readonly (number | null)[];
  /** Null where a value is missing or not above 0: then there is no verdict either. */
  readonly evidence: RatioEvidence | null;
  /** p after Holm's adjustment within its family, and the least that it could have been. */
  readonly adjustedP: number | null;
  /** The least that `adjustedP` could have been. */
  readonly smallestAdjustedP: number | null;
  /** What may be said of the two sides. */
  readonly verdict: Verdict | null;
}

/** The comparison of one scenario. */
export interface ScenarioComparison {
  /** Id of the scenario on the first side. */
  readonly from: string;
  /** Id of the scenario on the second side. */
  readonly to: string;
  /** Length of its prompts, the same on both sides. */
  readonly promptTokens: number;
  /** Requests at once, the same on both sides. */
  readonly concurrency: number;
  /** One comparison for each metric, in the catalogue's order. */
  readonly metrics: readonly MetricComparison[];
}

/** What every comparison says first. */
export interface Head {
  /** Name of the JSON's schema. */
  readonly schema: "corebook.comparison";
  /** Version of that schema. */
  readonly version: 1;
  /** That of the first run; sides of two methods are refused. */
  readonly method: Plan["method"];
  /** Ids of the first side's records. */
  readonly from: readonly string[];
  /** Ids of the second side's records. */
  readonly to: readonly string[];
  /** Where the numbers come from, each statement once. */
  readonly provenance: readonly RunRecord["provenance"][];
  /** What differs between the first runs of the sides; read it before any figure. */
  readonly environment: readonly Difference[];
  /** What a reader must know to read the figures. */
  readonly notes: readonly Remark[];
}

/** Two sides held against each other, or why they cannot be. */
export type Comparison =
  | Head & { readonly status: "refused"; readonly reasons: readonly Remark[] }
  | Head & {
    readonly status: "compared";
    /** What was exchanged: whole runs, or with one run a side the rounds of these two. */
    readonly unit: Unit;
    /** What the verdicts speak of. */
    readonly scope: string;
    readonly options: CompareOptions;
    readonly primaryMetric: string;
    /**
     * The one decision: the primary metric over all scenarios (geometric mean), which needs no
     * adjustment. Null where a run lacks a value or the metric has no better or worse.
     */
    readonly overall: { readonly evidence: RatioEvidence; readonly verdict: Verdict } | null;
    readonly scenarios: readonly ScenarioComparison[];
    readonly unmatched: readonly Unmatched[];
  };

/** What the verdicts of a comparison speak of, by what was exchanged. */
export const scopes: Record<Unit, string> = {
  rounds:
    "The verdicts speak of these two runs only: one run a side cannot tell what was changed " +
    "from an offset that any two runs have.",
  runs: "The verdicts rest on whole runs, exchanged between the sides.",
};

/** No margin, 5 % of false alarms. */
export const defaultCompareOptions: CompareOptions = { marginRatio: null, alpha: 0.05, seed: 1 };

/**
 * Compares two sides of one or more runs each. What differs in the environments comes first. With
 * several runs a side whole runs are exchanged, since rounds of one run share its offset; with one
 * run a side only rounds can be, and the verdict speaks of these two runs, never of what they ran.
 * The primary metric over all scenarios is one decision. Scenario by scenario its p is adjusted over
 * the scenarios, and that of all other metrics over metrics and scenarios (Holm).
 */
export function compareRuns(
  from: readonly ComparedRun[],
  to: readonly ComparedRun[],
  options: CompareOptions = defaultCompareOptions,
): Comparison {
  const head = {
    schema: "corebook.comparison",
    version: 1,
    method: from[0].record.plan.method,
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
      remark({ code: "nothing-completed" }),
      ...unmatched.map(({ reason }) => reason),
    ];
    return { ...head, status: "refused", reasons: nothing };
  }
  const unit = from.length === 1 && to.length === 1 ? "rounds" : "runs";
  const { primaryMetric } = from[0].record.plan;
  const raw = pairs.map((pair) =>
    catalogue.map((metric) => ({ ...evidenceOf(metric, pair, unit, options), metric }))
  );
  const roleOf = ({ id, direction }: Metric): Role =>
    id === primaryMetric ? "primary" : direction === null ? "described" : "other";
  const adjusted = adjust(raw.flat(), roleOf);
  return {
    ...head,
    status: "compared",
    unit,
    scope: scopes[unit],
    options,
    primaryMetric,
    overall: overallOf(metricById(primaryMetric), pairs, unit, options),
    unmatched,
    scenarios: pairs.map((pair, at) => ({
      from: pair.from[0].facts.id,
      to: pair.to[0].facts.id,
      promptTokens: pair.from[0].facts.promptTokens,
      concurrency: pair.from[0].facts.concurrency,
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

function reasonsAgainst(runs: readonly ComparedRun[]): Remark[] {
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
      .map(([fact, of]) => {
        const difference = { fact, from: of(first), to: of(record) };
        return remark({ code: "differs", difference });
      })
  );
  if (new Set(runs.map(({ record }) => record.id)).size < runs.length) {
    reasons.push(remark({ code: "named-twice" }));
  }
  if (!catalogue.some(({ id }) => id === first.plan.primaryMetric)) {
    reasons.push(remark({ code: "unknown-metric", metric: first.plan.primaryMetric }));
  }
  return [...new Map(reasons.map((reason) => [reason.message, reason])).values()];
}

function notesOf(from: readonly ComparedRun[], to: readonly ComparedRun[]): Remark[] {
  const notes: Remark[] = [];
  const starts = (side: readonly ComparedRun[]) =>
    side.map(({ record }) => Date.parse(record.clock.originUtc));
  const [a, b] = [starts(from), starts(to)];
  if (
    a.length + b.length > 2 &&
    (Math.max(...a) < Math.min(...b) || Math.max(...b) < Math.min(...a))
  ) {
    notes.push(remark({ code: "not-interleaved" }));
  }
  const inner = [from, to].flatMap(([first, ...others]) =>
    others.flatMap(({ record }) =>
      environmentDiff(first.record, record).map((difference) =>
        remark({ code: "side-differs", record: record.id, first: first.record.id, difference })
      )
    )
  );
  return [...notes, ...inner];
}
