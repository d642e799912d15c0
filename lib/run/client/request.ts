import type { Clock } from "../../base/clock.ts";
import type { Plan } from "../../record/plan.ts";
import type { Response } from "../../record/response.ts";
import type { SpillPlace } from "./arrival_spill.ts";
import { connect, type Connection, requestBytes } from "./connection.ts";
import { llamaCompletionBody } from "./llama_completion.ts";
import { openAiChatBody } from "./openai_chat.ts";
import { openAiTextBody } from "./openai_text.ts";
import { ResponseReading } from "./response_reading.ts";
import { RunningRequest } from "./running_request.ts";

/** A server to measure. The key goes into one header of the request and nowhere else. */
export interface Target {
  /** `http(s)://host:port`, with a folder before the endpoint's path where a proxy wants one. */
  url: string;
  apiKey: string | null;
}

/** What one request asks for. */
export interface RequestSpec {
  endpoint: Plan["endpoint"];
  /** The model's name for servers that hold several; null leaves the member out. */
  model: string | null;
  /** Token ids of the prompt, for the endpoints that take them. */
  promptIds: number[];
  /** The prompt as text: for chat, and where `promptIds` is empty. */
  promptText: string | null;
  /** How many tokens the text was to have, where its length is an estimate. */
  estimatedTokens?: number;
  outputTokens: number;
  /** The slot to run in; null lets the server choose. */
  slot: number | null;
}

/** When a request is given up. */
export interface RequestLimits {
  /** Longest time from the write to the end of the response. */
  responseSeconds: number;
  /** Longest time without any byte from the server; also the longest time to connect. */
  silenceSeconds: number;
}

export interface RequestOptions {
  clock: Clock;
  limits: RequestLimits;
  /** Gives the request up; its exchange says `abandoned`. */
  signal?: AbortSignal;
  /**
   * Where the arrivals of responses of more than 16,384 token events are kept until their lines are
   * written; without it they are kept in memory, 12 to 24 bytes an event.
   */
  spill?: SpillPlace;
  /** Opens the connection in another way than by a socket to the target. */
  connect?(signal: AbortSignal): Promise<Connection>;
}

/** What a request met, in the words of the record. */
export type Exchange =
  & Pick<
    Response,
    | "connectStartNs"
    | "connectedNs"
    | "sentNs"
    | "headersNs"
    | "firstEventNs"
    | "firstTokenNs"
    | "firstVisibleNs"
    | "lastTokenNs"
    | "finalEventNs"
    | "closedNs"
    | "arrivals"
    | "tokens"
    | "stopType"
    | "truncated"
    | "timings"
    | "httpStatus"
    | "error"
  >
  & { reportedSlot: number | null };

/** A request whose connection is open and whose bytes are ready: one write is left to do. */
export interface PreparedRequest {
  readonly connectStartNs: number;
  /** When the connection stood, or when the attempt failed. */
  readonly connectedNs: number;
  /**
   * Writes the request and resolves when its response has ended. The write happens within the call,
   * so that a barrier is a loop of calls. Never rejects: a failure is an exchange with an `error`
   * and whatever was seen before it.
   */
  fire(): Promise<Exchange>;
  /** Closes the connection of a request that will not be fired. */
  cancel(): void;
}

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
