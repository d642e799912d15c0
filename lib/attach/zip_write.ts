import { zipSync } from "fflate";

/** The earliest date that a ZIP can hold: a date of making would differ from build to build. */
const FIRST_DAY = () => new Date(1980, 0, 1); // in local time, as a ZIP has it

/**
 * Packs files as a ZIP that is the same byte for byte for the same files: sorted by name, one fixed
 * date, no owner, and a deflate in JavaScript, so that neither machine nor runtime matters.
 *
 * @param files Content by name, with `/` between the parts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { writeZip } from "./zip_write.ts";
 *
 * const [a, b] = [new Uint8Array([1]), new Uint8Array([2])];
 * const one = writeZip(new Map([["x/a", a], ["x/b", b]]));
 * assert.deepEqual(one, writeZip(new Map([["x/b", b], ["x/a", a]])));
 * ```
 */
export function writeZip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...files].sort(([a], [b]) => a < b ? -1 : 1);
  return zipSync(
    Object.fromEntries(sorted.map(([name, bytes]) => [name, [bytes, {}]])),
    { level: 9, mtime: FIRST_DAY(), os: 0 },
  );
}
