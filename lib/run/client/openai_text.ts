import type { EventObject } from "./event_json.ts";
import type { Generation } from "./generation.ts";
import { openAiBody, OpenAiReader } from "./openai_stream.ts";
import type { RequestSpec } from "./request_spec.ts";

/** The body of a request to `/v1/completions`, which takes token ids as it takes text. */
export function openAiTextBody(spec: RequestSpec): EventObject {
  return {
    prompt: spec.promptIds.length > 0 ? spec.promptIds : spec.promptText ?? "",
    ...openAiBody(spec),
  };
}

/** Reads the stream of `/v1/completions`: the text is the choice's `text`. */
export function openAiTextReader(generation: Generation): OpenAiReader {
  return new OpenAiReader(generation, ({ text }) => ({
    text: typeof text === "string" && text !== ""
      ? { key: "text", value: text, visible: true }
      : null,
    other: false,
  }));
}
