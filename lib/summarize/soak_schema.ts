import { z } from "zod";
import { count, intervalSchema, numberOrNull } from "./figure_schema.ts";

const driftSchema = z.strictObject({
  perHour: z.number(),
  interval: intervalSchema,
  sharePerHour: numberOrNull,
  points: count,
}).nullable();
const pauseSchema = z.strictObject({
  afterRound: count,
  startNs: z.number(),
  lengthNs: z.number(),
});
const verdictSchema = z.enum(["met", "not-met", "not-measured"]);
/** The stored shape of what a soak has beyond its scenario. */
export const soakSchema = z.strictObject({
  scenario: z.string(),
  startNs: z.number(),
  endNs: z.number(),
  minutes: z.number(),
  hours: z.array(z.strictObject({
    hour: count,
    startNs: z.number(),
    endNs: z.number(),
    rounds: count,
    responses: count,
    tokens: count.nullable(),
    throughput: numberOrNull,
    ttftMedianNs: numberOrNull,
    responseMedianNs: numberOrNull,
    responseP95Ns: numberOrNull,
    telemetry: z.strictObject({
      samples: count,
      meanPowerWatts: numberOrNull,
      medianCelsius: numberOrNull,
      highestCelsius: numberOrNull,
      slowdownSamples: count.nullable(),
    }).nullable(),
  })),
  drift: z.strictObject({
    "round-rate": driftSchema,
    ttft: driftSchema,
    "response-time": driftSchema,
  }),
  changes: z.array(z.strictObject({
    metric: z.string(),
    round: count,
    atNs: z.number(),
    before: z.number(),
    after: z.number(),
    p: z.number(),
  })),
  pauses: z.strictObject({
    count,
    totalNs: z.number(),
    longest: pauseSchema.nullable(),
    long: z.array(pauseSchema),
  }),
  thermal: z.strictObject({
    verdict: verdictSchema,
    checks: z.array(z.strictObject({
      criterion: z.enum(["maximum", "drift-per-hour", "slowdown", "longest-gap"]),
      unit: z.enum(["°C", "°C/h", "samples", "s"]),
      limit: numberOrNull,
      found: numberOrNull,
      verdict: verdictSchema,
    })),
    drift: driftSchema,
  }).nullable(),
});
