import type { DeviceReading, TelemetrySourceLine } from "../../record/telemetry.ts";

/** What a source of readings gives, in order. */
export type SourceEvent =
  | {
    kind: "reading";
    /** The moment that it arrived, on the clock of the responses and on the wall clock. */
    atNs: number;
    wallMs: number;
    toolTime: string | null;
    devices: DeviceReading[];
  }
  /** A reading that was due and told nothing, and why. */
  | { kind: "failed"; message: string }
  /** Something to be noted beside the readings. */
  | { kind: "remark"; code: string; message: string };

/** Where readings of the machine come from: a tool, the system's own files, a script. */
export interface TelemetrySource {
  readonly facts: Omit<TelemetrySourceLine, "kind" | "atNs" | "wallMs">;
  /** What its devices told when it was found. */
  readonly first: readonly DeviceReading[];
  /** Begins to read; ends soon after the signal, even if the tool hangs. */
  events(signal: AbortSignal): AsyncIterable<SourceEvent>;
}

/** A source that was looked for. `absent`: there is no such tool here. */
export type FoundSource =
  | { kind: "found"; source: TelemetrySource }
  | { kind: "absent" }
  | { kind: "failed"; reason: string };
