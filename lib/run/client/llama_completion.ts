import type { RequestSpec } from "./request_spec.ts";
import { countIn, type EventObject, isDone, parseEvent, timingsIn } from "./event_json.ts";
import { badEvent, type EventReader, type Generation } from "./generation.ts";

/** Members of the final event that are read; without this list it echoes the prompt and settings. */
const responseFields = [
  "stop",
  "stop_type",
  "truncated",
  "id_slot",
  "tokens_predicted",
  "tokens_evaluated",
  "tokens_cached",
  "timings",
];

/** The body of a request to llama-server's own endpoint `/completion`. */
export function llamaCompletionBody(spec: RequestSpec): EventObject {
  return {
    prompt: spec.promptIds.length > 0 ? spec.promptIds : spec.promptText ?? "",
    n_predict: spec.outputTokens,
    stream: true,
    ignore_eos: true,
    cache_prompt: false,
    temperature: 0,
    seed: 0,
    ...(spec.slot === null ? {} : { id_slot: spec.slot }),
    ...(spec.model === null ? {} : { model: spec.model }),
    response_fields: responseFields,
  };
}

/**
 * Reads the stream of `/completion`. A token is what raises `tokens_predicted`: a progress event is
 * none although it has `"tokens":[0]`, one event may bring several, and an event may bring some
 * without text. Where a build keeps no running count, an event with text or token ids is one.
 */
export class LlamaCompletionReader implements EventReader {
  constructor(private readonly generation: Generation) {}

  event(bytes: Uint8Array, from: number, to: number, atNs: number): void {
    const { generation } = this;
    generation.event(atNs);
    const predicted = runningCount(bytes, from, to);
    if (predicted > (generation.tokens.predicted ?? 0)) {
      return generation.counted(atNs, predicted, bytes[from + HEAD.length] !== QUOTE);
    }
    if (isDone(bytes, from, to)) return; // no part of this protocol, yet some proxies add it
    const value = parseEvent(bytes, from, to);
    if (value.stop === true) this.#final(value, atNs);
    else if (!value.prompt_progress) this.#partial(value, atNs);
  }

  #partial(value: EventObject, atNs: number): void {
    const predicted = countIn(value, "tokens_predicted");
    const visible = hasText(value);
    if (predicted !== null) return this.generation.counted(atNs, predicted, visible);
    const ids = Array.isArray(value.tokens) && value.tokens.length > 0;
    if (visible || ids) this.generation.token(atNs, null, visible);
  }

  #final(value: EventObject, atNs: number): void {
    const { generation } = this;
    const { tokens } = generation;
    const timings = timingsIn(value);
    const predicted = countIn(value, "tokens_predicted");
    if (hasText(value)) this.#partial(value, atNs);
    generation.final(atNs, stopTypeOf(value));
    if (predicted !== null && predicted < (tokens.predicted ?? 0)) {
      badEvent(`counts ${predicted} tokens in the end after ${tokens.predicted}`);
    }
    tokens.predicted = predicted;
    tokens.evaluated = countIn(value, "tokens_evaluated");
    tokens.processed = countIn(timings, "prompt_n");
    tokens.cached = countIn(timings, "cache_n");
    // builds without cache_n: what was evaluated but not processed came from the cache
    if (tokens.cached === null && tokens.evaluated !== null && tokens.processed !== null) {
      tokens.cached = Math.max(0, tokens.evaluated - tokens.processed);
    }
    generation.truncated = typeof value.truncated === "boolean" ? value.truncated : null;
    generation.timings = timings;
    generation.reportedSlot = value.id_slot === -1 ? null : countIn(value, "id_slot");
    generation.complete = true;
  }
}

function hasText(value: EventObject): boolean {
  return typeof value.content === "string" && value.content !== "";
}

/** `stop_type`, or what the flags of builds before it say. */
function stopTypeOf(value: EventObject): string | null {
  if (typeof value.stop_type === "string") return value.stop_type;
  if (value.stopped_limit === true) return "limit";
  if (value.stopped_eos === true) return "eos";
  return value.stopped_word === true ? "word" : null;
}

const QUOTE = 34;
const HEAD = ascii('{"index":0,"content":"');
const BEFORE_COUNT = ascii(',"stop":false,"id_slot":-1,"tokens_predicted":');
const AFTER_COUNT = ascii(',"tokens_evaluated":');

/**
 * The running count of an event that has just the members of llama-server's plain token event, read
 * from its end without parsing the rest; 0 for any other event. Exact: an unescaped quote cannot
 * lie within a string, so the members at the end of the bytes are those of the object.
 */
function runningCount(bytes: Uint8Array, from: number, to: number): number {
  let at = to - 1;
  if (bytes[at] !== 125) return 0;
  at = digitsBefore(bytes, at);
  if (!endsAt(bytes, at, AFTER_COUNT)) return 0;
  const end = at - AFTER_COUNT.length;
  const start = digitsBefore(bytes, end);
  if (start === end || end - start > 9 || !endsAt(bytes, start, BEFORE_COUNT)) return 0;
  if (start - BEFORE_COUNT.length - HEAD.length < from) return 0;
  if (!endsAt(bytes, from + HEAD.length, HEAD)) return 0;
  let count = 0;
  for (let digit = start; digit < end; digit++) count = count * 10 + bytes[digit] - 48;
  return count;
}

function digitsBefore(bytes: Uint8Array, end: number): number {
  let at = end;
  while (bytes[at - 1] >= 48 && bytes[at - 1] <= 57) at--;
  return at;
}

function endsAt(bytes: Uint8Array, end: number, text: Uint8Array): boolean {
  for (let back = text.length, at = end; back > 0;) {
    if (bytes[--at] !== text[--back]) return false;
  }
  return true;
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
