import { catalogue, headlineThroughput } from "../measure/catalogue.ts";
import { responseTime } from "../measure/metrics/response_time.ts";
import { ttft } from "../measure/metrics/ttft.ts";
import { tokensOf } from "../measure/metric.ts";
import {
  type ExcludedResponse,
  type MeasuredScenario,
  responsesOf,
  type ScenarioFacts,
  type UnfinishedScenario,
} from "../measure/scenario.ts";
import { type Figure, figureOf, type ResponseFigure, type ScenarioFigure } from "./figure.ts";
import { defaultRules, type SummaryRules } from "./rules.ts";
import { scenarioNotes, type SummaryNote } from "./scenario_notes.ts";
import { twoWitnesses, type Witnesses } from "./witnesses.ts";

/** What does not count, by its reason. */
export interface Exclusion {
  /** Whether they are of the warm-up. */
  readonly phase: ExcludedResponse["phase"];
  /** In the words of {@linkcode ExcludedResponse}. */
  readonly outcome: ExcludedResponse["outcome"];
  /** The rule that is broken. */
  readonly reason: string;
  /** How many responses break it. */
  readonly responses: number;
}

/** How much a summary rests on, and what was left out. */
export interface Counts {
  /** Measured rounds that count. */
  readonly rounds: number;
  /** Responses that count. */
  readonly responses: number;
  /** Responses of the warm-up, which are in no figure. */
  readonly warmupResponses: number;
  /** Measured rounds that were begun and do not count. */
  readonly roundsExcluded: number;
  /** Responses that do not count themselves. */
  readonly responsesFailed: number;
  /** Given up by the client: no failures of the server. */
  readonly responsesCancelled: number;
  /** Sound, but their round does not count. */
  readonly responsesOfExcludedRounds: number;
  /** Tokens generated in the responses that count, and the decode steps between them. */
  readonly tokens: number | null;
  /** One less than the tokens of each response; null when the server does not tell. */
  readonly decodeSteps: number | null;
}

/** The figures of a scenario that counts; `unverified` ones are shown apart, with the word. */
export interface ScenarioSummary {
  /** Whether its figures are results or stand apart. */
  readonly status: MeasuredScenario["status"];
  /** What the scenario is. */
  readonly facts: ScenarioFacts;
  /** How much the figures rest on. */
  readonly counts: Counts;
  /** What does not count, and why. */
  readonly exclusions: readonly Exclusion[];
  /** What a reader must know of the figures. */
  readonly notes: readonly SummaryNote[];
  /** What the method's tables show. */
  readonly headline: {
    readonly ttft: ResponseFigure;
    readonly responseTime: ResponseFigure;
    /** By the method's own definition, which `metric` names. */
    readonly throughput: ScenarioFigure;
  };
  /** Every metric of the catalogue by its id, in the catalogue's order. */
  readonly figures: Readonly<Record<string, Figure>>;
  /** What the server says of the same responses, and what is left as overhead. */
  readonly witnesses: Witnesses;
}

/** Sums up a scenario that counts. One that does not is refused by its type. */
export function summarizeScenario(
  scenario: MeasuredScenario,
  rules: SummaryRules = defaultRules,
): ScenarioSummary {
  const headline = {
    ttft: figureOf(ttft, scenario, rules),
    responseTime: figureOf(responseTime, scenario, rules),
    throughput: figureOf(headlineThroughput(scenario.facts.method), scenario, rules),
  };
  const known = new Map<string, Figure>(
    Object.values(headline).map((figure) => [figure.metric, figure]),
  );
  return {
    status: scenario.status,
    facts: scenario.facts,
    counts: countsOf(scenario),
    exclusions: exclusionsOf(scenario.excluded),
    notes: scenarioNotes(scenario),
    headline,
    figures: Object.fromEntries(
      catalogue.map((metric) => [
        metric.id,
        known.get(metric.id) ?? figureOf(metric, scenario, rules),
      ]),
    ),
    witnesses: twoWitnesses(scenario, scenario.counters, rules),
  };
}

/** An attempt: what was begun and did not complete. It has counts and reasons, and no figures. */
export interface AttemptSummary {
  /** It has no figures. */
  readonly status: "unfinished";
  /** How far it came. */
  readonly how: UnfinishedScenario["how"];
  /** What the scenario is. */
  readonly facts: ScenarioFacts;
  /** Measured rounds that would count. */
  readonly roundsCompleted: number;
  /** Why it did not complete, for readers. */
  readonly reason: string;
  /** What does not count, and why. */
  readonly exclusions: readonly Exclusion[];
}

/** Lists a scenario that did not complete. */
export function summarizeAttempt(scenario: UnfinishedScenario): AttemptSummary {
  const { status, how, facts, roundsCompleted, reason, excluded } = scenario;
  return { status, how, facts, roundsCompleted, reason, exclusions: exclusionsOf(excluded) };
}

function countsOf(scenario: MeasuredScenario): Counts {
  const responses = responsesOf(scenario);
  const tokens = tokensOf(responses);
  const excluded = (outcome: ExcludedResponse["outcome"]) =>
    scenario.excluded.filter((response) => response.outcome === outcome).length;
  return {
    rounds: scenario.rounds.length,
    responses: responses.length,
    warmupResponses: scenario.warmupResponses,
    roundsExcluded: scenario.roundsExcluded,
    responsesFailed: excluded("failed"),
    responsesCancelled: excluded("cancelled"),
    responsesOfExcludedRounds: excluded("round"),
    tokens,
    decodeSteps: tokens === null ? null : tokens - responses.length,
  };
}

function exclusionsOf(excluded: readonly ExcludedResponse[]): Exclusion[] {
  const counts = new Map<string, Exclusion>();
  for (const { phase, outcome, reasons } of excluded) {
    for (const reason of reasons) {
      const key = `${phase} ${outcome} ${reason}`;
      const responses = (counts.get(key)?.responses ?? 0) + 1;
      counts.set(key, { phase, outcome, reason, responses });
    }
  }
  return [...counts].sort(([a], [b]) => a < b ? -1 : 1).map(([, exclusion]) => exclusion);
}
