import { errorAnswer, invalidRequest, Refusal } from "./http_answer.ts";
import { specialTokens, tokenize, vocabularySize } from "./vocabulary.ts";

/** A path that generates. */
export type GenerationPath = "/completion" | "/v1/completions" | "/v1/chat/completions";

/** What a request to one of the generating paths asks for. */
export interface GenerationRequest {
  path: GenerationPath;
  promptIds: number[];
  /** As asked; null is as many as fit. */
  outputTokens: number | null;
  slot: number | null;
  stream: boolean;
  ignoreEos: boolean;
  timingsPerToken: boolean;
  returnProgress: boolean;
  /** Members of the final event; null is all. */
  responseFields: string[] | null;
  includeUsage: boolean;
  /** The parameters that the answer repeats. */
  parameters: { [member: string]: unknown };
}

/**
 * Reads the body of a request as llama-server does, with its messages for what it refuses.
 *
 * @throws {Refusal} When the body is no JSON, the prompt is missing, empty or not of this
 * vocabulary, a number is none, or the prompt does not fit a slot.
 */
export function readGenerationRequest(
  path: GenerationPath,
  body: Uint8Array,
  { slots, contextTokens }: { slots: number; contextTokens: number },
): GenerationRequest {
  const value = parseBody(body);
  const chat = path === "/v1/chat/completions";
  const promptIds = promptOf(chat ? chatText(value.messages) : value.prompt);
  if (promptIds.length >= contextTokens) {
    const message = `request (${promptIds.length} tokens) exceeds the available context size ` +
      `(${contextTokens} tokens), try increasing it`;
    const more = { n_prompt_tokens: promptIds.length, n_ctx: contextTokens };
    throw new Refusal(errorAnswer(400, "exceed_context_size_error", message, more));
  }
  const asked = numberOf(value, "n_predict") ?? numberOf(value, "max_tokens") ??
    numberOf(value, "max_completion_tokens");
  const slot = typeof value.id_slot === "number" ? Math.trunc(value.id_slot) : -1;
  const fields = value.response_fields;
  const options = value.stream_options as { include_usage?: unknown } | undefined;
  return {
    path,
    promptIds,
    // a server that is asked for no token makes one all the same
    outputTokens: asked === null || asked < 0 ? null : Math.max(1, Math.trunc(asked)),
    slot: slot < 0 ? null : slot % slots,
    stream: value.stream === true,
    ignoreEos: value.ignore_eos === true,
    timingsPerToken: value.timings_per_token === true,
    returnProgress: value.return_progress === true,
    responseFields: Array.isArray(fields) ? fields.filter((one) => typeof one === "string") : null,
    includeUsage: options?.include_usage === true,
    parameters: {
      seed: numberOf(value, "seed") ?? 4294967295,
      temperature: numberOf(value, "temperature") ?? 0.8,
      n_predict: asked ?? -1,
      max_tokens: asked ?? -1,
      n_keep: 0,
      ignore_eos: value.ignore_eos === true,
      stream: value.stream === true,
      timings_per_token: value.timings_per_token === true,
    },
  };
}

/** The object of a JSON body. */
export function parseBody(body: Uint8Array): { [member: string]: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw invalidRequest(`[json.exception.parse_error.101] ${(error as Error).message}`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return value as { [member: string]: unknown };
  }
  throw invalidRequest("[json.exception.type_error.302] type must be object");
}

function promptOf(prompt: unknown): number[] {
  if (prompt === undefined) {
    throw invalidRequest("[json.exception.out_of_range.403] key 'prompt' not found");
  }
  if (typeof prompt === "string") return [specialTokens.bos, ...tokenize(prompt)];
  if (!Array.isArray(prompt)) {
    throw invalidRequest(
      '"prompt" must be a string, an list of tokens, a list of mixed strings & tokens, or a list of prompts',
    );
  }
  if (prompt.length === 0) throw invalidRequest('"prompt" must not be empty');
  const ids = prompt.flatMap((part) => typeof part === "string" ? tokenize(part) : [part]);
  const known = (id: unknown) =>
    Number.isInteger(id) && id as number >= 0 &&
    id as number < vocabularySize;
  if (!ids.every(known)) throw invalidRequest("Prompt contains invalid tokens");
  return ids;
}

/**
 * The prompt that messages are made into, by a template that marks each with its role.
 *
 * @throws {Refusal} When there are no messages.
 */
export function chatText(messages: unknown): string {
  if (!Array.isArray(messages)) throw invalidRequest("'messages' is required");
  return messages.map(({ role, content }) => `${role}: ${content}\n`).join("") + "assistant:";
}

function numberOf(value: { [member: string]: unknown }, member: string): number | null {
  const number = value[member];
  if (number === undefined || number === null) return null;
  if (typeof number === "number") return number;
  const kind = Array.isArray(number) ? "array" : typeof number;
  throw invalidRequest(
    `Field '${member}': [json.exception.type_error.302] type must be number, but is ${kind}`,
  );
}
