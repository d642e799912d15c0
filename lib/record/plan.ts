import { z } from "zod";

/** Names in files and folders: what every file system and checksum list takes as it stands. */
export const idSchema = z.string().regex(
  /^[A-Za-z0-9][A-Za-z0-9._-]*$/,
  "must be letters, digits, '.', '_' and '-', beginning with a letter or digit",
).max(120);

export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits");
const countSchema = z.int().positive();

/** A model file as the plan wants it. */
const plannedModelSchema = z.strictObject({
  /** Short name in scenario ids, such as `qwen3-8b-q4_k_m`. */
  id: idSchema,
  /** Name in tables, such as `Qwen3-8B Q4_K_M`. */
  name: z.string().min(1),
  /**
   * File name, without a folder: the folder is named at run time. `NAME.gguf` may also lie there as
   * `NAME-00001-of-0000N.gguf` and its other parts.
   */
  file: z.string().regex(/^[^/\\]+$/, "must be a file name without a folder"),
  /**
   * The file, or its parts one after the other, must have this SHA-256; null takes any and records
   * what it found.
   */
  sha256: sha256Schema.nullable(),
  quantization: z.string().nullable(),
});

/** How the server is to be set up: what a campaign fixes, in the words of the method. */
const serverSettingsSchema = z.strictObject({
  slots: countSchema,
  contextPerSlotTokens: countSchema,
  /** Layers on the GPU; null leaves the server's default (a host without a GPU). */
  gpuLayers: z.union([z.literal("all"), z.int().nonnegative()]).nullable(),
  threads: countSchema,
  /** Threads for prompts and batches; null is the same as `threads`. */
  threadsBatch: countSchema.nullable(),
  batch: countSchema,
  ubatch: countSchema,
  kvCache: z.enum(["f16", "f32", "bf16", "q8_0", "q4_0"]),
  flashAttention: z.boolean(),
  mmap: z.boolean(),
  lazyLoading: z.boolean(),
  autoFit: z.boolean(),
  promptCache: z.boolean(),
  contextShift: z.boolean(),
});

/** When a run must stop for the sake of the machine, and what its cooling is judged by. */
const thermalSchema = z.strictObject({
  /**
   * `none` says that the host has no sensor and the run goes on without one; what is there all the
   * same is recorded and stops nothing.
   */
  sensor: z.enum(["required", "none"]),
  stopAtCelsius: z.number().positive(),
  /** Stop when the reported margin to the hardware's own limit is at or below this; null ignores it. */
  stopAtMarginCelsius: z.number().nullable(),
  /** Stop when a hardware or software thermal slowdown flag is active. */
  stopOnSlowdown: z.boolean(),
  stop: z.enum(["at-once", "between-responses"]),
  /** Before each scenario wait until the sensor is at or below this; null does not wait. */
  coolDownToCelsius: z.number().nullable(),
  /** Give up the wait for the cool-down after this. */
  coolDownLimitSeconds: z.number().positive(),
  /** Longest silence of the telemetry before it counts as dead. */
  silenceSeconds: z.number().positive(),
  /** Criteria for the thermal assessment of a finished run, fixed beforehand. */
  criteria: z.strictObject({
    maximumCelsius: z.number(),
    driftCelsiusPerHour: z.number(),
    slowdownAllowed: z.boolean(),
    longestGapSeconds: z.number().positive(),
  }),
});

/**
 * A plan as it is stored: what a campaign or a soak will do, fixed before it starts. A plan with a
 * member that is not listed here is refused, since a misspelt limit would silently not apply.
 */
