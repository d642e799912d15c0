import type { Plan } from "../../record/plan.ts";

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
