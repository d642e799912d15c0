import type { CompletedScenario, ScenarioRun } from "../measure/scenario.ts";
import type { RunRecord } from "../record/record.ts";
import { type Remark, remark } from "./comparison_remark.ts";

/** A run that takes part in a comparison. */
export interface ComparedRun {
  /** `record.json` as it is stored. */
  readonly record: RunRecord;
  /** Its scenarios, judged anew. */
  readonly scenarios: readonly ScenarioRun[];
}

/** A scenario that takes no part in a comparison. */
export interface Unmatched {
  /** Id of the scenario. */
  readonly scenario: string;
  /** Why nothing is held against it. */
  readonly reason: Remark;
}

/** The same scenario on both sides, once for each run. */
export interface ScenarioPair {
  /** The scenario in each run of the first side. */
  readonly from: readonly CompletedScenario[];
  /** The scenario in each run of the second side. */
  readonly to: readonly CompletedScenario[];
}

/**
 * Finds the scenarios that completed in every run of both sides: of the same prompt length and
 * concurrency, and of the same model by its id. Where each run has one model the ids may differ, so
 * that two quantizations can be compared.
 */
export function matchScenarios(
  from: readonly ComparedRun[],
  to: readonly ComparedRun[],
): { pairs: ScenarioPair[]; unmatched: Unmatched[] } {
  const single = [...from, ...to].every(({ record }) => record.plan.models.length === 1);
  const cellOf = ({ facts }: ScenarioRun) =>
    `${single ? "" : facts.model.id} ${facts.promptTokens} ${facts.concurrency}`;
  const pairs: ScenarioPair[] = [];
  const unmatched: Unmatched[] = [];
  for (const scenario of from[0].scenarios) {
    const sides = [from, to].map((side) =>
      side.map((run) => completedOf(run, (other) => cellOf(other) === cellOf(scenario)))
    );
    const missing = sides.flat().find((found) => "message" in found);
    if (missing !== undefined) {
      const { id } = scenario.facts;
      const known = unmatched.some((each) =>
        each.scenario === id && each.reason.message === missing.message
      );
      if (!known) unmatched.push({ scenario: id, reason: missing });
      continue;
    }
    const [a, b] = sides as [CompletedScenario[], CompletedScenario[]];
    if (!pairs.some((pair) => pair.from[0] === a[0])) pairs.push({ from: a, to: b });
  }
  return { pairs, unmatched };
}

/** The completed scenario of a run, or why there is none. */
function completedOf(
  { record, scenarios }: ComparedRun,
  same: (scenario: ScenarioRun) => boolean,
): CompletedScenario | Remark {
  const found = scenarios.filter(same);
  const completed = found.find((scenario) => scenario.status === "completed");
  if (completed) return completed;
  const last = found.findLast((scenario) => scenario.status !== "completed");
  if (last === undefined) return remark({ code: "absent", record: record.id });
  return remark({ code: "not-completed", record: record.id, status: last.status });
}
