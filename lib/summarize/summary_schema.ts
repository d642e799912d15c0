import { z } from "zod";
import { planSchema } from "../record/plan.ts";
import { provenanceKinds, recordSchema, runStateSchema } from "../record/record.ts";
import {
  count,
  figureSchema,
  intervalSchema,
  numberOrNull,
  responseFigureSchema,
  scenarioFigureSchema,
} from "./figure_schema.ts";
import { soakSchema } from "./soak_schema.ts";
import type { RecordSummary } from "./summary.ts";

const provenanceSchema = z.strictObject({ kind: z.enum(provenanceKinds), statement: z.string() });
const { method, endpoint } = planSchema.shape;
const factsSchema = z.strictObject({
  id: z.string(),
  record: z.string(),
  provenance: provenanceSchema,
  method,
  planId: z.string(),
  planSha256: z.string(),
  model: z.strictObject({
    id: z.string(),
    name: z.string(),
    quantization: z.string().nullable(),
    sha256: z.string().nullable(),
  }),
  promptTokens: count,
  concurrency: count,
  outputTokens: count,
  endpoint,
  roundsPlanned: count.nullable(),
  soakSeconds: numberOrNull,
  resumed: z.boolean(),
}).meta({ id: "scenario-facts" });
const exclusionSchema = z.strictObject({
  phase: z.enum(["warmup", "measured"]),
  outcome: z.enum(["failed", "cancelled", "round"]),
  reason: z.string(),
  responses: count,
});

const witnessesSchema = z.strictObject({
  times: z.array(z.strictObject({
    what: z.enum(["first-token", "first-token-with-queue", "decode"]),
    client: z.string(),
    server: z.string(),
    n: count,
    residualNs: z.strictObject({
      median: z.number(),
      minimum: z.number(),
      maximum: z.number(),
      p95: numberOrNull,
    }).nullable(),
    share: numberOrNull,
    contradictions: count.nullable(),
  })),
  counts: z.array(z.strictObject({
    what: z.enum(["prompt-tokens", "predicted-tokens"]),
    responses: numberOrNull,
    counters: numberOrNull,
    verdict: z.enum(["agree", "differ", "not-measured"]),
  })),
  eventsDiffer: count,
});

const message = z.string();
const when = z.enum(["before", "after"]);
const noteSchema = z.discriminatedUnion("code", [
  z.strictObject({
    code: z.literal("unverified"),
    unknown: z.array(
      z.enum(["token-count", "stop-type", "truncated", "prompt-count", "cache", "slot"]),
    ),
    message,
  }),
  z.strictObject({
    code: z.literal("prompt-estimated"),
    planned: count,
    counted: z.strictObject({ least: count, most: count }).nullable(),
    message,
  }),
  z.strictObject({ code: z.literal("resumed"), message }),
  z.strictObject({ code: z.literal("coalesced-events"), share: z.number(), message }),
  z.strictObject({
    code: z.literal("impossible-timings"),
    members: z.array(z.string()),
    responses: count,
    message,
  }),
  z.strictObject({ code: z.literal("ttft-zero"), responses: count, message }),
  z.strictObject({ code: z.literal("first-response-apart"), times: z.number(), message }),
  z.strictObject({
    code: z.literal("client-error"),
    when,
    metric: z.enum(["ttft", "response-time"]),
    share: z.number(),
    limit: z.number(),
    message,
  }),
  z.strictObject({
    code: z.literal("busy-host"),
    when,
    lagNs: z.number(),
    limitNs: z.number(),
    message,
  }),
]);

const scenarioSchema = z.strictObject({
  status: z.enum(["completed", "unverified"]),
  facts: factsSchema,
  counts: z.strictObject({
    rounds: count,
    responses: count,
    warmupResponses: count,
    roundsExcluded: count,
    responsesFailed: count,
    responsesCancelled: count,
    responsesOfExcludedRounds: count,
    tokens: count.nullable(),
    decodeSteps: count.nullable(),
  }),
  exclusions: z.array(exclusionSchema),
  notes: z.array(noteSchema),
  headline: z.strictObject({
    ttft: responseFigureSchema,
    responseTime: responseFigureSchema,
    throughput: scenarioFigureSchema,
  }),
  figures: z.record(z.string(), figureSchema),
  witnesses: witnessesSchema,
});

const attemptSchema = z.strictObject({
  status: z.literal("unfinished"),
  how: z.enum(["not-started", "stopped-in-warmup", "partial"]),
  facts: factsSchema,
  roundsCompleted: count,
  reason: z.string(),
  exclusions: z.array(exclusionSchema),
});

const estimateSchema = z.strictObject({ value: numberOrNull, interval: intervalSchema });
const sideSchema = z.strictObject({
  record: z.string(),
  scenario: z.string(),
  value: numberOrNull,
  responses: count,
  rounds: count,
  quartiles: z.tuple([z.number(), z.number(), z.number()]).nullable(),
});
const factorSchema = z.enum(["prompt tokens", "concurrency"]);
const effectSchema = z.discriminatedUnion("status", [
  z.strictObject({
    status: z.enum(["completed", "unverified"]),
    factor: factorSchema,
    from: count,
    to: count,
    model: z.string(),
    at: count,
    contrasts: z.array(z.strictObject({
      metric: z.string(),
      from: sideSchema,
      to: sideSchema,
      ratio: estimateSchema,
      difference: estimateSchema,
      superiority: numberOrNull,
    })),
  }),
  z.strictObject({
    status: z.literal("refused"),
    factor: factorSchema,
    reasons: z.array(z.string()),
  }),
]);

/** The stored shape of {@linkcode RecordSummary}, for whoever reads a summary from a file. */
export const summarySchema = z.strictObject({
  schema: z.literal("corebook.summary"),
  version: z.literal(1),
  software: z.strictObject({ name: z.literal("corebook"), version: z.string() }),
  record: z.strictObject({
    id: z.string(),
    provenance: provenanceSchema,
    method,
    plan: z.strictObject({ id: z.string(), title: z.string(), sha256: z.string() }),
    host: z.string(),
    engine: z.strictObject({ name: z.string(), build: z.string().nullable() }),
    state: runStateSchema,
    frozen: recordSchema.shape.frozen,
  }),
  rules: z.strictObject({
    level: z.number(),
    quantileType: z.literal([1, 2, 3, 4, 5, 6, 7, 8, 9]),
    p95FromResponses: count,
    bootstrapFromRounds: count,
    resamples: count,
    seed: z.int(),
  }),
  definitions: z.array(z.strictObject({
    id: z.string(),
    name: z.string(),
    formula: z.string(),
    unit: z.string(),
    scope: z.string(),
    direction: z.string().nullable(),
    undefinedWhen: z.string(),
  })),
  scenarios: z.array(scenarioSchema),
  attempts: z.array(attemptSchema),
  effects: z.array(effectSchema),
  soaks: z.array(soakSchema),
}) satisfies z.ZodType<RecordSummary>;
