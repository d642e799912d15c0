import type { TruthLine } from "../record/truth.ts";
import { ChunkWriter } from "./chunk_writer.ts";
import type { Fault } from "./fault.ts";
import type { GenerationRequest } from "./generation_request.ts";
import { answerBytes, eventChunk, jsonAnswer, lastChunk, streamHead } from "./http_answer.ts";
import type { Pipe } from "./pipe.ts";
import type { Happening } from "./scheduler.ts";
import { timingsOf } from "./timings.ts";
import { answerLength, answerToken, placeAfter, tokenBytes } from "./vocabulary.ts";
import type { GenerationState, Wording } from "./wording.ts";

export interface ReplyOptions {
  /** Counted from 1. */
  number: number;
  request: GenerationRequest;
  wording: Wording;
  pipe: Pipe;
  nowNs: () => number;
  receivedNs: number;
  keepAlive: boolean;
  contextTokens: number;
  fault: Fault | null;
}

/**
 * Answers one generation: what happens in the scheduler becomes chunks on the connection, and their
 * true times become a line of the log. A token that completes no character is held back.
 */
export class GenerationReply {
  /** How many tokens to generate, and why it then stops. */
  readonly outputTokens: number;
  /** Resolves when the last byte is written, or no more will come. */
  readonly ended: Promise<void>;

  #writer: ChunkWriter;
  #truth: TruthLine;
  #decoder = new TextDecoder();
  #tokens: number[] = [];
  #text = "";
  #slot = 0;
  #startedNs = 0;
  #firstTokenNs: number | null = null;
  #processed = 0;
  #lastSentNs: number;
  #over = false;
  #end: () => void;
  #stopType: "limit" | "eos" = "limit";
  #truncated: boolean;

  constructor(private readonly options: ReplyOptions) {
    const { request, fault, receivedNs, pipe, nowNs, number, contextTokens } = options;
    this.#writer = new ChunkWriter(pipe, nowNs);
    const room = contextTokens - request.promptIds.length;
    const asked = request.outputTokens ?? Infinity;
    const natural = request.ignoreEos
      ? Infinity
      : answerLength - placeAfter(request.promptIds.at(-1)!);
    const short = fault?.kind === "short" ? Math.max(1, fault.afterTokens) : Infinity;
    this.outputTokens = Math.min(room, asked, natural, short);
    if (this.outputTokens < Math.min(room, asked)) this.#stopType = "eos";
    this.#truncated = this.#stopType === "limit" && asked > room || fault?.kind === "truncated";
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#end = resolve;
    this.#lastSentNs = receivedNs;
    this.#truth = {
      kind: "truth",
      request: number,
      slot: null,
      promptTokens: request.promptIds.length,
      receivedNs,
      headersNs: null,
      firstTokenNs: null,
      lastTokenNs: null,
      finalEventNs: null,
      sentAfterNs: [],
      fault: fault?.kind ?? null,
    };
  }

  /** What was sent, as far as it went. */
  get truth(): TruthLine {
    return this.#truth;
  }

  /** The fault says that the whole server ends now. */
  get exits(): boolean {
    return this.#breaksOff("exit");
  }

  happened(happening: Happening): void {
    if (this.#over) return;
    const { request, wording } = this.options;
    if (happening.kind === "started") {
      this.#slot = this.#truth.slot = happening.slot;
      this.#startedNs = happening.atNs;
      if (!request.stream) return;
      this.#writer.send(streamHead(this.options.keepAlive), (atNs) => this.#truth.headersNs = atNs);
      this.#progress(happening.atNs);
    } else if (happening.kind === "prompt") {
      this.#processed = happening.processed;
      this.#progress(happening.atNs);
    } else {
      this.#firstTokenNs ??= happening.atNs;
      if (this.#breaksOff("cut", "silence", "error-event", "exit")) return this.#breakOff();
      const token = answerToken(placeAfter(request.promptIds.at(-1)!) + this.#tokens.length);
      this.#tokens.push(token);
      const text = this.#decoder.decode(tokenBytes(token), { stream: true });
      this.#text += text;
      if (text !== "" && request.stream) {
        this.#writer.send(wording.piece({ text, token }, this.state(happening.atNs)), this.#sent);
      }
      if (happening.last) this.#finish(happening.atNs);
    }
  }

  /** The client is gone, or the server is: nothing more is sent. */
  abandon(): void {
    this.#over = true;
    this.#end();
  }

  #sent = (atNs: number): void => {
    const truth = this.#truth;
    truth.firstTokenNs ??= atNs;
    truth.lastTokenNs = atNs;
    truth.sentAfterNs.push(atNs - this.#lastSentNs);
    this.#lastSentNs = atNs;
  };

  #progress(atNs: number): void {
    const { request, wording } = this.options;
    const chunk = request.stream ? wording.progress(this.state(atNs)) : null;
    if (chunk) this.#writer.send(chunk);
  }

  #finish(atNs: number): void {
    const { request, wording, keepAlive, fault } = this.options;
    const state = this.state(atNs);
    const final = (at: number) => this.#truth.finalEventNs ??= at;
    if (request.stream) {
      const chunks = wording.end(state);
      for (const chunk of chunks) this.#writer.send(chunk, final);
      if (fault?.kind === "second-final-event") this.#writer.send(chunks[0]);
      this.#writer.send(lastChunk);
    } else {
      this.#writer.send(answerBytes(jsonAnswer(wording.whole(state)), keepAlive), final);
    }
    this.#over = true;
    this.#writer.drained().then(this.#end);
  }

  #breaksOff(...kinds: Fault["kind"][]): boolean {
    const { fault } = this.options;
    return fault !== null && kinds.includes(fault.kind) && this.#firstTokenNs !== null &&
      this.#tokens.length >= fault.afterTokens;
  }

  #breakOff(): void {
    this.#over = true;
    if (this.options.fault!.kind === "silence") return;
    if (this.options.fault!.kind === "error-event") {
      const error = { code: 500, message: "a scripted fault", type: "server_error" };
      this.#writer.send(eventChunk({ error }));
      this.#writer.send(lastChunk);
    }
    this.#writer.drained().then(this.#end);
  }

  /** All that the events tell, as of a moment. */
  state(atNs: number): GenerationState {
    const { request, fault } = this.options;
    const promptTokens = request.promptIds.length;
    const cached = fault?.kind === "cache-hit" ? promptTokens >> 1 : 0;
    const generated = this.#tokens.length;
    return {
      slot: fault?.kind === "wrong-slot" ? this.#slot + 1 : this.#slot,
      promptTokens,
      processed: this.#processed,
      generated,
      cached,
      timings: timingsOf({
        processed: this.#processed,
        cached,
        generated,
        startedNs: this.#startedNs,
        firstTokenNs: this.#firstTokenNs,
        atNs,
      }),
      text: this.#text,
      tokens: this.#tokens,
      stopType: this.#stopType,
      truncated: this.#truncated,
      elapsedMs: (atNs - this.#startedNs) / 1e6,
    };
  }
}
