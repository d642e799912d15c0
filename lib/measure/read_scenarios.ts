import { UserError } from "../base/errors.ts";
import { scenariosOf } from "../record/plan.ts";
import type { RunRecord } from "../record/record.ts";
import type { Line, Round } from "../record/response.ts";
import { judgeResponse, judgeRound, type Unknown } from "../record/validity.ts";
import { type Attempt, attemptsOf, type Digest, type RecordedRound } from "./attempts.ts";
import { measureResponse } from "./measured_response.ts";
import type {
  ExcludedResponse,
  MeasuredRound,
  ScenarioFacts,
  ScenarioRun,
  UnfinishedScenario,
} from "./scenario.ts";
import type { TelemetrySample } from "./telemetry.ts";

/** What to keep of the lines, and what else is known of the run. */
export interface ReadOptions {
  /** Keeps every gap between token events: 8 bytes each. Medians over all gaps need it. */
  keepGaps?: boolean;
  telemetry?: readonly TelemetrySample[] | null;
}

/**
 * Judges every scenario of a record anew from its responses and keeps what figures need: about 1 KB
 * a response, not its events. Scenarios come in the plan's order; one that a resumed run began
 * again comes once for each attempt, the last one last.
 *
 * @param lines The lines of the record's journal, in any order.
 * @throws {UserError} When a line names a scenario that the plan does not have.
 */
export async function readScenarios(
  record: RunRecord,
  lines: AsyncIterable<Line> | Iterable<Line>,
  options: ReadOptions = {},
): Promise<ScenarioRun[]> {
  const found = new Map(
    scenariosOf(record.plan).map((
      { id },
    ) => [id, { digests: [] as Digest[], rounds: [] as Round[] }]),
  );
  for await (const line of lines) {
    if (line.kind === "note") continue;
    const scenario = found.get(line.scenario);
    if (!scenario) {
      throw new UserError(
        `Cannot read the record ${record.id}: a ${line.kind} belongs to the scenario ` +
          `${line.scenario}, which the plan ${record.plan.id} does not have`,
      );
    }
    if (line.kind === "round") scenario.rounds.push(line);
    else {
      scenario.digests.push({
        measured: measureResponse(line, options.keepGaps),
        response: { ...line, arrivals: { afterNs: [], tokens: null } },
      });
    }
  }
  return [...found].flatMap(([id, { digests, rounds }]) => {
    const facts = factsOf(record, id);
    const attempts = attemptsOf(digests, rounds);
    if (attempts.length === 0) return [notStarted(record, facts)];
    return attempts.map((attempt, at) =>
      judgeAttempt(record, facts, attempt, at === attempts.length - 1, options.telemetry ?? null)
    );
  });
}

function factsOf(record: RunRecord, id: string): ScenarioFacts {
  const { plan } = record;
  const scenario = scenariosOf(plan).find((planned) => planned.id === id)!;
  const planned = plan.models.find((model) => model.id === scenario.model)!;
  const file = record.models.find((model) => model.id === scenario.model);
  return {
    id,
    record: record.id,
    provenance: record.provenance,
    method: plan.method,
    planId: plan.id,
    planSha256: record.planSha256,
    model: {
      id: planned.id,
      name: planned.name,
      quantization: file?.quantization ?? planned.quantization,
      sha256: file?.sha256 ?? planned.sha256,
    },
    promptTokens: scenario.promptTokens,
    concurrency: scenario.concurrency,
    outputTokens: plan.outputTokens,
    endpoint: plan.endpoint,
    roundsPlanned: plan.soak ? null : plan.measuredRounds,
    soakSeconds: plan.soak?.minimumSeconds ?? null,
    resumed: record.scenarios.find((outcome) => outcome.id === id)?.resumed ?? false,
  };
}

function notStarted(record: RunRecord, facts: ScenarioFacts): UnfinishedScenario {
  const reason = toldReason(record, facts.id) ?? "no response was recorded";
  return {
    status: "unfinished",
    how: "not-started",
    facts,
    roundsCompleted: 0,
    reason,
    excluded: [],
  };
}

/** Why the scenario or else the run ended, in the words of the run itself. */
function toldReason(record: RunRecord, id: string): string | null {
  const outcome = record.scenarios.find((scenario) => scenario.id === id);
  if (outcome?.reason) return outcome.reason;
  return "reason" in record.state ? record.state.reason : null;
}

interface JudgedRound {
  recorded: RecordedRound;
  status: "valid" | "unverified" | "invalid";
  reasons: ExcludedResponse["reasons"];
}

