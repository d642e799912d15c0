/** What of a generation goes into its events. */
export interface GenerationState {
  slot: number;
  /** Tokens of the whole prompt. */
  promptTokens: number;
  /** Of the prompt, so far. */
  processed: number;
  generated: number;
  cached: number;
  timings: Record<string, number>;
  /** All text and tokens so far. */
  text: string;
  tokens: readonly number[];
  stopType: "limit" | "eos";
  truncated: boolean;
  /** Since the prompt's start. */
  elapsedMs: number;
}

/** Tokens that complete text, as one event tells them. */
export interface TextPiece {
  text: string;
  /** The last token of the piece. */
  token: number;
}

/** What the server calls itself. */
export interface ServerNames {
  model: string;
  build: string;
}

/** How a path tells of a generation: each function gives the chunk to send, or null for none. */
export interface Wording {
  progress(state: GenerationState): Uint8Array | null;
  piece(piece: TextPiece, state: GenerationState): Uint8Array;
  /** The chunks behind the last token, each written by itself. */
  end(state: GenerationState): Uint8Array[];
  /** The whole answer where no stream was asked for. */
  whole(state: GenerationState): unknown;
}
