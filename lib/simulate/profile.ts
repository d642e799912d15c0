import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { UserError } from "../base/errors.ts";
import { exists } from "../base/exists.ts";
import { parseShape } from "../base/json_file.ts";
import { readJson } from "../base/read_json.ts";

const ns = z.number().nonnegative();

/** What one batch of a model costs; the formulas stand in `batch_cost.ts`. */
const modelTimingSchema = z.strictObject({
  /** Of each prompt token. */
  promptTokenNs: ns,
  /** Of each prompt token for each token that stands before it. */
  promptAttentionNs: ns,
  /** The same two in a batch that holds tokens of other requests as well. */
  sharedPromptTokenNs: ns,
  sharedPromptAttentionNs: ns,
  /** Of a decode step with one request. */
  decodeNs: ns,
  /** More for each further request in the step. */
  decodeRequestNs: ns,
  /** More for each token in the context of a single request, and in those of several. */
  decodeContextNs: ns,
  sharedDecodeContextNs: ns,
});

/** A simulated server: which model takes how long, and how it wavers. */
export const profileSchema = z.strictObject({
  schema: z.literal("corebook.simulator-profile"),
  version: z.literal(1),
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  /** What its times are taken from. Part of every record that they get into. */
  source: z.string().min(1),
  /** By the model's id in a plan; `*` stands for any other. */
  models: z.record(z.string(), modelTimingSchema),
  /** How the speed changes; shares of the time of a batch. */
  speed: z.strictObject({
    /** Standard deviation from one batch to the next. */
    batchJitter: z.number().min(0).max(0.2),
    /** Standard deviation of the slow wander of the clock rate, and its correlation time. */
    wander: z.number().min(0).max(0.2),
    wanderSeconds: z.number().positive(),
    /** Slowdown of a fully warm machine, and how long it takes to warm to 63 %. */
    warmSlowdown: z.number().min(0).max(1),
    warmSeconds: z.number().positive(),
  }),
  /** What the simulated sensor shows, idle and fully warm, and how long it takes to 63 % of it. */
  sensor: z.strictObject({
    warmSeconds: z.number().positive(),
    idleCelsius: z.number(),
    warmCelsius: z.number(),
    idleWatts: z.number(),
    busyWatts: z.number(),
  }),
  seed: z.int().nonnegative(),
});

/** A profile in memory: the stored shape. */
export type SimulatorProfile = z.infer<typeof profileSchema>;
export type ModelTiming = z.infer<typeof modelTimingSchema>;

const folder = fileURLToPath(new URL("./profiles/", import.meta.url));

/** Ids of the profiles that come with the project. */
async function profileIds(): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.map(({ name }) => name.replace(/\.json$/, "")).sort();
}

/**
 * Loads a profile by its id, or from a JSON file.
 *
 * @throws {UserError} When there is no such profile, or its file is no profile.
 */
export async function loadProfile(idOrPath: string): Promise<SimulatorProfile> {
  const ids = await profileIds();
  const path = ids.includes(idOrPath) ? join(folder, `${idOrPath}.json`) : idOrPath;
  if (!path.endsWith(".json") && !await exists(path)) {
    throw new UserError(`Cannot simulate: there is no profile ${idOrPath}.`, {
      advice: `There are: ${ids.join(", ")}.`,
      exitCode: 2,
    });
  }
  return parseShape(profileSchema, await readJson(path), path);
}

/**
 * The times of a model, or those of any model.
 *
 * @throws {UserError} When the profile has neither.
 */
export function timingOf(profile: SimulatorProfile, model: string): ModelTiming {
  const timing = profile.models[model] ?? profile.models["*"];
  if (timing) return timing;
  throw new UserError(`Cannot simulate ${model}: the profile ${profile.id} does not have it.`, {
    advice: `It has ${Object.keys(profile.models).join(", ")}.`,
  });
}
