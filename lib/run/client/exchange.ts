import type { Clock } from "../../base/clock.ts";
import type { Response } from "../../record/response.ts";
import type { SpillPlace } from "./arrival_spill.ts";
import type { Connection } from "./connection.ts";

/** When a request is given up. */
export interface RequestLimits {
  /** Longest time from the write to the end of the response. */
  responseSeconds: number;
  /** Longest time without any byte from the server; also the longest time to connect. */
  silenceSeconds: number;
}

export interface RequestOptions {
  clock: Clock;
  limits: RequestLimits;
  /** Gives the request up; its exchange says `abandoned`. */
  signal?: AbortSignal;
  /**
   * Where the arrivals of responses of more than 16,384 token events are kept until their lines are
   * written; without it they are kept in memory, 12 to 24 bytes an event.
   */
  spill?: SpillPlace;
  /** Opens the connection in another way than by a socket to the target. */
  connect?(signal: AbortSignal): Promise<Connection>;
}

/** What a request met, in the words of the record. */
export type Exchange =
  & Pick<
    Response,
    | "connectStartNs"
    | "connectedNs"
    | "sentNs"
    | "headersNs"
    | "firstEventNs"
    | "firstTokenNs"
    | "firstVisibleNs"
    | "lastTokenNs"
    | "finalEventNs"
    | "closedNs"
    | "arrivals"
    | "tokens"
    | "stopType"
    | "truncated"
    | "timings"
    | "httpStatus"
    | "error"
  >
  & { reportedSlot: number | null };

/** A request whose connection is open and whose bytes are ready: one write is left to do. */
export interface PreparedRequest {
  readonly connectStartNs: number;
  /** When the connection stood, or when the attempt failed. */
  readonly connectedNs: number;
  /**
   * Writes the request and resolves when its response has ended. The write happens within the call,
   * so that a barrier is a loop of calls. Never rejects: a failure is an exchange with an `error`
   * and whatever was seen before it.
   */
  fire(): Promise<Exchange>;
  /** Closes the connection of a request that will not be fired. */
  cancel(): void;
}
