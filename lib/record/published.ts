import { z } from "zod";
import { idSchema } from "./plan.ts";
import { printedNumberSchema } from "./printed.ts";
import { publishedAttemptSchema, publishedExclusionSchema } from "./published_attempts.ts";
import { printedFormSchema } from "./published_form.ts";
import { publishedClientSchema, publishedServerSchema } from "./published_settings.ts";

const countSchema = z.int().positive();

/** Where a scenario stands in a publication's matrix. */
const scenarioKey = {
  /** The model as the tables print it. */
  model: z.string().min(1),
  promptTokens: countSchema,
  concurrency: countSchema,
};

/** A completed scenario: the only one that has figures. Null is not printed. */
export const publishedScenarioSchema = z.strictObject({
  ...scenarioKey,
  rounds: countSchema,
  responses: countSchema,
  ttftMedianSeconds: printedNumberSchema.nullable(),
  responseMedianSeconds: printedNumberSchema.nullable(),
  outputTokensPerSecond: printedNumberSchema.nullable(),
  /** A p95 below the gate only describes its sample: it stays in the file and is in no table. */
  sampleP95: z.strictObject({
    responseSeconds: printedNumberSchema,
    /** How many responses it is drawn from. */
    responses: countSchema,
  }).nullable().default(null),
});

/** A completed soak. */
export const publishedSoakSchema = z.strictObject({
  ...scenarioKey,
  rounds: countSchema,
  responses: countSchema,
  /** From the first measured request to the end of the last response. */
  measuredMinutes: printedNumberSchema,
  requiredMinutes: z.number().positive().nullable(),
  outputTokensPerSecond: printedNumberSchema.nullable(),
  responseMedianSeconds: printedNumberSchema.nullable(),
  responseP95Seconds: printedNumberSchema.nullable(),
  notes: z.array(z.string()),
});

/** A sentence of the text that holds two figures of the table against each other. */
export const publishedClaimSchema = z.strictObject({
  id: idSchema,
  statement: z.string().min(1),
  quantity: z.enum(["ttftMedianSeconds", "responseMedianSeconds", "outputTokensPerSecond"]),
  from: z.strictObject({ ...scenarioKey, printed: printedNumberSchema }),
  to: z.strictObject({ ...scenarioKey, printed: printedNumberSchema }),
  /** (to / from - 1) x 100 as printed; null when the text gives none. */
  gainPercent: printedNumberSchema.nullable(),
});

/** What a rate of tokens is divided by; `other` takes any words but can be checked by none. */
export const throughputDefinitions = [
  "mean-of-round-rates",
  "tokens-over-union",
  "tokens-over-span",
  "other",
] as const;

/**
 * A publication: the aggregates that an article prints, as it prints them, with the conditions that
 * it states. It has no raw values and no place for any.
 *
 * A table by anyone can be written in this shape and audited; members with a default may be left out.
 */
export const publishedSchema = z.strictObject({
  schema: z.literal("corebook.published"),
  version: z.literal(1),
  id: idSchema,
  title: z.string().min(1),
  provenance: z.strictObject({
    kind: z.literal("published"),
    /** One sentence: which publication prints the figures. */
    statement: z.string().min(1),
  }),
  /** Language of the publication, as BCP 47 has it. */
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, "must be a language tag such as pl"),
  /** Figures of one method may be held against each other, and of no two. */
  method: idSchema,
  definitions: z.strictObject({
    ttft: z.string().nullable(),
    responseTime: z.string().nullable(),
    throughput: z.strictObject({ id: z.enum(throughputDefinitions), text: z.string() }),
    p95: z.string().nullable(),
  }),
  design: z.strictObject({
    models: z.array(z.string().min(1)).min(1),
    promptTokens: z.array(countSchema).min(1),
    concurrency: z.array(countSchema).min(1),
    outputTokens: countSchema,
    warmup: z.string().nullable(),
    measuredRounds: countSchema,
    /** How the requests of a round are released; null: not stated. */
    roundStart: z.string().nullable().default(null),
    /** Responses from which on a p95 is printed; null: none is printed. */
    p95MinimumResponses: countSchema.nullable().default(null),
  }),
  scenarios: z.array(publishedScenarioSchema),
  /** Responses of the whole table, where the text says how many. */
  totalResponses: countSchema.nullable().default(null),
  maximumCelsius: printedNumberSchema.nullable().default(null),
  soak: publishedSoakSchema.nullable().default(null),
  claims: z.array(publishedClaimSchema).default([]),
  attempts: z.array(publishedAttemptSchema).default([]),
  excluded: z.array(publishedExclusionSchema).default([]),
  /** Name and value of each stated part of the machine. */
  environment: z.record(z.string(), z.string()).default({}),
  server: publishedServerSchema.nullable().default(null),
  client: publishedClientSchema.nullable().default(null),
  /** What the publication says that its figures do not tell. */
  limits: z.array(z.string()).default([]),
  /** The publication's own heads and marks; null: its tables cannot be printed verbatim. */
  printedForm: printedFormSchema.nullable().default(null),
  /** What the publication offers beyond what it prints, and where a reader may put it. */
  rawData: z.strictObject({ included: z.literal(false), statement: z.string() }),
}).check((context) => {
  const keys = context.value.scenarios.map((scenario) => publishedKey(scenario));
  keys.forEach((key, at) => {
    if (keys.indexOf(key) !== at) {
      context.issues.push({
        code: "custom",
        message: `${key} stands twice`,
        path: ["scenarios", at],
        input: context.value.scenarios[at],
      });
    }
  });
});

/**
 * A published table, as {@linkcode publishedSchema} tells it.
 *
 * @ignore
 */
export type Publication = z.infer<typeof publishedSchema>;
/**
 * A scenario of a published table.
 *
 * @ignore
 */
export type PublishedScenario = z.infer<typeof publishedScenarioSchema>;
export type PublishedSoak = z.infer<typeof publishedSoakSchema>;
/**
 * A statement of a publication on its figures.
 *
 * @ignore
 */
export type PublishedClaim = z.infer<typeof publishedClaimSchema>;
/** A quantity that a publication can speak of. */
export type PublishedQuantity = PublishedClaim["quantity"];

/** The unit of a quantity. */
export function unitOf(quantity: PublishedQuantity): "s" | "tokens/s" {
  return quantity === "outputTokensPerSecond" ? "tokens/s" : "s";
}

/** A scenario's name in messages: `Qwen3-8B Q4_K_M 2048x4`. */
export function publishedKey(
  scenario: Pick<PublishedScenario, "model" | "promptTokens" | "concurrency">,
): string {
  return `${scenario.model} ${scenario.promptTokens}x${scenario.concurrency}`;
}
