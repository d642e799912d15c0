import { z } from "zod";
import { UserError } from "../base/errors.ts";
import { hasFailed, type Polled, toldJson } from "./client/poll.ts";

/** A server's own tokenizer, by which prompts of an exact number of tokens are made. */
export interface Tokenizer {
  /**
   * The server leaves its cache out when it is told to, and each response tells what came from it,
   * as llama-server's do: then prompts may be alike.
   */
  readonly tellsCache: boolean;
  /** Token ids of a text, without a begin-of-text token. */
  tokenize(text: string): Promise<number[]>;
  detokenize(ids: readonly number[]): Promise<string>;
  /** Tokens of the prompt that a chat with this one message becomes; null: it is not told. */
  countChatTokens(text: string): Promise<number | null>;
}

/** Posts JSON to a route of the server; any status is an answer. */
export type Ask = (path: string, body: object) => Promise<Polled>;

const tokensSchema = z.object({ tokens: z.array(z.int().nonnegative()).min(1) });
const promptSchema = z.object({ prompt: z.string() });

/**
 * Finds the tokenizer of a server by the shape in which `/tokenize` answers: llama-server's, or the
 * one that vLLM and SGLang share. Null when it has none of these.
 *
 * @param model Name of the model for servers that hold several.
 * @throws {UserError} When the server fails to answer.
 */
export async function findTokenizer(ask: Ask, model: string | null): Promise<Tokenizer | null> {
  for (const make of [llamaTokenizer, openAiTokenizer]) {
    const { tokenizer, sample } = make(ask, model);
    const answer = await ask("/tokenize", sample);
    if (hasFailed(answer)) throw refusal("/tokenize", `HTTP status ${answer.status}`);
    if (tokensSchema.safeParse(toldJson(answer)).success) return tokenizer;
  }
  return null;
}

type Dialect = (ask: Ask, model: string | null) => { tokenizer: Tokenizer; sample: object };

const llamaTokenizer: Dialect = (ask) => {
  const body = (text: string) => ({ content: text, add_special: false });
  const textSchema = z.object({ content: z.string() });
  return {
    sample: body("a"),
    tokenizer: {
      tellsCache: true,
      tokenize: async (text) => (await told(ask, tokensSchema, "/tokenize", body(text))).tokens,
      detokenize: async (ids) =>
        (await told(ask, textSchema, "/detokenize", { tokens: [...ids] })).content,
      countChatTokens: async (text) => {
        const messages = [{ role: "user", content: text }];
        const { prompt } = await told(ask, promptSchema, "/apply-template", { messages });
        const whole = { content: prompt, add_special: true, parse_special: true };
        return (await told(ask, tokensSchema, "/tokenize", whole)).tokens.length;
      },
    },
  };
};

const openAiTokenizer: Dialect = (ask, model) => {
  const named = model === null ? {} : { model };
  const body = (text: string) => ({ ...named, prompt: text, add_special_tokens: false });
  // vLLM says `prompt`, SGLang `text`
  const textSchema = z.union([
    promptSchema.transform(({ prompt }) => prompt),
    z.object({ text: z.string() }).transform(({ text }) => text),
  ]);
  return {
    sample: body("a"),
    tokenizer: {
      tellsCache: false,
      tokenize: async (text) => (await told(ask, tokensSchema, "/tokenize", body(text))).tokens,
      detokenize: (ids) => told(ask, textSchema, "/detokenize", { ...named, tokens: [...ids] }),
      countChatTokens: async (text) => {
        const messages = [{ role: "user", content: text }];
        const answer = await ask("/tokenize", { ...named, messages });
        const told = tokensSchema.safeParse(toldJson(answer));
        return told.success ? told.data.tokens.length : null;
      },
    },
  };
};

async function told<T>(
  ask: Ask,
  schema: z.ZodType<T>,
  path: string,
  body: object,
): Promise<T> {
  const answer = await ask(path, body);
  if (answer.status !== 200) throw refusal(path, `HTTP status ${answer.status}`);
  const found = schema.safeParse(toldJson(answer));
  if (!found.success) throw refusal(path, "another answer than before");
  return found.data;
}

function refusal(path: string, why: string): UserError {
  return new UserError(`Cannot make prompts of an exact length: ${path} gave ${why}.`, {
    advice: "Look into the server's log.",
  });
}
