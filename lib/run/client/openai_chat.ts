import { type EventObject, objectIn } from "./event_json.ts";
import type { Generation } from "./generation.ts";
import { type ChoicePiece, openAiBody, OpenAiReader } from "./openai_stream.ts";
import type { RequestSpec } from "./request_spec.ts";

/** The body of a request to `/v1/chat/completions`: the prompt's text as one message. */
export function openAiChatBody(spec: RequestSpec): EventObject {
  return {
    messages: [{ role: "user", content: spec.promptText ?? "" }],
    ...openAiBody(spec),
  };
}

/** Reads the stream of `/v1/chat/completions`. */
export function openAiChatReader(generation: Generation): OpenAiReader {
  return new OpenAiReader(generation, pieceOf);
}

/** Names under which servers send what a model thinks before its answer. */
const reasoningKeys = ["reasoning_content", "reasoning", "thinking"];

function pieceOf(choice: EventObject): ChoicePiece {
  const delta = objectIn(choice, "delta") ?? {};
  const textOf = (key: string) => {
    const value = delta[key];
    return typeof value === "string" && value !== "" ? value : null;
  };
  const thoughtKey = reasoningKeys.find((key) => textOf(key) !== null);
  const calls = [delta.tool_calls, delta.function_call, delta.audio].some((call) =>
    Array.isArray(call) ? call.length > 0 : typeof call === "object" && call !== null
  );
  for (const key of ["content", "refusal"]) {
    const value = textOf(key);
    if (value === null) continue;
    return { text: { key, value, visible: true }, other: calls || thoughtKey !== undefined };
  }
  if (thoughtKey === undefined) return { text: null, other: calls };
  return { text: { key: thoughtKey, value: textOf(thoughtKey)!, visible: false }, other: calls };
}
