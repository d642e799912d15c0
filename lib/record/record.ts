import { z } from "zod";
import { calibrationSchema } from "./calibration.ts";
import { idSchema, planSchema, sha256Schema } from "./plan.ts";

const nsSchema = z.int().nonnegative();
const utcSchema = z.iso.datetime({ precision: 3 });

/** Where the numbers of a record come from; the two never share a table without a column for it. */
export const provenanceKinds = ["measured", "simulated"] as const;

/** What the host is, without its name: the label is the user's choice. */
export const hostSchema = z.strictObject({
  label: idSchema,
  cpu: z.string().nullable(),
  cores: z.int().positive(),
  memoryBytes: z.int().positive(),
  os: z.string(),
  kernel: z.string().nullable(),
  architecture: z.string(),
  gpus: z.array(z.strictObject({
    name: z.string(),
    driver: z.string().nullable(),
    memoryBytes: z.int().positive().nullable(),
  })),
});

export const engineSchema = z.strictObject({
  /** `llama-server`, another server's name, or the simulator's. */
  name: z.string(),
  /** As the server itself says it, such as `b11669-Debian`. */
  build: z.string().nullable(),
  version: z.string().nullable(),
  /** How it was had. */
  obtained: z.enum(["option", "path", "debian", "url", "simulator"]),
  /** The distribution's package and version, when it came from one. */
  package: z.string().nullable(),
});

/** One setting of the plan, held against what the running server said. */
export const settingCheckSchema = z.strictObject({
  setting: z.string(),
  planned: z.json(),
  found: z.json(),
  /** Where it was read, such as `/props default_generation_settings.n_ctx`; null: nowhere. */
  source: z.string().nullable(),
  verdict: z.enum(["equal", "different", "unverified"]),
});

/** A server as started for one model. */
export const serverSchema = z.strictObject({
  model: idSchema,
  flags: z.array(z.string()),
  environment: z.record(z.string(), z.string()),
  checks: z.array(settingCheckSchema),
  /** What `/props` said, filtered of anything that names a user, a host or a folder. */
  props: z.record(z.string(), z.json()).nullable(),
  startedNs: nsSchema.nullable(),
  readyNs: nsSchema.nullable(),
});

export const modelFileSchema = z.strictObject({
  id: idSchema,
  name: z.string(),
  /** File name without a folder; null when the server would not tell. */
  file: z.string().nullable(),
  /** Size and SHA-256; of a model that is split, of its parts one after the other. */
  bytes: z.int().positive().nullable(),
  sha256: sha256Schema.nullable(),
  quantization: z.string().nullable(),
  /** The parts in order, where there is more than one; `file` is the first. */
  parts: z.array(z.strictObject({
    file: z.string(),
    bytes: z.int().positive(),
    sha256: sha256Schema,
  })).min(2).optional(),
});

/** How far a scenario came, as the run saw it; what counts is judged anew from the responses. */
export const scenarioOutcomeSchema = z.strictObject({
  id: idSchema,
  model: idSchema,
  promptTokens: z.int().positive(),
  concurrency: z.int().positive(),
  status: z.enum(["completed", "stopped-in-warmup", "partial", "not-started"]),
  /** Why it is not completed; null when it is. */
  reason: z.string().nullable(),
  /** Null for a soak, which has no fixed number. */
  roundsPlanned: z.int().positive().nullable(),
  /** Measured rounds that count. */
  roundsCompleted: z.int().nonnegative(),
  /** Marked when an earlier session of the run was cut short: its thermal history differs. */
  resumed: z.boolean(),
});

/** How the run ended. */
export const runStateSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("running") }),
  z.strictObject({ kind: z.literal("completed") }),
  z.strictObject({
    kind: z.literal("stopped"),
    by: z.enum(["user", "thermal", "engine", "disk", "error"]),
    reason: z.string(),
    atNs: nsSchema,
  }),
  /** The process ended without a word; found and closed afterwards. */
  z.strictObject({ kind: z.literal("interrupted"), reason: z.string() }),
]);

/**
 * `record.json`: everything about a run but its responses, which lie beside it. Figures are never
 * stored: they are recomputed from the responses when the record is read.
 */
export const recordSchema = z.strictObject({
  schema: z.literal("corebook.record"),
  version: z.literal(1),
  /** Name of the record's folder: date, plan and host label. */
  id: idSchema,
  provenance: z.strictObject({
    kind: z.enum(provenanceKinds),
    /** One sentence: which engine, model and host the numbers come from. */
    statement: z.string().min(1),
  }),
  software: z.strictObject({
    name: z.literal("corebook"),
    version: z.string(),
    runtime: z.string(),
  }),
  clock: z.strictObject({
    /** What the monotonic times were read from. */
    source: z.string(),
    resolutionNs: z.number().positive(),
    /** Wall time at the origin of the monotonic clock, and at its last reading. */
    originUtc: utcSchema,
    endUtc: utcSchema.nullable(),
    endNs: nsSchema.nullable(),
  }),
  host: hostSchema,
  engine: engineSchema,
  models: z.array(modelFileSchema),
  servers: z.array(serverSchema),
  plan: planSchema,
  /** SHA-256 of the plan's canonical JSON (RFC 8785). */
  planSha256: sha256Schema,
  /** Ids of the scenarios in the order in which they ran or were to run. */
  order: z.array(idSchema),
  state: runStateSchema,
  scenarios: z.array(scenarioOutcomeSchema),
  totals: z.strictObject({
    responses: z.int().nonnegative(),
    valid: z.int().nonnegative(),
    rounds: z.int().nonnegative(),
  }),
  /** Lock written by `plan freeze` and what differed from it when the run began; null: not frozen. */
  frozen: z.strictObject({
    lockedUtc: utcSchema,
    hashes: z.record(z.string(), sha256Schema),
    changed: z.array(z.string()),
  }).nullable(),
  /** Client error against a server that knows the truth, before and after; null: not calibrated. */
  calibration: z.strictObject({
    before: calibrationSchema.nullable(),
    after: calibrationSchema.nullable(),
  }).nullable(),
});

/**
 * `record.json` in memory: the stored shape, told by `schema/record.schema.json`.
 *
 * @ignore
 */
export type RunRecord = z.infer<typeof recordSchema>;
export type Host = z.infer<typeof hostSchema>;
export type Engine = z.infer<typeof engineSchema>;
export type Server = z.infer<typeof serverSchema>;
export type SettingCheck = z.infer<typeof settingCheckSchema>;
export type ModelFile = z.infer<typeof modelFileSchema>;
export type ScenarioOutcome = z.infer<typeof scenarioOutcomeSchema>;
export type RunState = z.infer<typeof runStateSchema>;
/** What a record's numbers are: measured, or made by the simulator. */
export type ProvenanceKind = (typeof provenanceKinds)[number];
