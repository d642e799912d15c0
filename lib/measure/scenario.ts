import type { Plan } from "../record/plan.ts";
import type { ProvenanceKind } from "../record/record.ts";
import type { InvalidReason, RoundFault, Unknown } from "../record/validity.ts";
import type { TimeWindow } from "../stats/window_union.ts";
import type { MeasuredResponse } from "./measured_response.ts";
import type { ServerCounters } from "./server_counters.ts";
import type { TelemetrySample } from "./telemetry.ts";

/** What a scenario is and where it comes from, whatever became of it. */
export interface ScenarioFacts {
  /** Id within the plan, such as `qwen3-8b-2048x4`. */
  readonly id: string;
  /** Id of the record. */
  readonly record: string;
  /** Whether it was measured or simulated, and a sentence on where. */
  readonly provenance: { readonly kind: ProvenanceKind; readonly statement: string };
  /** The method that the plan follows. */
  readonly method: Plan["method"];
  /** Id of the plan. */
  readonly planId: string;
  /** SHA-256 of the plan in canonical form. */
  readonly planSha256: string;
  /** The model; a hash is null where its file was not at hand. */
  readonly model: {
    readonly id: string;
    readonly name: string;
    readonly quantization: string | null;
    readonly sha256: string | null;
  };
  /** Tokens of each prompt, as planned. */
  readonly promptTokens: number;
  /** Requests at once. */
  readonly concurrency: number;
  /** Tokens of each response, as planned. */
  readonly outputTokens: number;
  /** Which of the server's interfaces was asked. */
  readonly endpoint: Plan["endpoint"];
  /** Null for a soak, which repeats its rounds until a duration is reached. */
  readonly roundsPlanned: number | null;
  /** Planned duration of a soak; null for other scenarios. */
  readonly soakSeconds: number | null;
  /** An earlier session of the run was cut short: the thermal history differs. */
  readonly resumed: boolean;
}

/** A response that does not count, and why. */
export interface ExcludedResponse {
  /** Whether it is of the warm-up. */
  readonly phase: "warmup" | "measured";
  /** Number of its round, from 1. */
  readonly round: number;
  /** Its place in the round, from 0. */
  readonly index: number;
  /**
   * `failed`: the response itself does not count; `cancelled`: the client gave it up, which is no
   * failure of the server; `round`: the response is sound but its round does not count.
   */
  readonly outcome: "failed" | "cancelled" | "round";
  /** Every rule that it, or its round, breaks. */
  readonly reasons: readonly (InvalidReason | RoundFault | "round-abandoned" | "round-not-ended")[];
  /** Its window as far as it was seen, for timelines only. */
  readonly startNs: number | null;
  /** The end of its window as far as it was seen. */
  readonly endNs: number | null;
}

/** A round that counts: all its responses do, and they had a common active interval. */
export interface MeasuredRound extends TimeWindow {
  /** Number of the round, from 1. */
  readonly round: number;
  /** Earliest start and latest end of its responses. */
  readonly startNs: number;
  /** Latest end of its responses. */
  readonly endNs: number;
  /** Sorted by index. */
  readonly responses: readonly MeasuredResponse[];
}

/** What a scenario with figures holds. */
export interface WithRounds {
  /** What the scenario is. */
  readonly facts: ScenarioFacts;
  /** The measured rounds that count, in the order of time. Never empty. */
  readonly rounds: readonly MeasuredRound[];
  /** Responses that do not count. */
  readonly excluded: readonly ExcludedResponse[];
  /** Measured rounds that were begun and do not count. */
  readonly roundsExcluded: number;
  /** Responses of the warm-up, which are in no figure. */
  readonly warmupResponses: number;
  /** What the server itself counted; null when it was not asked or does not tell. */
  readonly counters: ServerCounters | null;
  /** In the order of time; null when the run had no telemetry. */
  readonly telemetry: readonly TelemetrySample[] | null;
}

/** Warm-up and all planned rounds count. The only scenario whose figures are results. */
export interface CompletedScenario extends WithRounds {
  /** Its figures are results. */
  readonly status: "completed";
}

/**
 * All rounds ended soundly, but the server does not reveal what would confirm its responses. Its
 * figures are kept apart and carry the word.
 */
export interface UnverifiedScenario extends WithRounds {
  /** Its figures are shown apart. */
  readonly status: "unverified";
  /** What the server does not reveal. */
  readonly unknown: readonly Unknown[];
}

/** What did not complete: listed as an attempt, with no rounds to take a figure from. */
export interface UnfinishedScenario {
  /** It has no figures. */
  readonly status: "unfinished";
  /** What the scenario is. */
  readonly facts: ScenarioFacts;
  /** How far it came. */
  readonly how: "not-started" | "stopped-in-warmup" | "partial";
  /** Measured rounds that would count. */
  readonly roundsCompleted: number;
  /** Why it did not complete, for readers. */
  readonly reason: string;
  /** Responses that do not count. */
  readonly excluded: readonly ExcludedResponse[];
}

/** One scenario of a record, by how far it came. */
export type ScenarioRun = CompletedScenario | UnverifiedScenario | UnfinishedScenario;

/** A scenario that figures can be taken from: `status` stays with them. */
export type MeasuredScenario = CompletedScenario | UnverifiedScenario;

/** Whether figures can be taken from the scenario. */
export function isMeasured(run: ScenarioRun): run is MeasuredScenario {
  return run.status !== "unfinished";
}

/** All responses that count, in the order of rounds and places. */
export function responsesOf(scenario: MeasuredScenario): MeasuredResponse[] {
  return scenario.rounds.flatMap((round) => round.responses);
}
