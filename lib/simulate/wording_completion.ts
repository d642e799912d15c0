import type { GenerationRequest } from "./generation_request.ts";
import { eventChunk } from "./http_answer.ts";
import { textOf } from "./vocabulary.ts";
import type { GenerationState, ServerNames, Wording } from "./wording.ts";

/** The events of llama-server's own path `/completion`. */
export function completionWording(request: GenerationRequest, names: ServerNames): Wording {
  const { timingsPerToken, returnProgress, responseFields } = request;
  const partial = (content: string, token: number, state: GenerationState) => ({
    index: 0,
    content,
    tokens: [token],
    stop: false,
    id_slot: -1,
    tokens_predicted: state.generated,
    tokens_evaluated: state.promptTokens,
    ...(timingsPerToken ? { timings: state.timings } : {}),
  });
  const whole = (state: GenerationState, content: string, tokens: readonly number[]) => {
    const all: { [member: string]: unknown } = {
      index: 0,
      content,
      tokens,
      id_slot: state.slot,
      stop: true,
      model: names.model,
      tokens_predicted: state.generated,
      tokens_evaluated: state.promptTokens,
      generation_settings: request.parameters,
      prompt: textOf(request.promptIds),
      has_new_line: false,
      truncated: state.truncated,
      stop_type: state.stopType,
      stopping_word: "",
      tokens_cached: state.promptTokens + state.generated - 1,
      timings: state.timings,
    };
    if (responseFields === null || responseFields.length === 0) return all;
    return Object.fromEntries(
      responseFields.filter((name) => name in all).map((name) => [name, all[name]]),
    );
  };
  return {
    progress: (state) =>
      returnProgress
        ? eventChunk({
          ...partial("", 0, state),
          prompt_progress: {
            total: state.promptTokens,
            cache: state.cached,
            processed: state.processed,
            time_ms: Math.floor(state.elapsedMs),
          },
        })
        : null,
    piece: ({ text, token }, state) => eventChunk(partial(text, token, state)),
    end: (state) => [eventChunk(whole(state, "", []))],
    whole: (state) => whole(state, state.text, state.tokens),
  };
}
