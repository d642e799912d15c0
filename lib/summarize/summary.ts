import { softwareVersion } from "../base/project.ts";
import { catalogue } from "../measure/catalogue.ts";
import { type ReadOptions, readScenarios } from "../measure/read_scenarios.ts";
import { isMeasured, type ScenarioFacts, type ScenarioRun } from "../measure/scenario.ts";
import type { RunRecord } from "../record/record.ts";
import type { Line } from "../record/response.ts";
import { calibrationNotes } from "./calibration_notes.ts";
import { type Effect, effectsOf } from "./effects.ts";
import { type SoakSummary, summarizeSoak } from "./soak.ts";
import { defaultRules, type SummaryRules } from "./rules.ts";
import {
  type AttemptSummary,
  type ScenarioSummary,
  summarizeAttempt,
  summarizeScenario,
} from "./summarize_scenario.ts";

/** The unrounded statistics of a record with their definitions, counts and exclusions. */
export interface RecordSummary {
  /** Name of the JSON's schema. */
  readonly schema: "corebook.summary";
  /** Version of that schema. */
  readonly version: 1;
  /** What computed it. */
  readonly software: { readonly name: "corebook"; readonly version: string };
  /** The record that it is of. */
  readonly record: {
    readonly id: string;
    readonly provenance: ScenarioFacts["provenance"];
    readonly method: ScenarioFacts["method"];
    readonly plan: { readonly id: string; readonly title: string; readonly sha256: string };
    readonly host: string;
    readonly engine: { readonly name: string; readonly build: string | null };
    /** How the run ended. */
    readonly state: RunRecord["state"];
    readonly frozen: RunRecord["frozen"];
  };
  /** The rules that it was computed by. */
  readonly rules: SummaryRules;
  /** The metrics as they are defined here; `unit` is that of the figures. */
  readonly definitions: readonly {
    readonly id: string;
    readonly name: string;
    readonly formula: string;
    readonly unit: string;
    readonly scope: string;
    readonly direction: string | null;
    readonly undefinedWhen: string;
  }[];
  /** Scenarios that completed, and those that could not be confirmed, told apart by `status`. */
  readonly scenarios: readonly ScenarioSummary[];
  /** What was begun or planned and did not complete. */
  readonly attempts: readonly AttemptSummary[];
  /** What prompt length and concurrency do, of the headline's metrics. */
  readonly effects: readonly Effect[];
  /** Hours, drift, jumps, pauses and thermal assessment, where the plan is a soak. */
  readonly soaks: readonly SoakSummary[];
}

/**
 * Recomputes every figure of a record from its responses. The same record gives the same summary,
 * byte for byte, whatever the order of its lines.
 *
 * @param lines The lines of the record's journal.
 */
export async function summarizeRecord(
  record: RunRecord,
  lines: AsyncIterable<Line> | Iterable<Line>,
  options: Partial<SummaryRules> & Pick<ReadOptions, "telemetry"> = {},
): Promise<RecordSummary> {
  const { telemetry, ...rules } = options;
  return summarizeRuns(record, await readScenarios(record, lines, { telemetry }), rules);
}

/** As {@linkcode summarizeRecord}, of scenarios that were read already. */
export function summarizeRuns(
  record: RunRecord,
  runs: readonly ScenarioRun[],
  options: Partial<SummaryRules> = {},
): RecordSummary {
  const rules = { ...defaultRules, ...options };
  return {
    schema: "corebook.summary",
    version: 1,
    software: { name: "corebook", version: softwareVersion },
    record: {
      id: record.id,
      provenance: record.provenance,
      method: record.plan.method,
      plan: { id: record.plan.id, title: record.plan.title, sha256: record.planSha256 },
      host: record.host.label,
      engine: { name: record.engine.name, build: record.engine.build },
      state: record.state,
      frozen: record.frozen,
    },
    rules,
    definitions: catalogue.map(
      ({ id, name, formula, unit, scope, direction, undefinedWhen }) => ({
        id,
        name,
        formula,
        unit,
        scope,
        direction,
        undefinedWhen,
      }),
    ),
    scenarios: runs.filter(isMeasured).map((run) => {
      const summary = summarizeScenario(run, rules);
      const doubts = calibrationNotes(summary, record.calibration);
      return { ...summary, notes: [...summary.notes, ...doubts] };
    }),
    attempts: runs.filter((run) => run.status === "unfinished").map(summarizeAttempt),
    effects: [
      ...effectsOf("prompt tokens", runs, { rules }),
      ...effectsOf("concurrency", runs, { rules }),
    ],
    soaks: runs.filter(isMeasured).filter(({ facts }) => facts.soakSeconds !== null)
      .map((run) => summarizeSoak(run, record.plan.thermal?.criteria ?? null, rules)),
  };
}

/** The summary as the file that goes beside an article: indented JSON, a line feed at its end. */
export function summaryJson(summary: RecordSummary): string {
  return `${JSON.stringify(summary, null, 2)}\n`;
}
