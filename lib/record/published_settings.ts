import { z } from "zod";

const countSchema = z.int().positive().nullable();
const switchSchema = z.boolean().nullable();

/** The server's settings as a publication states them. Null: not stated. */
export const publishedServerSchema = z.strictObject({
  slots: countSchema,
  contextPerSlotTokens: countSchema,
  contextTotalTokens: countSchema,
  gpuLayers: z.union([z.literal("all"), z.int().nonnegative()]).nullable(),
  threads: countSchema,
  batch: countSchema,
  ubatch: countSchema,
  kvCache: z.string().nullable(),
  flashAttention: switchSchema,
  mmap: switchSchema,
  lazyLoading: switchSchema,
  autoFit: switchSchema,
  promptCache: switchSchema,
  contextShift: switchSchema,
});

/** The client as a publication states it. Null: not stated. */
export const publishedClientSchema = z.strictObject({
  endpoint: z.string().nullable(),
  streaming: z.boolean().nullable(),
  network: z.string().nullable(),
  /** What the prompt is made of and how its length is kept. */
  prompt: z.string().nullable(),
  endOfSequenceIgnored: z.boolean().nullable(),
});
