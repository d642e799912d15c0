import type { Response } from "../record/response.ts";
import { median } from "../stats/median.ts";
import type { TimeWindow } from "../stats/window_union.ts";

/** The server's own account of one response, as far as it can be true. */
export interface ServerTimings {
  /** Tokens of the prompt that were processed, and how long that took. */
  readonly promptTokens: number | null;
  /** Milliseconds that the prompt's processing took. */
  readonly promptMs: number | null;
  /** Generated tokens, and the time from the first to the last of them. */
  readonly predictedTokens: number | null;
  /** Milliseconds from the first generated token to the last. */
  readonly predictedMs: number | null;
  /** The rate as the server printed it: over tokens or over decode steps, by its build. */
  readonly predictedPerSecond: number | null;
  /** Members that cannot be true: below 0, or no number where one is due. */
  readonly impossible: readonly string[];
}

/** What the arrivals of one response say about its gaps; the events themselves need not be kept. */
export interface GapSummary {
  /** Gaps: one less than the events that brought tokens. */
  readonly count: number;
  /** All gaps together, in nanoseconds. */
  readonly sumNs: number;
  /** The median gap, in nanoseconds. */
  readonly medianNs: number;
  /** The longest gap, in nanoseconds. */
  readonly longestNs: number;
  /** Gaps of 0: the event came in the same read as the one before. */
  readonly zeros: number;
}

/**
 * What figures are taken from: the times and counts of one response, without its events. Only the
 * rounds of a scenario that counts hold these. `null` is what was not measured.
 */
export interface MeasuredResponse extends TimeWindow {
  /** Number of its round, from 1. */
  readonly round: number;
  /** Its place in the round, from 0. */
  readonly index: number;
  /** The server's slot; null when none was asked or told. */
  readonly slot: number | null;
  /** The start of the response: just before the first byte was sent. */
  readonly startNs: number;
  /** The end of the response: arrival of the final generation event. */
  readonly endNs: number;
  /** When it was to be sent. */
  readonly scheduledNs: number;
  /** Arrival of the HTTP headers. */
  readonly headersNs: number | null;
  /** Arrival of the first event, with a token or without. */
  readonly firstEventNs: number | null;
  /** Arrival of the first token. */
  readonly firstTokenNs: number;
  /** Arrival of the first text that a reader sees. */
  readonly firstVisibleNs: number | null;
  /** Arrival of the last token. */
  readonly lastTokenNs: number | null;
  /** When the stream was closed. */
  readonly closedNs: number | null;
  /** How long the connection took to open, before the response began; null when it is not known. */
  readonly connectNs: number | null;
  /** Generated, as the server counts them; null only where it does not tell. */
  readonly tokens: number | null;
  /** Of these, how many the first token event brought; null when the server has no running count. */
  readonly firstEventTokens: number | null;
  /** Events that brought tokens. */
  readonly tokenEvents: number;
  /** Tokens that the events brought, by the server's running count; null when it has none. */
  readonly arrivedTokens: number | null;
  /** Tokens of the prompt: as asked, and as the server counts them. */
  readonly prompt: {
    readonly asked: number;
    /** It was made as text, and what was asked is what it was to have. */
    readonly estimated: boolean;
    readonly evaluated: number | null;
    readonly processed: number | null;
    readonly cached: number | null;
  };
  /** The server's own account; null when it sent none. */
  readonly timings: ServerTimings | null;
  /** Null when fewer than two token events arrived. */
  readonly gaps: GapSummary | null;
  /** Every gap between token events, when the reader asked to keep them. */
  readonly gapsNs: Float64Array | null;
}

/**
 * Takes from a recorded response what figures need. It judges nothing: whether the response counts
 * is decided with its round.
 *
 * @param keepGaps Keeps each gap (8 bytes), not only their summary.
 * @returns Null when the response has no start, first token or end: there is nothing to measure.
 */
export function measureResponse(response: Response, keepGaps = false): MeasuredResponse | null {
  const { sentNs, firstTokenNs, finalEventNs, arrivals, connectStartNs, connectedNs } = response;
  if (sentNs === null || firstTokenNs === null || finalEventNs === null) return null;
  const gapsNs = Float64Array.from(arrivals.afterNs.slice(1));
  return {
    round: response.round,
    index: response.index,
    slot: response.slot.reported ?? response.slot.asked,
    startNs: sentNs,
    endNs: finalEventNs,
    scheduledNs: response.scheduledNs,
    headersNs: response.headersNs,
    firstEventNs: response.firstEventNs,
    firstTokenNs,
    firstVisibleNs: response.firstVisibleNs,
    lastTokenNs: response.lastTokenNs,
    closedNs: response.closedNs,
    connectNs: connectStartNs === null || connectedNs === null
      ? null
      : connectedNs - connectStartNs,
    tokens: response.tokens.predicted,
    firstEventTokens: arrivals.tokens?.[0] ?? null,
    tokenEvents: arrivals.afterNs.length,
    arrivedTokens: arrivals.tokens?.reduce((sum, count) => sum + count, 0) ?? null,
    prompt: {
      asked: response.asked.promptTokens,
      estimated: response.asked.promptLength === "estimated",
      evaluated: response.tokens.evaluated,
      processed: response.tokens.processed,
      cached: response.tokens.cached,
    },
    timings: readTimings(response.timings),
    gaps: summarizeGaps(gapsNs),
    gapsNs: keepGaps ? gapsNs : null,
  };
}

/**
 * The usable members of a server's `timings`. A count or a duration that is missing, negative or no
 * number is null; rates are recomputed from what is left (see the server rates of the catalogue).
 */
export function readTimings(timings: Response["timings"]): ServerTimings | null {
  if (timings === null) return null;
  const impossible: string[] = [];
  const member = (name: string) => {
    const value = timings[name] ?? null;
    if (value === null || (typeof value === "number" && value >= 0)) return value;
    impossible.push(name);
    return null;
  };
  return {
    promptTokens: member("prompt_n"),
    promptMs: member("prompt_ms"),
    predictedTokens: member("predicted_n"),
    predictedMs: member("predicted_ms"),
    predictedPerSecond: member("predicted_per_second"),
    impossible,
  };
}

function summarizeGaps(gapsNs: Float64Array): GapSummary | null {
  if (gapsNs.length === 0) return null;
  let sumNs = 0;
  let longestNs = 0;
  let zeros = 0;
  for (const gap of gapsNs) {
    sumNs += gap;
    if (gap > longestNs) longestNs = gap;
    if (gap === 0) zeros++;
  }
  return { count: gapsNs.length, sumNs, medianNs: median(gapsNs)!, longestNs, zeros };
}
