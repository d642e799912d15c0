import { z } from "zod";

const ns = z.number();

/** Quantiles (type 7) of one kind of value, in nanoseconds. */
const spreadSchema = z.strictObject({
  n: z.int().positive(),
  medianNs: ns,
  p99Ns: ns,
  maximumNs: ns,
});

/**
 * What the measuring client adds of its own, found against a server that knows when it sent each
 * event. An error is the client's duration minus the server's, so that connecting, sending, waking up
 * and queueing all count as the client's.
 */
export const calibrationSchema = z.strictObject({
  version: z.literal(1),
  atUtc: z.iso.datetime({ precision: 3 }),
  /** Build of the server that knows the truth. */
  server: z.string(),
  asked: z.strictObject({
    concurrency: z.int().positive(),
    promptTokens: z.int().positive(),
    outputTokens: z.int().positive(),
    /** Nominal time between two tokens of a response. */
    gapNs: z.number().positive(),
    rounds: z.int().positive(),
  }),
  ttftError: spreadSchema,
  responseTimeError: spreadSchema,
  /** Absolute errors of the times between two events with tokens. */
  gapError: spreadSchema,
  /** Times between two events that the client saw as 0 and the server as a millisecond or more. */
  closedGaps: z.int().nonnegative(),
  /** First to last send of a round, on the client's clock; null for one request at a time. */
  barrierSpread: spreadSchema.nullable(),
  /** How late a timer of 10 ms was; an idle host is 1 to 1.5 ms late. */
  loopLag: spreadSchema,
  clockResolutionNs: z.number().positive(),
});

/** One calibration of the client. */
export type Calibration = z.infer<typeof calibrationSchema>;
export type Spread = z.infer<typeof spreadSchema>;
