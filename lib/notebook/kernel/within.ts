/**
 * What the promise resolves to, or null when that takes longer than `ms`; no timer is left behind.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { within } from "./within.ts";
 *
 * assert.equal(await within(Promise.resolve("in time"), 1000), "in time");
 * assert.equal(await within(new Promise(() => {}), 1), null);
 * ```
 */
export async function within<T>(promise: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), ms);
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
