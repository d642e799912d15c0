import { z } from "zod";
import { idSchema } from "./plan.ts";
import { printedNumberSchema } from "./printed.ts";

const key = {
  promptTokens: z.int().positive(),
  /** Null: not stated. */
  concurrency: z.int().positive().nullable(),
};
const countSchema = z.int().nonnegative();

/** How far a scenario of an attempt came. None has figures: an attempt is no shorter campaign. */
export const attemptScenarioSchema = z.discriminatedUnion("status", [
  z.strictObject({
    ...key,
    status: z.literal("completed"),
    /** Null: not stated. */
    rounds: countSchema.nullable(),
  }),
  z.strictObject({
    ...key,
    status: z.literal("partial"),
    rounds: countSchema,
    /** Null: no fixed number, as of a soak. */
    roundsPlanned: z.int().positive().nullable(),
    responses: countSchema,
  }),
  z.strictObject({ ...key, status: z.literal("stopped-in-warmup") }),
  z.strictObject({ ...key, status: z.literal("not-started") }),
  /** Stopped, and no more is told. */
  z.strictObject({ ...key, status: z.literal("stopped-by-safety-limit") }),
  z.strictObject({ ...key, status: z.literal("out-of-matrix") }),
]);
export type AttemptScenario = z.infer<typeof attemptScenarioSchema>;

const attempt = {
  id: idSchema,
  title: z.string().min(1),
  model: z.string().min(1),
  scenarios: z.array(attemptScenarioSchema).min(1),
  /** Of the whole attempt, with warm-up and closing steps; null: not stated. */
  campaignSeconds: printedNumberSchema.nullable(),
  plannedMinutes: z.number().positive().nullable(),
  /** How the publication treats it. */
  treatment: z.string().min(1),
  notes: z.array(z.string()),
};

/** A campaign, scenario or soak that did not complete. It has no throughput and no median. */
export const publishedAttemptSchema = z.discriminatedUnion("status", [
  z.strictObject({
    ...attempt,
    status: z.literal("stopped-by-safety-limit"),
    limitCelsius: z.number(),
    /** Readings from the sample at the stop; null: not stated. */
    atStop: z.strictObject({
      marginCelsius: z.number().nullable(),
      softwareSlowdown: z.boolean().nullable(),
      hardwareSlowdown: z.boolean().nullable(),
      powerCap: z.boolean().nullable(),
      powerLimitWatts: z.number().nullable(),
      outOfMemory: z.boolean().nullable(),
    }).nullable(),
  }),
  z.strictObject({ ...attempt, status: z.literal("stopped"), reason: z.string().min(1) }),
]);

/** A measurement that exists and does not belong to the publication's matrix. */
export const publishedExclusionSchema = z.strictObject({
  status: z.literal("out-of-matrix"),
  what: z.string().min(1),
  why: z.string().min(1),
});
