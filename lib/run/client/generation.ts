import type { Response } from "../../record/response.ts";
import { ArrivalLog } from "./arrival_log.ts";
import type { ArrivalSpill } from "./arrival_spill.ts";
import { ExchangeFailure } from "./exchange_failure.ts";

/**
 * What the events of one response have told so far, whatever their protocol. It holds the rules that
 * every stream must keep: one final event, no token behind it, a running count that never falls.
 */
export class Generation {
  firstEventNs: number | null = null;
  firstTokenNs: number | null = null;
  firstVisibleNs: number | null = null;
  lastTokenNs: number | null = null;
  finalEventNs: number | null = null;
  readonly tokens: Response["tokens"] = {
    contentEvents: 0,
    predicted: null,
    evaluated: null,
    processed: null,
    cached: null,
  };
  stopType: string | null = null;
  truncated: boolean | null = null;
  timings: Response["timings"] = null;
  reportedSlot: number | null = null;
  /** Nothing that belongs to the response is still to come. */
  complete = false;

  #arrivals: ArrivalLog;
  #lastNs = 0;

  constructor(expectedTokens: number, spill: ArrivalSpill | null = null) {
    this.#arrivals = new ArrivalLog(expectedTokens, spill);
  }

  /** The moment from which the first arrival counts. */
  sent(atNs: number): void {
    this.#lastNs = atNs;
  }

  /** An event of any kind has arrived. */
  event(atNs: number): void {
    this.firstEventNs ??= atNs;
  }

  /**
   * An event with the server's running count of generated tokens.
   *
   * @param visible It has text that a reader would see.
   */
  counted(atNs: number, predicted: number, visible: boolean): void {
    const before = this.tokens.predicted ?? 0;
    if (predicted < before) badEvent(`counts ${predicted} tokens after ${before}`);
    this.tokens.predicted = predicted;
    if (predicted > before) this.token(atNs, predicted - before, visible);
    else if (visible) this.tokens.contentEvents++;
  }

  /**
   * An event that carries generated tokens.
   *
   * @param tokens How many; null where the server keeps no running count.
   * @param text It has text, seen by a reader or not.
   */
  token(atNs: number, tokens: number | null, visible: boolean, text = visible): void {
    if (this.finalEventNs !== null) badEvent("carries a token behind the final event");
    this.firstTokenNs ??= atNs;
    this.lastTokenNs = atNs;
    if (text) this.tokens.contentEvents++;
    if (visible) this.firstVisibleNs ??= atNs;
    this.#arrivals.add(atNs - this.#lastNs, tokens);
    this.#lastNs = atNs;
  }

  /** The final generation event. */
  final(atNs: number, stopType: string | null): void {
    if (this.finalEventNs !== null) {
      throw new ExchangeFailure("second-final-event", "The stream has a second final event");
    }
    this.finalEventNs = atNs;
    this.stopType = stopType;
  }

  arrivals(): Response["arrivals"] {
    return this.#arrivals.arrivals();
  }
}

/** What reads the events of one response, by the protocol of its endpoint. */
export interface EventReader {
  /**
   * Takes the data of one event, from `from` to before `to`; the bytes are only lent.
   *
   * @throws {ExchangeFailure} `bad-event`, `error-event` or `second-final-event`.
   */
  event(bytes: Uint8Array, from: number, to: number, atNs: number): void;
}

/** @throws {ExchangeFailure} `bad-event`. */
export function badEvent(what: string): never {
  throw new ExchangeFailure("bad-event", `An event of the stream ${what}`);
}
