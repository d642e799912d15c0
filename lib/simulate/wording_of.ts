import type { GenerationRequest } from "./generation_request.ts";
import type { ServerNames, Wording } from "./wording.ts";
import { completionWording } from "./wording_completion.ts";
import { openAiWording } from "./wording_openai.ts";

/** The wording of the path that a request came by. */
export function wordingOf(
  request: GenerationRequest,
  names: ServerNames,
  made: { id: string; unixSeconds: number },
): Wording {
  return request.path === "/completion"
    ? completionWording(request, names)
    : openAiWording(request, names, made);
}
