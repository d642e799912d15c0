import type { GenerationRequest } from "./generation_request.ts";
import { eventChunk } from "./http_answer.ts";
import type { GenerationState, ServerNames, Wording } from "./wording.ts";

/** The events of the OpenAI paths, as llama-server words them. */
export function openAiWording(
  request: GenerationRequest,
  names: ServerNames,
  made: { id: string; unixSeconds: number },
): Wording {
  const chat = request.path === "/v1/chat/completions";
  const common = (object: string) => ({
    created: made.unixSeconds,
    id: made.id,
    model: names.model,
    system_fingerprint: names.build,
    object,
  });
  const textChunk = (text: string, finish_reason: string | null) => ({
    choices: [{ text, index: 0, logprobs: null, finish_reason }],
    ...common("text_completion"),
  });
  const chatChunk = (delta: object, finish_reason: string | null = null) => ({
    choices: [{ finish_reason, index: 0, delta }],
    ...common("chat.completion.chunk"),
  });
  const ending = (state: GenerationState) => ({
    reason: state.stopType === "eos" ? "stop" : "length",
    usage: {
      completion_tokens: state.generated,
      prompt_tokens: state.promptTokens,
      total_tokens: state.promptTokens + state.generated,
      prompt_tokens_details: { cached_tokens: state.cached },
    },
  });
  const perToken = (state: GenerationState) =>
    request.timingsPerToken ? { timings: state.timings } : {};
  const done = eventChunk("[DONE]");
  let roleTold = false;

  return {
    progress: () => null,
    piece: ({ text }, state) => {
      if (!chat) return eventChunk({ ...textChunk(text, null), ...perToken(state) });
      const piece = { ...chatChunk({ content: text }), ...perToken(state) };
      if (roleTold) return eventChunk(piece);
      roleTold = true;
      return eventChunk(chatChunk({ role: "assistant", content: null }), piece);
    },
    end: (state) => {
      const { reason, usage } = ending(state);
      const { timings } = state;
      if (!chat) return [eventChunk({ ...textChunk("", reason), usage, timings }), done];
      const finish = chatChunk({}, reason);
      if (!request.includeUsage) return [eventChunk({ ...finish, timings }), done];
      const last = { choices: [], ...common("chat.completion.chunk"), usage, timings };
      return [eventChunk(finish, last), done];
    },
    whole: (state) => {
      const { reason, usage } = ending(state);
      const choice = chat
        ? { finish_reason: reason, index: 0, message: { role: "assistant", content: state.text } }
        : { text: state.text, index: 0, logprobs: null, finish_reason: reason };
      const object = chat ? "chat.completion" : "text_completion";
      return { choices: [choice], ...common(object), usage, timings: state.timings };
    },
  };
}
