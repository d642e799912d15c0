import { z } from "zod";
import { canonicalSha256 } from "../base/canonical_json.ts";
import { exists } from "../base/exists.ts";
import { halfSha256, lockFileSha256 } from "../base/halves.ts";
import { hashHex } from "../base/hash.ts";
import { parseShape } from "../base/json_file.ts";
import { readJson } from "../base/read_json.ts";
import { idSchema, type Plan, sha256Schema } from "../record/plan.ts";
import type { RunRecord } from "../record/record.ts";
import { loadPromptText } from "./load.ts";

/** What a lock fixes, each by a SHA-256, and the words for it. */
export const lockedThings = {
  plan: "the plan",
  prompt: "the text of the prompts",
  cooling: "the cooling criteria",
  collecting: "the half that measures",
  reading: "the half that computes figures",
  dependencies: "the packages' versions",
} as const;

export type LockedHashes = Record<keyof typeof lockedThings, string>;

const hashesSchema = z.strictObject(
  Object.fromEntries(Object.keys(lockedThings).map((name) => [name, sha256Schema])) as Record<
    keyof typeof lockedThings,
    typeof sha256Schema
  >,
);

/** `PLAN.lock.json`: what stood fixed before a campaign, and since when. */
export const lockSchema = z.strictObject({
  schema: z.literal("corebook.lock"),
  version: z.literal(1),
  plan: idSchema,
  lockedUtc: z.iso.datetime({ precision: 3 }),
  hashes: hashesSchema,
});
export type Lock = z.infer<typeof lockSchema>;

/** Everything that a lock fixes, as it stands now: JSON by its canonical form (RFC 8785). */
export async function hashesNow(plan: Plan, planFile: string): Promise<LockedHashes> {
  return {
    plan: canonicalSha256(plan),
    prompt: hashHex("sha256", await loadPromptText(plan.promptText, planFile)),
    cooling: canonicalSha256(plan.thermal?.criteria ?? null),
    collecting: await halfSha256("collecting"),
    reading: await halfSha256("reading"),
    dependencies: await lockFileSha256(),
  };
}

/** The place of a plan's lock: `x.json` has `x.lock.json` beside it. */
export function lockPath(planPath: string): string {
  return planPath.replace(/(\.json)?$/, ".lock.json");
}

/**
 * Reads a plan's lock.
 *
 * @returns null when the plan was not frozen.
 * @throws {UserError} When it is there but is no lock.
 */
export async function readLock(planPath: string): Promise<Lock | null> {
  const path = lockPath(planPath);
  return await exists(path) ? parseShape(lockSchema, await readJson(path), path) : null;
}

/** A record's word on its lock: what it fixed, and what had changed when the run began. */
export function frozenBy(lock: Lock | null, now: LockedHashes): RunRecord["frozen"] {
  if (!lock) return null;
  const names = Object.keys(lockedThings) as (keyof LockedHashes)[];
  return {
    lockedUtc: lock.lockedUtc,
    hashes: lock.hashes,
    changed: names.filter((name) => lock.hashes[name] !== now[name]),
  };
}
