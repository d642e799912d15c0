import { UserError } from "../base/errors.ts";
import { type Random, seededRandom } from "../base/random.ts";
import type { Plan } from "../record/plan.ts";
import type { Response } from "../record/response.ts";
import { exactChatText } from "./chat_prompt.ts";
import type { RequestSpec } from "./client/request_spec.ts";
import { type EstimatedLength, estimateLength, textOfLength } from "./estimated_prompt.ts";
import { promptTextName } from "./prompt_text_note.ts";
import { exactPrompt, warmupStart } from "./prompts.ts";
import type { ServerRoutes } from "./server.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** The members of a request that are its prompt. */
export type Prompt = Pick<RequestSpec, "promptIds" | "promptText" | "estimatedTokens">;

/** Makes the prompts of one server's scenarios. */
export interface PromptMaker {
  /** What a record notes of how its prompts are made; it ends with the name of their text. */
  readonly note: string;
  /** The prompt of one request. */
  prompt(promptTokens: number, phase: Response["phase"]): Promise<Prompt>;
}

/** What prompts are made of, and for which server. */
export interface PromptOrder {
  /** Id of the planned model. */
  model: string;
  endpoint: Plan["endpoint"];
  text: string;
  /** The prompt lengths that are wanted. */
  lengths: readonly number[];
  /** What is drawn for prompts that must not begin alike. */
  seed: number;
  /** Sends a prompt and says how many tokens the server counts; null when it does not tell. */
  count(text: string): Promise<number | null>;
}

/** Pieces at the start of a prompt that are drawn, where the server may keep prompts in a cache. */
const DRAWN = 8;
/** Draws until one gives a chat message of the exact length. */
const DRAWS = 5;

/**
 * The tokenizer by which prompts for the endpoint can be made; null when the server has none for it,
 * and a prompt's length can only be estimated.
 *
 * @throws {UserError} When the plan's endpoint is llama-server's own and the server is another.
 */
export async function tokenizerFor(
  endpoint: Plan["endpoint"],
  routes: Pick<ServerRoutes, "tokenizer">,
): Promise<Tokenizer | null> {
  const tokenizer = await routes.tokenizer();
  if (endpoint === "/completion" && !tokenizer?.tellsCache) {
    throw new UserError(
      "Cannot make prompts for /completion: the server has not llama-server's /tokenize.",
      { advice: 'Make a plan with "endpoint": "/v1/completions" or "/v1/chat/completions".' },
    );
  }
  if (!tokenizer || endpoint !== "/v1/chat/completions") return tokenizer;
  return await tokenizer.countChatTokens("a") === null ? null : tokenizer;
}

/**
 * Makes ready to make prompts: of tokens where the server has a tokenizer, else of text, whose
 * length is measured on prompts that are sent beforehand. The prompts of a server that may answer
 * from a cache begin with pieces of the text that are drawn for each, so that no two begin alike.
 *
 * @throws {UserError} When the text is empty, or no prompt of a wanted length can be made.
 */
export async function openPrompts(
  routes: Pick<ServerRoutes, "tokenizer">,
  order: PromptOrder,
): Promise<PromptMaker> {
  const tokenizer = await tokenizerFor(order.endpoint, routes);
  if (!tokenizer) return await estimatedPrompts(order);
  const tokens = await tokenizer.tokenize(order.text);
  return tokenizer.tellsCache
    ? alikePrompts(tokenizer, tokens, order)
    : drawnPrompts(tokenizer, tokens, order);
}

function alikePrompts(
  tokenizer: Tokenizer,
  tokens: readonly number[],
  { model, endpoint, text }: PromptOrder,
): PromptMaker {
  const made = new Map<string, Promise<Prompt>>();
  return {
    note: `${model} has ${tokens.length} tokens for the ${promptTextName(text)}`,
    prompt: (promptTokens, phase) => {
      const key = `${promptTokens} ${phase}`;
      const start = phase === "warmup" ? warmupStart(tokens) : 0;
      const cut = (length: number) => exactPrompt(tokens, length, start);
      const prompt = made.get(key) ?? exact(tokenizer, endpoint, cut, promptTokens);
      made.set(key, prompt);
      return prompt;
    },
  };
}

function drawnPrompts(
  tokenizer: Tokenizer,
  tokens: readonly number[],
  { model, endpoint, text, seed }: PromptOrder,
): PromptMaker {
  const random = seededRandom(seed);
  return {
    note:
      `${model} has ${tokens.length} tokens for the text; each prompt begins with ${DRAWN} of ` +
      `them, drawn with the seed ${seed}; ${promptTextName(text)}`,
    prompt: async (promptTokens) => {
      for (let draw = 1;; draw++) {
        const drawn = drawFrom(tokens, random);
        const cut = (length: number) => [...drawn, ...exactPrompt(tokens, length)].slice(0, length);
        try {
          return await exact(tokenizer, endpoint, cut, promptTokens);
        } catch (error) {
          if (draw >= DRAWS) throw error;
        }
      }
    },
  };
}

async function exact(
  tokenizer: Tokenizer,
  endpoint: Plan["endpoint"],
  cut: (length: number) => number[],
  promptTokens: number,
): Promise<Prompt> {
  return {
    promptIds: cut(promptTokens),
    promptText: endpoint === "/v1/chat/completions"
      ? await exactChatText(tokenizer, cut, promptTokens)
      : null,
  };
}

async function estimatedPrompts(
  { model, text, lengths, seed, count }: PromptOrder,
): Promise<PromptMaker> {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const random = seededRandom(seed);
  const make = (characters: number) => textOfLength(drawFrom(words, random), words, characters);
  const found = new Map<number, EstimatedLength>();
  for (const promptTokens of lengths) {
    found.set(
      promptTokens,
      await estimateLength(promptTokens, (characters) => count(make(characters))),
    );
  }
  const estimates = [...found].map(([promptTokens, { characters, counted }]) =>
    `${promptTokens} tokens as ${characters} characters (` +
    `${counted === null ? "the server counts none" : `the server counted ${counted}`})`
  );
  return {
    note:
      `Prompts for ${model} are text of estimated length: ${estimates.join(", ")}; each begins ` +
      `with ${DRAWN} words drawn with the seed ${seed}; ${promptTextName(text)}`,
    prompt: (promptTokens) =>
      Promise.resolve({
        promptIds: [],
        promptText: make(found.get(promptTokens)!.characters),
        estimatedTokens: promptTokens,
      }),
  };
}

function drawFrom<T>(pieces: readonly T[], random: Random): T[] {
  return Array.from({ length: DRAWN }, () => pieces[Math.floor(random() * pieces.length)]);
}
