import { z } from "zod";

const nsOrNull = z.int().nonnegative().nullable();

/**
 * What a server that knows the truth says of one generation: when it had the request and when it
 * handed each event to the system, on its own monotonic clock. Only differences of these times can
 * be held against a client's.
 */
export const truthLineSchema = z.strictObject({
  kind: z.literal("truth"),
  /** Counted from 1 in the order of arrival. */
  request: z.int().positive(),
  slot: z.int().nonnegative().nullable(),
  promptTokens: z.int().positive(),
  /** The whole request was there. */
  receivedNs: z.int().nonnegative(),
  headersNs: nsOrNull,
  /** Just before the first and the last event with a token, and the final event, were written. */
  firstTokenNs: nsOrNull,
  lastTokenNs: nsOrNull,
  finalEventNs: nsOrNull,
  /** Each event with a token, counted from the one before, the first from `receivedNs`. */
  sentAfterNs: z.array(z.int().nonnegative()),
  fault: z.string().nullable(),
});

/** One line of a truth server's log. */
export type TruthLine = z.infer<typeof truthLineSchema>;
