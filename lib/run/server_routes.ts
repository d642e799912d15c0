import { z } from "zod";
import { UserError } from "../base/errors.ts";
import { poll } from "./client/poll.ts";
import type { Target } from "./client/request.ts";
import { readCounters } from "./read_counters.ts";
import type { ServerRoutes } from "./server.ts";

const tokensSchema = z.object({ tokens: z.array(z.int().nonnegative()) });
const textSchema = z.object({ content: z.string() });
const promptSchema = z.object({ prompt: z.string() });
const slotsSchema = z.array(z.object({ is_processing: z.boolean() }));

/**
 * The questions between rounds, asked of a llama-server. Each is given up after `timeoutMs`, since a
 * hung server answers nothing for ever.
 */
export function serverRoutes(target: Target, timeoutMs = 10_000): ServerRoutes {
  const ask = async <T>(schema: z.ZodType<T>, path: string, body: object): Promise<T> => {
    const { status, text } = await poll(target, path, { timeoutMs, body });
    const answer = status === 200 ? schema.safeParse(jsonOf(text)) : null;
    if (answer?.success) return answer.data;
    const why = answer ? "another answer than llama-server's" : `HTTP status ${status}`;
    throw new UserError(`Cannot make prompts of an exact length: ${path} gave ${why}.`, {
      advice: "Measure a llama-server, or a server that has its routes.",
    });
  };
  return {
    tokenize: async (text) =>
      (await ask(tokensSchema, "/tokenize", { content: text, add_special: false })).tokens,
    detokenize: async (ids) => (await ask(textSchema, "/detokenize", { tokens: [...ids] })).content,
    countChatTokens: async (text) => {
      const messages = [{ role: "user", content: text }];
      const { prompt } = await ask(promptSchema, "/apply-template", { messages });
      const body = { content: prompt, add_special: true, parse_special: true };
      return (await ask(tokensSchema, "/tokenize", body)).tokens.length;
    },
    busySlots: async () => {
      const { status, text } = await poll(target, "/slots", { timeoutMs });
      if (status === 404 || status === 501) return null;
      if (status !== 200) throw new Error(`/slots gave HTTP status ${status}`);
      const slots = slotsSchema.safeParse(jsonOf(text));
      if (!slots.success) throw new Error("/slots gave another answer than llama-server's");
      return slots.data.filter((slot) => slot.is_processing).length;
    },
    counters: async () => {
      const { status, text } = await poll(target, "/metrics", { timeoutMs });
      return status === 200 ? readCounters(text) : null;
    },
    health: async () => {
      const { status } = await poll(target, "/health", { timeoutMs });
      if (status !== 200) throw new Error(`/health gave HTTP status ${status}`);
    },
  };
}

/** Undefined, which has no shape, for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
