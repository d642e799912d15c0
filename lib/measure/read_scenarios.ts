import { UserError } from "../base/errors.ts";
import { outcomeOf } from "../record/outcome.ts";
import { scenariosOf } from "../record/plan.ts";
import type { RunRecord } from "../record/record.ts";
import type { Counters, Line, Round } from "../record/response.ts";
import type { ScenarioTally } from "../record/tally.ts";
import { judgeResponse, type Unknown } from "../record/validity.ts";
import {
  type Digest,
  excludedOf,
  type JudgedRound,
  judgeRounds,
  measuredRound,
} from "./judged_round.ts";
import { measureResponse } from "./measured_response.ts";
import type { MeasuredRound, ScenarioFacts, ScenarioRun } from "./scenario.ts";
import { serverCounters } from "./server_counters.ts";
import type { TelemetrySample } from "./telemetry.ts";

/** What to keep of the lines, and what else is known of the run. */
export interface ReadOptions {
  /** Keeps every gap between token events: 8 bytes each. Medians over all gaps need it. */
  keepGaps?: boolean;
  /** In the order of time. */
  telemetry?: readonly TelemetrySample[] | null;
}

/**
 * Judges every scenario of a record anew from its responses and keeps what figures need: about 1 KB
 * a response, not its events. Scenarios come in the record's order; one that a resumed run began
 * again is a scenario of its own.
 *
 * @param lines The lines of the record's journal, in any order.
 * @throws {UserError} When a line names a scenario that the record does not have.
 */
export async function readScenarios(
  record: RunRecord,
  lines: AsyncIterable<Line> | Iterable<Line>,
  options: ReadOptions = {},
): Promise<ScenarioRun[]> {
  const scenarios = new Map(
    factsOf(record).map((facts) => [
      facts.id,
      { facts, digests: [] as Digest[], rounds: [] as Round[], counters: [] as Counters[] },
    ]),
  );
  for await (const line of lines) {
    if (line.kind === "note") continue;
    const scenario = scenarios.get(line.scenario);
    if (!scenario) {
      throw new UserError(
        `Cannot read the record ${record.id}: a ${line.kind} belongs to the scenario ` +
          `${line.scenario}, which the record does not have`,
      );
    }
    if (line.kind === "round") scenario.rounds.push(line);
    else if (line.kind === "counters") scenario.counters.push(line);
    else {
      scenario.digests.push({
        measured: measureResponse(line, options.keepGaps),
        response: { ...line, arrivals: noArrivals, timings: null }, // judging needs neither
      });
    }
  }
  return [...scenarios.values()].map(({ facts, digests, rounds, counters }) => {
    const { concurrency } = facts;
    const warmupRequests = record.plan.warmup === "round" ? concurrency : 1;
    const judged = judgeRounds(digests, rounds, { concurrency, warmupRequests });
    return scenarioRun(record, facts, judged, { counters, telemetry: options.telemetry ?? null });
  });
}

const noArrivals = { afterNs: [], tokens: null };

/** The scenarios that the record lists, and those of its plan that it does not list yet. */
function factsOf(record: RunRecord): ScenarioFacts[] {
  const { plan } = record;
  const listed = record.scenarios.map(({ id, model, promptTokens, concurrency, resumed }) => ({
    id,
    model,
    promptTokens,
    concurrency,
    resumed,
  }));
  const missing = scenariosOf(plan).filter(({ id }) => !listed.some((cell) => cell.id === id));
  return [...listed, ...missing.map((cell) => ({ ...cell, resumed: false }))].map((cell) => {
    const planned = plan.models.find((model) => model.id === cell.model);
    const file = record.models.find((model) => model.id === cell.model);
    return {
      ...cell,
      record: record.id,
      provenance: record.provenance,
      method: plan.method,
      planId: plan.id,
      planSha256: record.planSha256,
      model: {
        id: cell.model,
        name: planned?.name ?? file?.name ?? cell.model,
        quantization: file?.quantization ?? planned?.quantization ?? null,
        sha256: file?.sha256 ?? planned?.sha256 ?? null,
      },
      outputTokens: plan.outputTokens,
      endpoint: plan.endpoint,
      roundsPlanned: plan.soak ? null : plan.measuredRounds,
      soakSeconds: plan.soak?.minimumSeconds ?? null,
    };
  });
}

