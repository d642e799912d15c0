import type { Clock } from "../../lib/base/clock.ts";
import {
  decodeTelemetryLine,
  type DeviceReading,
  emptyReading,
} from "../../lib/record/telemetry.ts";
import type { TelemetryLine } from "../../lib/record/telemetry.ts";
import type { SourceEvent, TelemetrySource } from "../../lib/run/telemetry/source.ts";
import { gunzipSync } from "node:zlib";

/** A clock that stands still until it is told how much time passes; sleepers wake on their way. */
export interface SteppedClock extends Clock {
  /** Everything that each waking sets off is done before the next. */
  pass(ms: number): Promise<void>;
  shiftWall(ms: number): void;
  /** Resolves when someone has slept: what had to be opened before is open then. */
  readonly inUse: Promise<void>;
}

export function steppedClock(): SteppedClock {
  let nowMs = 0;
  let shiftMs = 0;
  const sleepers = new Set<{ untilMs: number; wake: () => void }>();
  const used = Promise.withResolvers<void>();
  return {
    inUse: used.promise,
    nowNs: () => Math.round(nowMs * 1e6),
    wallMs: () => Date.UTC(2026, 0, 1) + nowMs + shiftMs,
    shiftWall: (ms) => shiftMs += ms,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = {
          untilMs: nowMs + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        used.resolve();
        signal?.addEventListener("abort", () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        }, { once: true });
      }),
    pass: async (ms) => {
      const endMs = nowMs + ms;
      for (;;) {
        await turns();
        const next = [...sleepers].sort((a, b) => a.untilMs - b.untilMs)[0];
        if (!next || next.untilMs > endMs) break;
        nowMs = Math.max(nowMs, next.untilMs);
        next.wake();
      }
      nowMs = endMs;
    },
  };
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

/** A clock that others move: who sleeps on this one is only woken by a signal. */
export function watchingClock(clock: Clock): Clock {
  return {
    ...clock,
    sleep: (_, signal) =>
      new Promise((_, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
      ),
  };
}

/** One GPU that tells this and nothing else. */
export function gpuReading(changes: Partial<DeviceReading>): DeviceReading {
  return { ...emptyReading("gpu0"), ...changes };
}

/** A source that says what it is told to, when it is told to. */
export function pushSource(first: DeviceReading[]): TelemetrySource & {
  push(event: SourceEvent): void;
  /** A reading now. */
  read(clock: Clock, ...devices: DeviceReading[]): void;
} {
  const { readable, writable } = new TransformStream<SourceEvent, SourceEvent>(undefined, {
    highWaterMark: 1000,
  });
  const writer = writable.getWriter();
  const push = (event: SourceEvent) => void writer.write(event);
  return {
    facts: {
      tool: "script",
      version: null,
      fields: [],
      devices: first.map(({ device }) => ({ device, name: "GPU", energyRangeMicrojoules: null })),
    },
    first,
    push,
    read: (clock, ...devices) =>
      push({
        kind: "reading",
        atNs: clock.nowNs(),
        wallMs: clock.wallMs(),
        toolTime: null,
        devices,
      }),
    events: async function* (signal) {
      signal.addEventListener("abort", () => writer.close(), { once: true });
      yield* readable;
    },
  };
}

/** All lines of a record's telemetry, sealed or not. */
export async function telemetryLines(folder: string): Promise<TelemetryLine[]> {
  const path = `${folder}/data/telemetry.jsonl`;
  const bytes = await Deno.readFile(`${path}.gz`).then(gunzipSync, () => Deno.readFile(path));
  return new TextDecoder().decode(bytes).trim().split("\n")
    .map((line, at) => decodeTelemetryLine(line, `telemetry.jsonl:${at + 1}`));
}
