import { type ThrottleReason, throttleReasons } from "../../record/telemetry.ts";

/**
 * The reasons in a mask as nvidia-smi prints it, in hexadecimal. Bits that have no name here are
 * left out. Source: nvml.h, nvmlClocksEventReasons.
 *
 * @returns null when the text is no such mask, so that a word never reads as "no reason".
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { readThrottleMask } from "./throttle_mask.ts";
 *
 * assert.deepEqual(readThrottleMask("0x0000000000000004"), ["sw_power_cap"]);
 * assert.deepEqual(readThrottleMask("0x0000000000000000"), []);
 * assert.equal(readThrottleMask("[N/A]"), null);
 * ```
 */
export function readThrottleMask(text: string): ThrottleReason[] | null {
  if (!/^0x[0-9a-f]{1,16}$/i.test(text)) return null;
  const mask = BigInt(text);
  return throttleReasons.filter((_, bit) => (mask >> BigInt(bit)) & 1n);
}
