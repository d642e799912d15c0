import { UserError } from "../base/errors.ts";
import { type FileSystem, replaceFile } from "../base/file_system.ts";
import type { Plan } from "../record/plan.ts";
import { hashesNow, type Lock, lockPath, readLock } from "./lock.ts";

/**
 * Writes a plan's lock: what stands fixed from now on. A lock that is there is kept when nothing
 * changed since, and never replaced when something did.
 *
 * @throws {UserError} When the plan is frozen already and something has changed.
 */
export async function freezePlan(
  plan: Plan,
  planFile: string,
  { files, wallMs }: { files: FileSystem; wallMs: number },
): Promise<Lock> {
  const hashes = await hashesNow(plan, planFile);
  const before = await readLock(planFile);
  if (before) {
    const same = Object.entries(hashes).every(([name, hash]) =>
      before.hashes[name as keyof typeof hashes] === hash
    );
    if (same) return before;
    throw new UserError(`Cannot freeze ${plan.id}: it was frozen on ${before.lockedUtc}.`, {
      advice: `Remove ${lockPath(planFile)} to freeze it as it is now.`,
    });
  }
  const lockedUtc = new Date(wallMs).toISOString();
  const lock: Lock = { schema: "corebook.lock", version: 1, plan: plan.id, lockedUtc, hashes };
  await replaceFile(files, lockPath(planFile), JSON.stringify(lock, null, 2) + "\n");
  return lock;
}
