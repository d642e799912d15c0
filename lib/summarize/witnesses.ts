import type { MeasuredResponse } from "../measure/measured_response.ts";
import { sumOrNull } from "../measure/metric.ts";
import { queueTime } from "../measure/metrics/queue_time.ts";
import { type MeasuredScenario, responsesOf } from "../measure/scenario.ts";
import type { CounterGrowth, ServerCounters } from "../measure/server_counters.ts";
import { median } from "../stats/median.ts";
import { quantile } from "../stats/quantile.ts";
import { defaultRules, type SummaryRules } from "./rules.ts";

/** What client and server say of the same stretch of the same responses. */
export interface Testimony {
  /** Which stretch. */
  readonly what: "first-token" | "first-token-with-queue" | "decode";
  /** What the client's time spans. */
  readonly client: string;
  /** What the server's time spans. */
  readonly server: string;
  /** Responses for which both spoke. */
  readonly n: number;
  /** Client less server, in nanoseconds: the overhead of transport and client. */
  readonly residualNs: {
    readonly median: number;
    readonly minimum: number;
    readonly maximum: number;
    /** Null below the rules' number of responses. */
    readonly p95: number | null;
  } | null;
  /** Median residual as a share of the client's median. */
  readonly share: number | null;
  /**
   * Responses that the client saw sooner than the server says is possible, beyond the tolerance. Null
   * where a residual below 0 is possible: both ends of the stretch are arrivals then, and the first
   * of them may have been delivered later than the last.
   */
  readonly contradictions: number | null;
}

/** A count as the responses add up to it, and as the server's counters grew. */
export interface CountTestimony {
  /** Which tokens. */
  readonly what: "prompt-tokens" | "predicted-tokens";
  /** Sum over the responses; null when one does not tell. */
  readonly responses: number | null;
  /** Sum of the server's counters; null when it was not asked or does not tell. */
  readonly counters: number | null;
  /** Whether both agree, as far as the counters' printed digits tell. */
  readonly verdict: "agree" | "differ" | "not-measured";
}

/** Client and server held against each other. */
export interface Witnesses {
  /** Times, as both saw them. */
  readonly times: readonly Testimony[];
  /** Counts of tokens, as both told them. */
  readonly counts: readonly CountTestimony[];
  /** Responses whose events brought another number of tokens than the server counts. */
  readonly eventsDiffer: number;
}

/** The server rounds its times to microseconds and stamps them apart from its sends. */
const toleranceNs = 1e6;

/**
 * Holds what the client measured against what the server said of itself, response by response. The
 * server's `prompt_ms` begins when its slot does, so a queue comes on top: where the headers tell the
 * queue it is added, else it is part of the residual. `predicted_ms` runs from first to last token.
 *
 * @param counters Growth of `/metrics` over the measured rounds, as the record has it unless given.
 */
export function twoWitnesses(
  scenario: MeasuredScenario,
  counters: ServerCounters | null = scenario.counters,
  rules: SummaryRules = defaultRules,
): Witnesses {
  const responses = responsesOf(scenario);
  const promptNs = ({ timings }: MeasuredResponse) =>
    timings?.promptMs === null || timings === null ? null : timings.promptMs * 1e6;
  const predictedNs = ({ timings }: MeasuredResponse) =>
    timings?.predictedMs === null || timings === null ? null : timings.predictedMs * 1e6;
  const firstTokenNs = ({ firstTokenNs, startNs }: MeasuredResponse) => firstTokenNs - startNs;
  return {
    times: [
      testimony(responses, rules, "first-token", "TTFT", "prompt_ms", firstTokenNs, promptNs),
      testimony(
        responses,
        rules,
        "first-token-with-queue",
        "TTFT",
        "queue time + prompt_ms",
        firstTokenNs,
        (response) => sumOrNull([queueTime.of(response), promptNs(response)]),
      ),
      testimony(
        responses,
        rules,
        "decode",
        "last token - first token",
        "predicted_ms",
        ({ firstTokenNs, lastTokenNs }) => lastTokenNs === null ? null : lastTokenNs - firstTokenNs,
        predictedNs,
      ),
    ],
    counts: [
      count(
        "prompt-tokens",
        responses.map(({ prompt }) => prompt.processed),
        counters?.promptTokens,
      ),
      count("predicted-tokens", responses.map(({ tokens }) => tokens), counters?.predictedTokens),
    ],
    eventsDiffer:
      responses.filter(({ arrivedTokens, tokens }) =>
        arrivedTokens !== null && tokens !== null && arrivedTokens !== tokens
      ).length,
  };
}

function testimony(
  responses: readonly MeasuredResponse[],
  { p95FromResponses, quantileType }: SummaryRules,
  what: Testimony["what"],
  client: string,
  server: string,
  clientNs: (response: MeasuredResponse) => number | null,
  serverNs: (response: MeasuredResponse) => number | null,
): Testimony {
  const pairs = responses.flatMap((response) => {
    const [seen, said] = [clientNs(response), serverNs(response)];
    return seen === null || said === null ? [] : [{ seen, residual: seen - said }];
  });
  const residuals = pairs.map(({ residual }) => residual);
  const base = { what, client, server, n: pairs.length };
  const early = what === "first-token"
    ? residuals.filter((residual) => residual < -toleranceNs).length
    : null;
  if (pairs.length === 0) return { ...base, residualNs: null, share: null, contradictions: early };
  const middle = median(residuals)!;
  const seen = median(pairs.map(({ seen }) => seen))!;
  return {
    ...base,
    residualNs: {
      median: middle,
      minimum: residuals.reduce((a, b) => Math.min(a, b)),
      maximum: residuals.reduce((a, b) => Math.max(a, b)),
      p95: pairs.length < p95FromResponses ? null : quantile(residuals, 0.95, quantileType),
    },
    share: seen > 0 ? middle / seen : null,
    contradictions: early,
  };
}

function count(
  what: CountTestimony["what"],
  parts: readonly (number | null)[],
  growth: CounterGrowth | null = null,
): CountTestimony {
  const responses = sumOrNull(parts);
  const counters = growth?.tokens ?? null;
  if (responses === null || growth === null) {
    return { what, responses, counters, verdict: "not-measured" };
  }
  const agree = Math.abs(responses - growth.tokens) <= growth.withinTokens;
  return { what, responses, counters, verdict: agree ? "agree" : "differ" };
}
