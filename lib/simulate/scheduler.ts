import { batchNs } from "./batch_cost.ts";
import type { ModelTiming } from "./profile.ts";
import type { Speed } from "./speed.ts";

/** A request as the scheduler sees it. */
export interface Job {
  /** Any number that is not in use. */
  id: number;
  promptTokens: number;
  /** Ends after so many tokens. */
  outputTokens: number;
  /** The slot that it must run in; null takes the first that is free. */
  slot: number | null;
}

/** What happened to a job at a moment of the simulated server. */
export type Happening =
  /** Its prompt is in a batch for the first time: the server sends the headers. */
  | { kind: "started"; job: number; slot: number; atNs: number }
  /** A batch with a part of its prompt is done. */
  | { kind: "prompt"; job: number; processed: number; atNs: number }
  /** Its next token is there, the first as number 1. */
  | { kind: "token"; job: number; number: number; last: boolean; atNs: number };

/** What a slot is doing. */
export interface SlotState {
  job: Job;
  processed: number;
  generated: number;
}

export interface SchedulerOptions {
  slots: number;
  /** Most tokens in a batch. */
  batchTokens: number;
  timing: ModelTiming;
  speed: Speed;
  /** Factor on all times. */
  timeScale?: number;
}

interface RunningBatch {
  endNs: number;
  prompts: { slot: number; tokens: number }[];
  decoding: number[];
}

/**
 * The server's inside without a clock of its own: slots, a queue, and batches that follow one
 * another while there is work. As in llama-server a batch takes one token of each request that is
 * generating, then prompt tokens in the order of the slots until it is full; so prompts are processed
 * one after the other, and requests that generate go on beside them. A request that comes while a
 * batch is computed waits for the next.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Scheduler } from "./scheduler.ts";
 * import { steadySpeed } from "./steady_speed.ts";
 *
 * const timing = {
 *   promptTokenNs: 10,
 *   promptAttentionNs: 0,
 *   sharedPromptTokenNs: 10,
 *   sharedPromptAttentionNs: 0,
 *   decodeNs: 100,
 *   decodeRequestNs: 0,
 *   decodeContextNs: 0,
 *   sharedDecodeContextNs: 0,
 * };
 * const scheduler = new Scheduler({ slots: 1, batchTokens: 4, timing, speed: steadySpeed() });
 * scheduler.submit({ id: 7, promptTokens: 8, outputTokens: 2, slot: null }, 1000);
 * const times = scheduler.advance(Infinity).map(({ kind, atNs }) => `${kind} ${atNs}`);
 * assert.deepEqual(times, [
 *   "started 1000",
 *   "prompt 1040",
 *   "prompt 1080",
 *   "token 1080",
 *   "token 1180",
 * ]);
 * ```
 */
export class Scheduler {
  #slots: (SlotState | null)[];
  #queue: Job[] = [];
  #batch: RunningBatch | null = null;
  #happened: Happening[] = [];
  #cancelled = new Set<number>();
  batches = 0;

  constructor(private readonly options: SchedulerOptions) {
    this.#slots = Array.from({ length: options.slots }, () => null);
  }

  /** What each slot is doing; null when it is idle. */
  get slots(): readonly (Readonly<SlotState> | null)[] {
    return this.#slots;
  }

  /** Jobs that wait for a slot. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** When something happens next; null when there is nothing to do. */
  get nextNs(): number | null {
    if (this.#happened.length > 0) return this.#happened[0].atNs;
    return this.#batch?.endNs ?? null;
  }

  submit(job: Job, atNs: number): void {
    this.#queue.push(job);
    this.#assign();
    if (this.#batch === null) this.#begin(atNs);
  }

  /** Its client is gone: a job that runs is noticed at the end of its batch. */
  cancel(job: number): void {
    const queued = this.#queue.findIndex(({ id }) => id === job);
    if (queued >= 0) this.#queue.splice(queued, 1);
    else if (this.#slots.some((slot) => slot?.job.id === job)) this.#cancelled.add(job);
  }

  /** All that happens until a moment, in order. */
  advance(toNs: number): Happening[] {
    while (this.#batch !== null && this.#batch.endNs <= toNs) this.#end(this.#batch);
    const happened = this.#happened.filter(({ atNs }) => atNs <= toNs);
    this.#happened = this.#happened.filter(({ atNs }) => atNs > toNs);
    return happened;
  }

  #assign(): void {
    this.#queue = this.#queue.filter((job) => {
      const slot = job.slot ?? this.#slots.indexOf(null);
      if (slot < 0 || this.#slots[slot] !== null) return true;
      this.#slots[slot] = { job, processed: 0, generated: 0 };
      return false;
    });
  }

  #begin(atNs: number): void {
    const { batchTokens, timing, speed, timeScale = 1 } = this.options;
    const busy = [...this.#slots.entries()].flatMap(([slot, state]) =>
      state ? { slot, state } : []
    );
    const decoding = busy.filter(({ state }) => state.generated > 0);
    let room = Math.max(0, batchTokens - decoding.length);
    const prompts: RunningBatch["prompts"] = [];
    for (const { slot, state } of busy) {
      const tokens = Math.min(room, state.job.promptTokens - state.processed);
      if (tokens <= 0) continue;
      if (state.processed === 0) {
        this.#happened.push({ kind: "started", job: state.job.id, slot, atNs });
      }
      prompts.push({ slot, tokens });
      room -= tokens;
    }
    if (prompts.length + decoding.length === 0) {
      this.#batch = null;
      return speed.rest(atNs);
    }
    const nominalNs = batchNs(timing, {
      prompts: prompts.map(({ slot, tokens }) => ({
        tokens,
        before: this.#slots[slot]!.processed,
      })),
      contexts: decoding.map(({ state }) => state.job.promptTokens + state.generated),
    });
    const takesNs = Math.round(nominalNs * speed.begin(atNs) * timeScale);
    this.#batch = {
      endNs: atNs + Math.max(1, takesNs),
      prompts,
      decoding: decoding.map(({ slot }) => slot),
    };
  }

  #end({ endNs, prompts, decoding }: RunningBatch): void {
    this.batches++;
    const generating = [...decoding];
    for (const { slot, tokens } of prompts) {
      const state = this.#slots[slot]!;
      state.processed += tokens;
      const { job, processed } = state;
      this.#happened.push({ kind: "prompt", job: job.id, processed, atNs: endNs });
      if (processed === job.promptTokens) generating.push(slot);
    }
    for (const slot of generating.sort((a, b) => a - b)) {
      const state = this.#slots[slot]!;
      const number = ++state.generated;
      const last = number >= state.job.outputTokens;
      this.#happened.push({ kind: "token", job: state.job.id, number, last, atNs: endNs });
      if (last) this.#slots[slot] = null;
    }
    for (const [slot, state] of this.#slots.entries()) {
      if (state && this.#cancelled.has(state.job.id)) this.#slots[slot] = null;
    }
    this.#cancelled.clear();
    this.#assign();
    this.#begin(endNs);
  }
}
