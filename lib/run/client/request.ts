import type { Plan } from "../../record/plan.ts";
import { connect, requestBytes } from "./connection.ts";
import type { PreparedRequest, RequestOptions } from "./exchange.ts";
import { llamaCompletionBody } from "./llama_completion.ts";
import { openAiChatBody } from "./openai_chat.ts";
import { openAiTextBody } from "./openai_text.ts";
import type { RequestSpec, Target } from "./request_spec.ts";
import { ResponseReading } from "./response_reading.ts";
import { RunningRequest } from "./running_request.ts";

/**
 * Opens the connection of a request and makes its bytes ready. A connection that fails is told by
 * the exchange of `fire()`, so that each failure is a record.
 *
 * @throws {UserError} When the target's address or key cannot be used.
 */
export async function prepareRequest(
  target: Target,
  spec: RequestSpec,
  options: RequestOptions,
): Promise<PreparedRequest> {
  const bytes = requestBytes(
    target,
    spec.endpoint,
    "text/event-stream",
    JSON.stringify(bodies[spec.endpoint](spec)),
  );
  const reading = new ResponseReading(spec.endpoint, spec.outputTokens, options.spill);
  const running = new RunningRequest(bytes, reading, options, target.apiKey);
  await running.open(options.connect ?? ((signal) => connect(target, { signal })));
  return running;
}

const bodies: Record<Plan["endpoint"], (spec: RequestSpec) => object> = {
  "/completion": llamaCompletionBody,
  "/v1/completions": openAiTextBody,
  "/v1/chat/completions": openAiChatBody,
};
