import type { RunState, ScenarioOutcome } from "../record/record.ts";
import type { Response } from "../record/response.ts";

/** Where a run stands in its plan. */
interface Place {
  scenario: string;
  phase: Response["phase"];
  /** Counted from 1 within its phase. */
  round: number;
  /** Rounds of that phase; null for a soak, which ends by time. */
  of: number | null;
  requests: number;
  /** Null on a host without a sensor. */
  celsius: number | null;
  /** Estimated until the end of the run; null while there is nothing to estimate from. */
  secondsLeft: number | null;
}

/** What a run tells while it goes on. Nothing is told between a barrier and the end of its round. */
export type ProgressEvent =
  | { kind: "server-starting"; model: string }
  | { kind: "server-ready"; model: string; seconds: number | null }
  | { kind: "run-started"; id: string; folder: string; scenarios: number; resumed: boolean }
  | { kind: "cooling-down"; celsius: number; targetCelsius: number }
  | { kind: "scenario-started"; scenario: string; place: number; of: number }
  | ({ kind: "round-started" } & Place)
  | ({
    kind: "round-ended";
    /** Responses that are valid or, from a server that does not tell, not refused. */
    sound: number;
    counts: boolean;
    /** Why it does not count. */
    causes: string[];
    seconds: number;
    /** Generated tokens over the round's span: a sign of life, not a figure of the method. */
    tokensPerSecond: number | null;
  } & Place)
  | { kind: "scenario-ended"; outcome: ScenarioOutcome }
  | ({ kind: "hour-ended" } & HourSummary)
  | { kind: "note"; code: string; message: string }
  | {
    kind: "run-ended";
    folder: string;
    state: RunState;
    scenarios: ScenarioOutcome[];
    sealed: boolean;
  };

/** One hour of a soak, counted from the start of its first measured request. */
export interface HourSummary {
  scenario: string;
  /** From 1; the last one of a soak may be shorter. */
  hour: number;
  minutes: number;
  rounds: number;
  responses: number;
  /** Responses that do not count. */
  refused: number;
  tokensPerSecond: number | null;
  maximumCelsius: number | null;
}

/** Takes the events of a run, in order. */
export type ProgressListener = (event: ProgressEvent) => void;
