import type { MeasuredResponse } from "../../lib/measure/measured_response.ts";
import type { CompletedScenario, MeasuredRound } from "../../lib/measure/scenario.ts";

/** One response as figures see it, from the few numbers that a test is about. */
export function measured(
  { ms, ...members }: {
    /** Start, first token and end in milliseconds; the last token comes with the end. */
    ms: [start: number, firstToken: number, end: number];
  } & Partial<MeasuredResponse>,
): MeasuredResponse {
  const [startNs, firstTokenNs, endNs] = ms.map((value) => Math.round(value * 1e6));
  return {
    round: 1,
    index: 0,
    slot: 0,
    startNs,
    endNs,
    scheduledNs: startNs,
    headersNs: null,
    firstEventNs: firstTokenNs,
    firstTokenNs,
    firstVisibleNs: firstTokenNs,
    lastTokenNs: endNs,
    closedNs: endNs,
    connectNs: null,
    tokens: 256,
    firstEventTokens: null,
    tokenEvents: 256,
    arrivedTokens: null,
    prompt: { asked: 2048, estimated: false, evaluated: 2048, processed: 2048, cached: 0 },
    timings: null,
    gaps: null,
    gapsNs: null,
    ...members,
  };
}

/** A completed scenario of these rounds of responses. */
export function completed(
  rounds: MeasuredResponse[][],
  members: Partial<CompletedScenario> = {},
): CompletedScenario {
  return {
    status: "completed",
    facts: {
      id: "tiny-2048x1",
      record: "example",
      provenance: { kind: "simulated", statement: "Made by a test." },
      method: "core-1.1",
      planId: "example",
      planSha256: "0".repeat(64),
      model: { id: "tiny", name: "Tiny", quantization: null, sha256: null },
      promptTokens: 2048,
      concurrency: Math.max(...rounds.map((responses) => responses.length)),
      outputTokens: 256,
      endpoint: "/completion",
      roundsPlanned: rounds.length,
      soakSeconds: null,
      resumed: false,
    },
    rounds: rounds.map((responses, at): MeasuredRound => ({
      round: at + 1,
      startNs: Math.min(...responses.map(({ startNs }) => startNs)),
      endNs: Math.max(...responses.map(({ endNs }) => endNs)),
      responses,
    })),
    excluded: [],
    roundsExcluded: 0,
    warmupResponses: 1,
    counters: null,
    telemetry: null,
    ...members,
  };
}
