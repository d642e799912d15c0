import type { Engine, Server } from "../record/record.ts";
import type { Counters } from "../record/response.ts";
import type { Target } from "./client/request_spec.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** A server that is ready to be measured, as the engine hands it to a run. */
export interface ReadyServer {
  readonly target: Target;
  /** Program and build, as the server itself says by now. */
  readonly engine: Engine;
  /** How it was started and what was read back, for the record. */
  readonly facts: Server;
  readonly routes: ServerRoutes;
  /** The model's name for servers that hold several; null where a request need not name it. */
  readonly modelName: string | null;
  /** Resolves with a sentence when its process ended; never for one that was running before. */
  readonly exited: Promise<string>;
  /** Its log so far, free of anything private; null when it has none that we can read. */
  log(): Promise<string | null>;
  /** Ends it and resolves when it is gone; leaves a server that was running before alone. */
  stop(): Promise<void>;
}

/** What a run asks a server between its rounds; each question has its own time limit. */
export interface ServerRoutes {
  /** Its tokenizer; null when it has none of a known shape. */
  tokenizer(): Promise<Tokenizer | null>;
  /** Slots at work; null when the server does not tell. */
  busySlots(): Promise<number | null>;
  /** The server's own counts of tokens since it started; null when it does not tell. */
  counters(): Promise<Pick<Counters, "promptTokens" | "predictedTokens"> | null>;
  /** Resolves when the server says that it is well, rejects with why not. */
  health(): Promise<void>;
}
