import {
  countIn,
  type EventObject,
  isDone,
  objectIn,
  parseEvent,
  timingsIn,
} from "./event_json.ts";
import { badEvent, type EventReader, type Generation } from "./generation.ts";
import type { RequestSpec } from "./request_spec.ts";
import { TextTemplate } from "./text_template.ts";

/** What a choice of a chunk carries. */
export interface ChoicePiece {
  /** Member and text that a reader would see, or that is thought before it; null: no text. */
  text: { key: string; value: string; visible: boolean } | null;
  /** It carries generated tokens that are no text, such as a call of a tool. */
  other: boolean;
}

/** Members that the two OpenAI endpoints share, with llama-server's and vLLM's own beside them. */
export function openAiBody(spec: RequestSpec): EventObject {
  return {
    ...(spec.model === null ? {} : { model: spec.model }),
    max_tokens: spec.outputTokens,
    stream: true,
    stream_options: { include_usage: true },
    ignore_eos: true,
    cache_prompt: false,
    temperature: 0,
    seed: 0,
    ...(spec.slot === null ? {} : { id_slot: spec.slot }),
  };
}

/**
 * Reads an OpenAI-style stream. A token is a chunk with text of any channel: the chunk that only
 * names the role is none. The chunk with a `finish_reason` is the final event, `[DONE]` where there
 * is none. Usage is a running total: the last one told holds. llama-server's `timings` are read
 * where they are; what no server tells stays null.
 */
export class OpenAiReader implements EventReader {
  #template = new TextTemplate();
  #templateVisible = false;
  #done = false;

  constructor(
    private readonly generation: Generation,
    private readonly pieceOf: (choice: EventObject) => ChoicePiece,
  ) {}

  event(bytes: Uint8Array, from: number, to: number, atNs: number): void {
    const { generation } = this;
    generation.event(atNs);
    if (this.#done) badEvent("follows the end mark");
    if (this.#template.matches(bytes, from, to)) {
      return generation.token(atNs, null, this.#templateVisible, true);
    }
    if (isDone(bytes, from, to)) return this.#end(atNs);
    const value = parseEvent(bytes, from, to);
    const choices = Array.isArray(value.choices) ? value.choices : [];
    for (const choice of choices) this.#choice(choice, atNs);
    this.#usage(value);
    if (choices.length === 1 && generation.finalEventNs === null && !value.usage) {
      const { text, other } = this.pieceOf(choices[0]);
      if (text && !other) {
        this.#template.learn(bytes, from, to, text.key, text.value);
        this.#templateVisible = text.visible;
      }
    }
  }

  #choice(choice: unknown, atNs: number): void {
    if (typeof choice !== "object" || choice === null) badEvent("has a choice that is no object");
    const { text, other } = this.pieceOf(choice as EventObject);
    if (text || other) this.generation.token(atNs, null, text?.visible ?? false, text !== null);
    const reason = (choice as EventObject).finish_reason;
    if (typeof reason === "string") this.generation.final(atNs, reason);
  }

  #usage(value: EventObject): void {
    const { tokens } = this.generation;
    const usage = objectIn(value, "usage");
    if (usage !== null) {
      tokens.predicted = countIn(usage, "completion_tokens") ?? tokens.predicted;
      tokens.evaluated = countIn(usage, "prompt_tokens") ?? tokens.evaluated;
      const details = objectIn(usage, "prompt_tokens_details");
      tokens.cached = countIn(details, "cached_tokens") ?? tokens.cached;
    }
    const timings = timingsIn(value);
    if (timings !== null) {
      this.generation.timings = timings;
      tokens.processed = countIn(timings, "prompt_n") ?? tokens.processed;
      tokens.cached = countIn(timings, "cache_n") ?? tokens.cached;
      tokens.predicted ??= countIn(timings, "predicted_n");
    }
  }

  #end(atNs: number): void {
    this.#done = true;
    if (this.generation.finalEventNs === null) this.generation.final(atNs, null);
    this.generation.complete = true;
  }
}
