import type { Plan } from "../../record/plan.ts";
import { ArrivalSpill, type SpillPlace } from "./arrival_spill.ts";
import { parseEvent } from "./event_json.ts";
import { EventParser, type EventSink } from "./event_parser.ts";
import { ExchangeFailure } from "./exchange_failure.ts";
import { type EventReader, Generation } from "./generation.ts";
import { HttpResponse, type ResponseSink } from "./http_response.ts";
import { LlamaCompletionReader } from "./llama_completion.ts";
import { openAiChatReader } from "./openai_chat.ts";
import { openAiTextReader } from "./openai_text.ts";
import { messageIn, refusalOf } from "./refusal.ts";
import type { Exchange } from "./exchange.ts";

/** Most of a body that is kept for the message of a refusal. */
const keptBodyBytes = 4096;
const longestMessage = 500;

const readers: Record<Plan["endpoint"], (generation: Generation) => EventReader> = {
  "/completion": (generation) => new LlamaCompletionReader(generation),
  "/v1/completions": openAiTextReader,
  "/v1/chat/completions": openAiChatReader,
};

/**
 * One exchange seen as bytes with times: HTTP, event stream and protocol in one pure push parser.
 * The socket around it only reads, stamps and feeds.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { ResponseReading } from "./response_reading.ts";
 *
 * const reading = new ResponseReading("/completion", 1);
 * reading.sent(100);
 * reading.feed(
 *   new TextEncoder().encode(
 *     "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" +
 *       'data: {"content":"hi","tokens":[7],"tokens_predicted":1}\n\n',
 *   ),
 *   110,
 * );
 * assert.equal(reading.exchange().firstTokenNs, 110);
 * ```
 */
export class ResponseReading {
  #sentNs: number | null = null;
  #headersNs: number | null = null;
  #closedNs: number | null = null;
  #httpStatus: number | null = null;
  #error: Exchange["error"] = null;
  #ended = false;
  #generation: Generation;
  #http: HttpResponse;
  #spill: ArrivalSpill | null;

  /**
   * @param expectedTokens For how many token events to make room beforehand.
   * @param spill Where arrivals go that are too many for memory; null keeps them there.
   */
  constructor(
    endpoint: Plan["endpoint"],
    expectedTokens: number,
    spill: SpillPlace | null = null,
  ) {
    this.#spill = spill && new ArrivalSpill(spill);
    this.#generation = new Generation(expectedTokens, this.#spill);
    this.#http = new HttpResponse(this.#sink(readers[endpoint](this.#generation)));
  }

  /** No more is to be fed: the response is whole, or it has failed. */
  get ended(): boolean {
    return this.#ended;
  }

  /** All that belongs to the generation has come, though the body may not have ended. */
  get complete(): boolean {
    return this.#generation.complete;
  }

  /** The first byte of the request goes out now. */
  sent(atNs: number): void {
    this.#sentNs = atNs;
    this.#generation.sent(atNs);
  }

  /** Takes what one read brought. */
  feed(bytes: Uint8Array, atNs: number, length = bytes.length): void {
    if (this.#ended) return;
    try {
      if (this.#sentNs === null) {
        throw new ExchangeFailure("bad-http", "The server answered before the request was sent");
      }
      this.#http.feed(bytes, atNs, length);
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      this.fail(error);
    }
  }

  /** The server has closed the connection. */
  eof(atNs: number): void {
    if (this.#ended) return;
    this.#closedNs = atNs;
    try {
      this.#http.eof(atNs);
    } catch (error) {
      if (!(error instanceof ExchangeFailure)) throw error;
      this.fail(error);
    }
  }

  /** The exchange has failed; a second failure changes nothing. */
  fail(failure: ExchangeFailure): void {
    if (this.#ended) return;
    this.#ended = true;
    const message = failure.message.replace(/\s+/g, " ").trim();
    this.#error = {
      code: failure.code,
      message: message.length > longestMessage ? `${message.slice(0, longestMessage)}…` : message,
    };
  }

  /** The rest of the body is not waited for. */
  leave(): void {
    this.#ended = true;
  }

  /** Resolves when what was spilled can be read. */
  async settled(): Promise<void> {
    await this.#spill?.settled();
  }

  /** What the exchange met so far; behind `settled` where there is a spill. */
  exchange(): Omit<Exchange, "connectStartNs" | "connectedNs"> {
    const generation = this.#generation;
    return {
      sentNs: this.#sentNs,
      headersNs: this.#headersNs,
      firstEventNs: generation.firstEventNs,
      firstTokenNs: generation.firstTokenNs,
      firstVisibleNs: generation.firstVisibleNs,
      lastTokenNs: generation.lastTokenNs,
      finalEventNs: generation.finalEventNs,
      closedNs: this.#closedNs,
      arrivals: generation.arrivals(),
      tokens: generation.tokens,
      stopType: generation.stopType,
      truncated: generation.truncated,
      timings: generation.timings,
      httpStatus: this.#httpStatus,
      error: this.#error,
      reportedSlot: generation.reportedSlot,
    };
  }

  #sink(reader: EventReader): ResponseSink {
    const events = new EventParser(eventSink(reader, this.#generation));
    let refusal: ((body: string) => ExchangeFailure) | null = null;
    let kept = "";
    let untouched = true;
    return {
      head: (head, atNs) => {
        this.#headersNs = atNs;
        this.#httpStatus = head.status;
        refusal = refusalOf(head);
      },
      body: (bytes, from, to, atNs) => {
        if (refusal !== null) {
          const room = Math.min(to, from + keptBodyBytes - kept.length);
          kept += new TextDecoder().decode(bytes.subarray(from, room));
          if (this.#httpStatus === 200 || kept.length >= keptBodyBytes) throw refusal(kept);
          return;
        }
        if (untouched && bytes[from] === 0x1f) {
          throw new ExchangeFailure(
            "bad-event",
            "The response's body is compressed (gzip) and its head does not say so",
          );
        }
        untouched = false;
        events.feed(bytes, from, to, atNs);
      },
      end: (atNs) => {
        this.#closedNs = atNs;
        if (refusal !== null) throw refusal(kept);
        events.end(atNs);
        this.#ended = true;
      },
    };
  }
}

function eventSink(reader: EventReader, generation: Generation): EventSink {
  return {
    event: (bytes, from, to, atNs, named) => {
      if (named === "error") {
        generation.event(atNs);
        const value = parseEvent(bytes, from, to);
        throw new ExchangeFailure("error-event", String(value.message ?? JSON.stringify(value)));
      }
      reader.event(bytes, from, to, atNs);
    },
    errorField: (bytes, from, to, atNs) => {
      generation.event(atNs);
      const text = new TextDecoder().decode(bytes.subarray(from, to));
      throw new ExchangeFailure("error-event", messageIn(`{"error":${text}}`) ?? text);
    },
  };
}
