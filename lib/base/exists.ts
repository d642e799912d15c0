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
 * assert(!await exists(`${import.meta.filename}/below a file`));
 * ```
 */
export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    const { NotADirectory, NotFound } = Deno.errors;
    if (error instanceof NotFound || error instanceof NotADirectory) return false;
    throw error;
  }
}
