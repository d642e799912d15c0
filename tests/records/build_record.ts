import { canonicalSha256 } from "../../lib/base/canonical_json.ts";
import { type Plan, planSchema, scenariosOf } from "../../lib/record/plan.ts";
import { recordSchema, type RunRecord } from "../../lib/record/record.ts";
import { type Line, lineSchema, type Response } from "../../lib/record/response.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { exampleHost } from "./example_host.ts";
import tinyPlan from "../../lib/plan/plans/core-1.1-tiny.json" with { type: "json" };

/** Where a response stands in the run that is built. */
export interface Place {
  scenario: string;
  model: string;
  promptTokens: number;
  concurrency: number;
  phase: "warmup" | "measured";
  round: number;
  index: number;
}

/** How long one response took, and whatever else shall differ from a sound response. */
export interface Timing {
  /** From the release of its round to its sending; 0 unless told. */
  sentAfterNs?: number;
  ttftNs: number;
  responseNs: number;
  /** Members that replace those of a sound response. */
  with?: Partial<Response>;
}

export interface RecordSpec {
  id?: string;
  /** Members that replace those of the built-in plan `core-1.1-tiny`. */
  plan?: Partial<Plan>;
  timing?: (place: Place) => Timing;
  /** Between the end of a round and the release of the next. */
  pauseNs?: number;
  /** Measured rounds to make, where they are not the plan's number. */
  rounds?: (scenario: string) => number;
  /** Token events of a response; as many as tokens unless told. */
  events?: number;
  record?: Partial<RunRecord>;
}

/**
 * A record as a simulator would leave it, made from a few numbers: every response is sound, takes
 * 100 ms to the first token and 1 s in all, unless the spec says otherwise. Both parts pass their
 * schemas.
 */
export function buildRecord(spec: RecordSpec = {}): { record: RunRecord; lines: Line[] } {
  const plan = planSchema.parse({ ...tinyPlan, ...spec.plan });
  const timing = spec.timing ?? (() => ({ ttftNs: 1e8, responseNs: 1e9 }));
  const lines: Line[] = [];
  const scenarios: RunRecord["scenarios"] = [];
  let nowNs = 1e9;
  for (const scenario of scenariosOf(plan)) {
    const { id, model, promptTokens, concurrency } = scenario;
    const measuredRounds = spec.rounds?.(id) ?? plan.measuredRounds;
    for (let round = 0; round <= measuredRounds; round++) {
      const phase = round === 0 ? "warmup" : "measured";
      const requests = phase === "warmup" && plan.warmup === "one-request" ? 1 : concurrency;
      let endedNs = nowNs;
      for (let index = 0; index < requests; index++) {
        const place = { scenario: id, model, promptTokens, concurrency, phase, index } as const;
        const at = { ...place, round: Math.max(round, 1) };
        const response = buildResponse(plan, at, nowNs, timing(at), spec.events);
        endedNs = Math.max(endedNs, response.finalEventNs ?? response.closedNs ?? nowNs);
        lines.push(response);
      }
      lines.push({
        kind: "round",
        scenario: id,
        phase,
        round: Math.max(round, 1),
        barrierNs: nowNs,
        endedNs,
        state: "ended",
      });
      nowNs = endedNs + (spec.pauseNs ?? 0);
    }
    scenarios.push({
      id,
      model,
      promptTokens,
      concurrency,
      status: "completed",
      reason: null,
      roundsPlanned: plan.soak ? null : plan.measuredRounds,
      roundsCompleted: measuredRounds,
      resumed: false,
    });
  }
  const responses = lines.filter((line) => line.kind === "response");
  const valid = responses.filter((response) => judgeResponse(response).status === "valid");
  const record = recordSchema.parse({
    schema: "corebook.record",
    version: 1,
    id: spec.id ?? "2026-01-01T000000Z_core-1.1-tiny_example",
    provenance: {
      kind: "simulated",
      statement: "Made from a few numbers by a test; no engine and no model took part.",
    },
    software: { name: "corebook", version: "0.1.0", runtime: "deno 2.9.6" },
    clock: {
      source: "virtual",
      resolutionNs: 1,
      originUtc: "2026-01-01T00:00:00.000Z",
      endUtc: null,
      endNs: nowNs,
    },
    host: exampleHost,
    engine: {
      name: "simulator",
      build: null,
      version: null,
      obtained: "simulator",
      package: null,
    },
    models: plan.models.map(({ id, name, file, quantization }) => ({
      id,
      name,
      file,
      bytes: null,
      sha256: null,
      quantization,
    })),
    servers: [],
    plan,
    planSha256: canonicalSha256(plan),
    order: scenarios.map(({ id }) => id),
    state: { kind: "completed" },
    scenarios,
    totals: {
      responses: responses.length,
      valid: valid.length,
      rounds: lines.length - responses.length,
    },
    frozen: null,
    calibration: null,
    ...spec.record,
  });
  return { record, lines: lines.map((line) => lineSchema.parse(line)) };
}

function buildResponse(
  plan: Plan,
  place: Place,
  releaseNs: number,
  timing: Timing,
  events: number = plan.outputTokens,
): Response {
  const { promptTokens } = place;
  const tokens = plan.outputTokens;
  const sentNs = releaseNs + (timing.sentAfterNs ?? 0);
  const firstTokenNs = sentNs + timing.ttftNs;
  const finalEventNs = sentNs + timing.responseNs;
  const decodeNs = finalEventNs - firstTokenNs;
  const eventAt = (at: number) =>
    events < 2 ? firstTokenNs : firstTokenNs + Math.round(decodeNs * at / (events - 1));
  const perEvent = Math.floor(tokens / events);
  return {
    kind: "response",
    scenario: place.scenario,
    phase: place.phase,
    round: place.round,
    index: place.index,
    slot: { asked: place.index, reported: place.index },
    asked: { promptTokens, outputTokens: tokens },
    scheduledNs: releaseNs,
    connectStartNs: releaseNs - 2000,
    connectedNs: releaseNs - 1000,
    sentNs,
    headersNs: sentNs,
    firstEventNs: firstTokenNs,
    firstTokenNs,
    firstVisibleNs: firstTokenNs,
    lastTokenNs: eventAt(events - 1),
    finalEventNs,
    closedNs: finalEventNs,
    arrivals: {
      afterNs: Array.from(
        { length: events },
        (_, at) => at === 0 ? timing.ttftNs : eventAt(at) - eventAt(at - 1),
      ),
      tokens: Array.from(
        { length: events },
        (_, at) => at < events - 1 ? perEvent : tokens - perEvent * (events - 1),
      ),
    },
    tokens: {
      contentEvents: events,
      predicted: tokens,
      evaluated: promptTokens,
      processed: promptTokens,
      cached: 0,
    },
    stopType: "limit",
    truncated: false,
    timings: {
      cache_n: 0,
      prompt_n: promptTokens,
      prompt_ms: timing.ttftNs / 1e6,
      predicted_n: tokens,
      predicted_ms: decodeNs / 1e6,
      predicted_per_second: decodeNs > 0 ? (tokens - 1) / (decodeNs / 1e9) : null,
    },
    httpStatus: 200,
    error: null,
    ...timing.with,
  };
}
