import { z } from "zod";
import { hasFailed, poll, toldJson } from "./client/poll.ts";
import type { Target } from "./client/request_spec.ts";
import { readCounters } from "./read_counters.ts";
import type { ServerRoutes } from "./server.ts";
import { findTokenizer, type Tokenizer } from "./tokenizer.ts";

const slotsSchema = z.array(z.object({ is_processing: z.boolean() }));

/**
 * The questions between rounds. What a llama-server tells is asked in its way; a server that has no
 * such route tells nothing. Each question is given up after `timeoutMs`, since a hung server answers
 * nothing for ever.
 *
 * @param options.model Name of the model for servers that hold several.
 */
export function serverRoutes(
  target: Target,
  { timeoutMs = 10_000, model = null }: { timeoutMs?: number; model?: string | null } = {},
): ServerRoutes {
  let tokenizer: Promise<Tokenizer | null> | null = null;
  return {
    tokenizer: () =>
      tokenizer ??= findTokenizer((path, body) => poll(target, path, { timeoutMs, body }), model),
    busySlots: async () => {
      const answer = await poll(target, "/slots", { timeoutMs });
      if (hasFailed(answer)) throw new Error(`/slots gave HTTP status ${answer.status}`);
      const slots = slotsSchema.safeParse(toldJson(answer));
      return slots.success ? slots.data.filter((slot) => slot.is_processing).length : null;
    },
    counters: async () => {
      const { status, text } = await poll(target, "/metrics", { timeoutMs });
      return status === 200 ? readCounters(text) : null;
    },
    health: async () => {
      const answer = await poll(target, "/health", { timeoutMs });
      if (hasFailed(answer)) throw new Error(`/health gave HTTP status ${answer.status}`);
    },
  };
}
