import type { Response } from "../../record/response.ts";
import { type ArrivalSpill, spilledBlockEvents } from "./arrival_spill.ts";

/**
 * When the tokens of one response came: 12 bytes an event, at most 24 while the log grows, whatever
 * the event said. With a spill only the last block is in memory, however long the response is.
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
  #spilled = false;

  /** @param expected How many events there will be, so that the log need not grow while it measures. */
  constructor(expected: number, private readonly spill: ArrivalSpill | null = null) {
    const room = Math.max(16, Math.min(expected, spilledBlockEvents));
    this.#afterNs = new Float64Array(room);
    this.#tokens = new Uint32Array(room);
  }

  /** @param tokens How many tokens the event brought; one null makes all of them unknown. */
  add(afterNs: number, tokens: number | null): void {
    if (this.#length === this.#afterNs.length) this.#makeRoom();
    const at = this.#length++;
    this.#afterNs[at] = afterNs;
    if (tokens === null) this.#counted = false;
    else this.#tokens[at] = tokens;
  }

  /**
   * The log in the record's shape. What was spilled is read anew each time that a member is asked
   * for, so that lines of long responses can be written one by one in the memory of one.
   */
  arrivals(): Response["arrivals"] {
    const lastTimes = this.#afterNs.subarray(0, this.#length);
    const lastTokens = this.#tokens.subarray(0, this.#length);
    const counted = this.#counted;
    const { spill } = this;
    if (!this.#spilled || spill === null) {
      return {
        afterNs: Array.from(lastTimes),
        tokens: counted ? Array.from(lastTokens) : null,
      };
    }
    return {
      get afterNs() {
        return allOf(spill.times(), lastTimes);
      },
      get tokens() {
        return counted ? allOf(spill.tokens(), lastTokens) : null;
      },
    };
  }

  #makeRoom(): void {
    const room = this.#afterNs.length;
    if (this.spill !== null && room === spilledBlockEvents) {
      this.spill.take(this.#afterNs, this.#tokens);
      this.#spilled = true;
      this.#length = 0;
      return;
    }
    const larger = this.spill === null ? room * 2 : Math.min(room * 2, spilledBlockEvents);
    const afterNs = new Float64Array(larger);
    afterNs.set(this.#afterNs);
    this.#afterNs = afterNs;
    const tokens = new Uint32Array(larger);
    tokens.set(this.#tokens);
    this.#tokens = tokens;
  }
}

function allOf(blocks: Iterable<Iterable<number>>, last: Iterable<number>): number[] {
  const all: number[] = [];
  for (const block of blocks) for (const value of block) all.push(value);
  for (const value of last) all.push(value);
  return all;
}
