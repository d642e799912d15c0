import type { Response } from "../../record/response.ts";

/**
 * When the tokens of one response came: 12 bytes an event, at most 24 while the log grows, whatever
 * the event said.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ArrivalLog } from "./arrival_log.ts";
 *
 * const log = new ArrivalLog(2);
 * log.add(5_000_000, 1);
 * log.add(0, 2);
 * assert.deepEqual(log.arrivals(), { afterNs: [5_000_000, 0], tokens: [1, 2] });
 * ```
 */
export class ArrivalLog {
  #afterNs: Float64Array<ArrayBuffer>;
  #tokens: Uint32Array<ArrayBuffer>;
  #length = 0;
  #counted = true;

  /** @param expected How many events there will be, so that the log need not grow while it measures. */
  constructor(expected: number) {
    const room = Math.max(16, Math.min(expected, 65_536));
    this.#afterNs = new Float64Array(room);
    this.#tokens = new Uint32Array(room);
  }

  get length(): number {
    return this.#length;
  }

  /** @param tokens How many tokens the event brought; one null makes all of them unknown. */
  add(afterNs: number, tokens: number | null): void {
    const at = this.#length++;
    if (at === this.#afterNs.length) {
      const afterNs = new Float64Array(at * 2);
      afterNs.set(this.#afterNs);
      this.#afterNs = afterNs;
      const tokens = new Uint32Array(at * 2);
      tokens.set(this.#tokens);
      this.#tokens = tokens;
    }
    this.#afterNs[at] = afterNs;
    if (tokens === null) this.#counted = false;
    else this.#tokens[at] = tokens;
  }

  /** The log in the record's shape. */
  arrivals(): Response["arrivals"] {
    return {
      afterNs: Array.from(this.#afterNs.subarray(0, this.#length)),
      tokens: this.#counted ? Array.from(this.#tokens.subarray(0, this.#length)) : null,
    };
  }
}