function judge(recorded: RecordedRound, concurrency: number): JudgedRound {
  const verdict = judgeRound(recorded.digests.map(({ response }) => response), concurrency);
  if (recorded.state === "abandoned") {
    return { recorded, status: "invalid", reasons: ["round-abandoned"] };
  }
  if (verdict.status === "invalid") return { recorded, status: "invalid", reasons: verdict.faults };
  return { recorded, status: verdict.status, reasons: [] };
}

function judgeAttempt(
  record: RunRecord,
  facts: ScenarioFacts,
  attempt: Attempt,
  last: boolean,
  telemetry: readonly TelemetrySample[] | null,
): ScenarioRun {
  const { plan } = record;
  const warmupSize = plan.warmup === "round" ? facts.concurrency : 1;
  const judged = attempt.map((round) =>
    judge(round, round.phase === "warmup" ? warmupSize : facts.concurrency)
  );
  const warmup = judged.filter(({ recorded }) => recorded.phase === "warmup");
  const measured = judged.filter(({ recorded }) => recorded.phase === "measured");
  const counted = measured.filter(({ status }) => status !== "invalid");
  const rounds = counted.map(({ recorded }) => measuredRound(recorded));
  const excluded = judged.filter(({ status }) => status === "invalid").flatMap(excludedOf);

  const missing = whatIsMissing(plan, rounds, warmup, measured.length);
  if (missing) {
    return {
      status: "unfinished",
      how: measured.length === 0 ? "stopped-in-warmup" : "partial",
      facts,
      roundsCompleted: rounds.length,
      reason: (last ? toldReason(record, facts.id) : "the run was resumed and began it again") ??
        missing,
      excluded,
    };
  }
  const body = {
    facts,
    rounds,
    excluded,
    roundsExcluded: measured.length - rounds.length,
    warmupResponses: warmup.reduce((sum, { recorded }) => sum + recorded.digests.length, 0),
    telemetry,
  };
  const unverified = [...warmup, ...counted].filter(({ status }) => status === "unverified");
  if (unverified.length === 0) return { status: "completed", ...body };
  return { status: "unverified", unknown: unknownOf(unverified), ...body };
}

/** What a scenario lacks to count, as words; null when it counts. */
function whatIsMissing(
  plan: RunRecord["plan"],
  rounds: readonly MeasuredRound[],
  warmup: readonly JudgedRound[],
  begun: number,
): string | null {
  if (warmup.length === 0) return "no warm-up was recorded";
  const bad = warmup.find(({ status }) => status === "invalid");
  if (bad) return `the warm-up does not count: ${bad.reasons.join(", ")}`;
  if (plan.soak === null) {
    if (rounds.length === plan.measuredRounds && begun === rounds.length) return null;
    return `${rounds.length} of ${plan.measuredRounds} planned rounds count, ${begun} were begun`;
  }
  const seconds = rounds.length === 0 ? 0 : (rounds.at(-1)!.endNs - rounds[0].startNs) / 1e9;
  if (seconds >= plan.soak.minimumSeconds) return null;
  return `${seconds} of ${plan.soak.minimumSeconds} seconds are covered by ${rounds.length} of ` +
    `${begun} rounds that count`;
}

function measuredRound(recorded: RecordedRound): MeasuredRound {
  const responses = recorded.digests.map(({ measured }) => measured!);
  return {
    round: recorded.round,
    startNs: Math.min(...responses.map(({ startNs }) => startNs)),
    endNs: Math.max(...responses.map(({ endNs }) => endNs)),
    responses,
  };
}

function excludedOf({ recorded, reasons }: JudgedRound): ExcludedResponse[] {
  return recorded.digests.map(({ response }) => {
    const verdict = judgeResponse(response);
    const place = {
      phase: response.phase,
      round: response.round,
      index: response.index,
      startNs: response.sentNs,
      endNs: response.finalEventNs ?? response.closedNs,
    };
    if (verdict.status !== "invalid") return { ...place, outcome: "round", reasons };
    const cancelled = verdict.reasons.every((reason) => reason === "abandoned");
    return { ...place, outcome: cancelled ? "cancelled" : "failed", reasons: verdict.reasons };
  });
}

function unknownOf(judged: readonly JudgedRound[]): Unknown[] {
  const unknown = new Set<Unknown>();
  for (const { response } of judged.flatMap(({ recorded }) => recorded.digests)) {
    const verdict = judgeResponse(response);
    if (verdict.status === "unverified") verdict.unknown.forEach((what) => unknown.add(what));
  }
  return [...unknown].sort();
}
