/**
 * Whether something, a broken link too, stands under a name.
 *
 * @throws When it cannot be known, as where a folder may not be entered.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { exists } from "./exists.ts";
 *
 * assert(await exists(import.meta.dirname!));
 * assert(!await exists("/no such file"));
 * ```
 */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
