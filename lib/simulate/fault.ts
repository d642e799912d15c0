import { z } from "zod";
import { parseShape } from "../base/json_file.ts";
import { readJson } from "../base/read_json.ts";

/** What can be made to go wrong with a generation. */
export const faultKinds = [
  /** HTTP status 500 in place of a stream. */
  "status-500",
  /** An error event, then the orderly end of the stream. */
  "error-event",
  /** The connection closes in mid-stream. */
  "cut",
  /** Nothing more comes, and the connection stays open. */
  "silence",
  /** The answer ends by itself before its limit. */
  "short",
  /** The final event tells half of the prompt as taken from a cache. */
  "cache-hit",
  /** The final event tells that the context was full. */
  "truncated",
  /** The final event names another slot. */
  "wrong-slot",
  /** The final event comes twice. */
  "second-final-event",
  /** The whole server ends. */
  "exit",
] as const;

const faultSchema = z.strictObject({
  /** The generation that it befalls, counted from 1 in the order of their arrival. */
  request: z.int().positive(),
  kind: z.enum(faultKinds),
  /** After how many tokens; of meaning where something breaks off. */
  afterTokens: z.int().nonnegative().default(0),
});

/** A scripted fault of one generation. */
export type Fault = z.infer<typeof faultSchema>;

/**
 * Reads a script of faults, a JSON array.
 *
 * @throws {UserError} When the file cannot be read or does not have the shape.
 */
export async function loadFaults(path: string): Promise<Fault[]> {
  return parseShape(z.array(faultSchema), await readJson(path), path);
}
