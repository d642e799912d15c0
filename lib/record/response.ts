import { z } from "zod";
import { idSchema } from "./plan.ts";

/** Whole nanoseconds on the run's monotonic clock, counted from its origin. */
const nsSchema = z.int().nonnegative();
const nsOrNull = nsSchema.nullable();
const countOrNull = z.int().nonnegative().nullable();

/** How a request can fail before or beside what the server answers; each is a reason code. */
export const transportErrors = [
  "connect-failed",
  "connection-lost",
  "connection-reset",
  "timeout",
  "silence",
  "bad-http",
  "http-status",
  "bad-event",
  "error-event",
  "second-final-event",
  "too-many-files",
  "abandoned",
] as const;

/**
 * One line of a record: what one request met, successes and failures alike. Nothing here is
 * derived; `null` is what was not seen or not told.
 */
export const responseSchema = z.strictObject({
  kind: z.literal("response"),
  scenario: idSchema,
  phase: z.enum(["warmup", "measured"]),
  /** Counted from 1 within its phase. */
  round: z.int().positive(),
  /** Place of the request in its round, from 0. */
  index: z.int().nonnegative(),
  slot: z.strictObject({ asked: countOrNull, reported: countOrNull }),
  /** What was asked for. */
  asked: z.strictObject({
    promptTokens: z.int().positive(),
    outputTokens: z.int().positive(),
    /**
     * The prompt was made as text, and `promptTokens` is what it was to have; without this member it
     * was made of that many tokens.
     */
    promptLength: z.literal("estimated").optional(),
  }),

  /** When the barrier meant it to be sent. */
  scheduledNs: nsSchema,
  /** The connection is opened before the barrier: its times lie apart from the response's. */
  connectStartNs: nsOrNull,
  connectedNs: nsOrNull,
  /** Just before the first byte of the request was handed to the system: the start of the response. */
  sentNs: nsOrNull,
  /** Arrival of the end of the response's headers. */
  headersNs: nsOrNull,
  /** Arrival of the first event of any kind. */
  firstEventNs: nsOrNull,
  /** Arrival of the first event that carries a generated token. */
  firstTokenNs: nsOrNull,
  /** Arrival of the first event with text that a reader would see; later than a reasoning token. */
  firstVisibleNs: nsOrNull,
  /** Arrival of the last event that carries a generated token. */
  lastTokenNs: nsOrNull,
  /** Arrival of the final generation event: the end of the response. */
  finalEventNs: nsOrNull,
  /** End of the connection's stream. */
  closedNs: nsOrNull,

  /**
   * Every event that carries generated tokens. `afterNs`: the first counts from `sentNs`, each other
   * one from the event before; 0 means that it came in the same read. `tokens`: how many tokens the
   * event brought, by the server's running count where there is one, else null for all.
   */
  arrivals: z.strictObject({
    afterNs: z.array(z.int().nonnegative()),
    tokens: z.array(z.int().nonnegative()).nullable(),
  }),
  tokens: z.strictObject({
    /** Events with generated content that the client counted: not tokens. */
    contentEvents: z.int().nonnegative(),
    /** Generated, as the server counts them. */
    predicted: countOrNull,
    /** Of the whole prompt, cached or not. */
    evaluated: countOrNull,
    /** Of the prompt, as processed for this response. */
    processed: countOrNull,
    /** Of the prompt, taken from a cache. */
    cached: countOrNull,
  }),
  stopType: z.string().nullable(),
  truncated: z.boolean().nullable(),
  /** The server's own `timings`, as sent. */
  timings: z.record(z.string(), z.json()).nullable(),
  httpStatus: z.int().nullable(),
  error: z.strictObject({ code: z.enum(transportErrors), message: z.string() }).nullable(),
}).check((context) => {
  const { arrivals } = context.value;
  if (arrivals.tokens && arrivals.tokens.length !== arrivals.afterNs.length) {
    context.issues.push({
      code: "custom",
      message: `${arrivals.afterNs.length} arrivals with ${arrivals.tokens.length} token counts`,
      path: ["arrivals", "tokens"],
      input: arrivals,
    });
  }
});

/**
 * One response as recorded, told by `schema/response-line.schema.json`.
 *
 * @ignore
 */
export type Response = z.infer<typeof responseSchema>;
export type TransportError = (typeof transportErrors)[number];

/** The end of a round: written when its last response has ended or it was abandoned. */
export const roundSchema = z.strictObject({
  kind: z.literal("round"),
  scenario: idSchema,
  phase: z.enum(["warmup", "measured"]),
  round: z.int().positive(),
  /** The moment that the barrier released its requests. */
  barrierNs: nsSchema,
  endedNs: nsSchema,
  /** An abandoned round never counts. */
  state: z.enum(["ended", "abandoned"]),
});
export type Round = z.infer<typeof roundSchema>;

/** What the server's own counters said before the first or after the last measured round. */
export const countersSchema = z.strictObject({
  kind: z.literal("counters"),
  scenario: idSchema,
  at: z.enum(["before", "after"]),
  atNs: nsSchema,
  /** Prompt tokens processed since the server started, without those from a cache. */
  promptTokens: countOrNull,
  /** Tokens generated since the server started. */
  predictedTokens: countOrNull,
});
export type Counters = z.infer<typeof countersSchema>;

/** Something that happened to the run, such as a pause, a cool-down, a change of the wall clock. */
export const noteSchema = z.strictObject({
  kind: z.literal("note"),
  atNs: nsSchema,
  code: idSchema,
  message: z.string(),
});
export type Note = z.infer<typeof noteSchema>;

/** Any line of `responses.jsonl`. */
export const lineSchema = z.discriminatedUnion("kind", [
  responseSchema,
  roundSchema,
  countersSchema,
  noteSchema,
]);
/**
 * A line of a record, told by `schema/response-line.schema.json`.
 *
 * @ignore
 */
export type Line = z.infer<typeof lineSchema>;