export const planSchema = z.strictObject({
  schema: z.literal("corebook.plan"),
  version: z.literal(1),
  id: idSchema,
  title: z.string().min(1),
  method: z.enum(["core-1.1", "historical"]),
  models: z.array(plannedModelSchema).min(1),
  promptTokens: z.array(countSchema).min(1),
  concurrency: z.array(countSchema).min(1),
  outputTokens: countSchema,
  endpoint: z.enum(["/completion", "/v1/completions", "/v1/chat/completions"]),
  /** Committed plain text whose tokens are repeated and cut to the prompt's length. */
  promptText: z.string().regex(/^[^/\\]+$/, "must be a file name without a folder"),
  /** `round`: a whole round at the scenario's concurrency; `one-request`: one request on slot 0. */
  warmup: z.enum(["round", "one-request"]),
  measuredRounds: countSchema,
  /** Request i of a round goes to slot i. */
  pinSlots: z.boolean(),
  /** `listed`: in the plan's order; `blocks`: shuffled within each model's block by the seed. */
  order: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("listed") }),
    z.strictObject({ kind: z.literal("blocks"), seed: z.int().nonnegative() }),
  ]),
  server: serverSettingsSchema,
  limits: z.strictObject({
    /** A response that takes longer is given up. */
    responseSeconds: z.number().positive(),
    /** A stream that sends nothing for so long is given up. */
    silenceSeconds: z.number().positive(),
    /** A server that is not healthy by then is given up. */
    startSeconds: z.number().positive(),
  }),
  thermal: thermalSchema.nullable(),
  /** A soak repeats the plan's only scenario until the duration is reached; null is a campaign. */
  soak: z.strictObject({ minimumSeconds: z.number().positive() }).nullable(),
  /** What `--resume` does with a scenario that was cut short. */
  resume: z.enum(["next-scenario", "scenario-again"]),
  /** Id of the one metric that a comparison of two runs is decided by. */
  primaryMetric: idSchema,
}).check((context) => {
  const plan = context.value;
  const fault = (path: (string | number)[], message: string) =>
    context.issues.push({ code: "custom", message, path, input: plan });
  const longest = Math.max(...plan.promptTokens);
  if (longest + plan.outputTokens > plan.server.contextPerSlotTokens) {
    fault(
      ["server", "contextPerSlotTokens"],
      `${longest} prompt and ${plan.outputTokens} output tokens do not fit a slot of ` +
        `${plan.server.contextPerSlotTokens}`,
    );
  }
  const most = Math.max(...plan.concurrency);
  if (most > plan.server.slots) {
    fault(["concurrency"], `${most} requests at once do not fit ${plan.server.slots} slots`);
  }
  const cells = plan.models.length * plan.promptTokens.length * plan.concurrency.length;
  if (plan.soak && cells !== 1) fault(["soak"], `a soak has one scenario, this plan has ${cells}`);
  for (const member of ["promptTokens", "concurrency"] as const) {
    if (new Set(plan[member]).size !== plan[member].length) fault([member], "names a value twice");
  }
  if (new Set(plan.models.map((model) => model.id)).size !== plan.models.length) {
    fault(["models"], "names an id twice");
  }
});

/**
 * A plan in memory: the stored shape, told by `schema/plan.schema.json`.
 *
 * @ignore
 */
export type Plan = z.infer<typeof planSchema>;
export type PlannedModel = Plan["models"][number];
export type ServerSettings = Plan["server"];
/** The cooling criteria and stops of a plan. */
export type ThermalRules = NonNullable<Plan["thermal"]>;

/** One cell of a plan's matrix: model x prompt tokens x concurrency. */
export interface Scenario {
  /** `MODEL-PROMPTxCONCURRENCY`, such as `qwen3-8b-2048x4`. */
  id: string;
  model: string;
  promptTokens: number;
  concurrency: number;
}

/**
 * The scenarios of a plan in the plan's own order: by model, then concurrency, then prompt length.
 * The order in which they ran is the record's.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { scenarioId } from "./plan.ts";
 *
 * assert.equal(scenarioId("tiny", 2048, 4), "tiny-2048x4");
 * ```
 */
export function scenariosOf(plan: Plan): Scenario[] {
  return plan.models.flatMap(({ id: model }) =>
    plan.concurrency.flatMap((concurrency) =>
      plan.promptTokens.map((promptTokens) => ({
        id: scenarioId(model, promptTokens, concurrency),
        model,
        promptTokens,
        concurrency,
      }))
    )
  );
}

/** The id of a scenario, which names its lines in a record. */
export function scenarioId(model: string, promptTokens: number, concurrency: number): string {
  return `${model}-${promptTokens}x${concurrency}`;
}