function scenarioRun(
  record: RunRecord,
  facts: ScenarioFacts,
  judged: readonly JudgedRound[],
  { counters, telemetry }: {
    counters: readonly Counters[];
    telemetry: readonly TelemetrySample[] | null;
  },
): ScenarioRun {
  const warmup = judged.filter(({ phase }) => phase === "warmup");
  const measured = judged.filter(({ phase }) => phase === "measured");
  const counted = measured.filter(({ status }) => status !== "invalid");
  const rounds = counted.map(measuredRound);
  const excluded = judged.filter(({ status }) => status === "invalid").flatMap(excludedOf);
  const cell = { ...facts, model: facts.model.id };
  const { status, reason } = outcomeOf(
    cell,
    tallyOf(warmup, measured, rounds),
    record.plan,
    toldReason(record, facts.id),
  );
  if (status !== "completed") {
    return {
      status: "unfinished",
      how: status,
      facts,
      roundsCompleted: rounds.length,
      reason: reason!,
      excluded,
    };
  }
  const others = measured.filter(({ status }) => status === "invalid")
    .flatMap(({ digests }) => digests.map(({ response }) => response));
  const body = {
    facts,
    rounds,
    excluded,
    roundsExcluded: measured.length - rounds.length,
    warmupResponses: warmup.reduce((sum, { digests }) => sum + digests.length, 0),
    counters: serverCounters(counters, others),
    telemetry,
  };
  const unverified = [...warmup, ...counted].filter(({ status }) => status === "unverified");
  if (unverified.length === 0) return { status: "completed", ...body };
  return { status: "unverified", unknown: unknownOf(unverified), ...body };
}

/** Why the scenario or else the run ended before its end, in the words of the run itself. */
function toldReason(record: RunRecord, id: string): string | null {
  const outcome = record.scenarios.find((scenario) => scenario.id === id);
  return outcome?.reason ?? ("reason" in record.state ? record.state.reason : null);
}

/** What the judged rounds add up to, in the form that the rule for scenarios asks for. */
function tallyOf(
  warmup: readonly JudgedRound[],
  measured: readonly JudgedRound[],
  rounds: readonly MeasuredRound[],
): ScenarioTally {
  const causes: ScenarioTally["causes"] = new Map();
  for (const round of [...warmup, ...measured]) {
    if (round.status !== "invalid") continue;
    for (const reason of new Set(excludedOf(round).flatMap(({ reasons }) => reasons))) {
      if (reason === "invalid-response" || reason === "round-not-ended") continue;
      const cause = reason === "round-abandoned" ? "abandoned" : reason;
      causes.set(cause, (causes.get(cause) ?? 0) + 1);
    }
  }
  const bad = warmup.some(({ status }) => status === "invalid");
  return {
    warmup: warmup.length === 0 ? "none" : bad ? "does-not-count" : "counts",
    roundsCompleted: rounds.length,
    roundsClosed: measured.filter(({ reasons }) => !reasons.includes("round-not-ended")).length,
    responses: [...warmup, ...measured].reduce((sum, { digests }) => sum + digests.length, 0),
    causes,
    firstStartNs: rounds.length === 0 ? null : Math.min(...rounds.map(({ startNs }) => startNs)),
    lastEndNs: rounds.length === 0 ? null : Math.max(...rounds.map(({ endNs }) => endNs)),
  };
}

function unknownOf(judged: readonly JudgedRound[]): Unknown[] {
  const unknown = new Set<Unknown>();
  for (const { response } of judged.flatMap(({ digests }) => digests)) {
    const verdict = judgeResponse(response);
    if (verdict.status === "unverified") verdict.unknown.forEach((what) => unknown.add(what));
  }
  return [...unknown].sort();
}
