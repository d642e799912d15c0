import { UserError } from "../base/errors.ts";

/** What is assumed of a server that counts no tokens: about that of English text. */
const CHARACTERS_PER_TOKEN = 4;
/** Prompts that are sent to find a length. */
const TRIES = 4;
/** How far the count may be from what is wanted. */
const TOLERANCE = 0.05;

/** A length of text for a number of tokens. */
export interface EstimatedLength {
  characters: number;
  /** What the server counted for a prompt of so many characters; null: it does not tell. */
  counted: number | null;
}

/**
 * Finds how many characters of text make about `promptTokens` tokens: sends a prompt, asks what the
 * server counts, corrects by it, a few times at most. Where the server counts nothing, a token is
 * taken for four characters.
 *
 * @param count Sends a prompt of so many characters and gives the server's count.
 * @throws {UserError} When the count stays more than 5 % away, as where a server cuts prompts.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { estimateLength } from "./estimated_prompt.ts";
 *
 * const fiveCharactersAToken = (characters: number) => Promise.resolve(Math.ceil(characters / 5));
 * assert.deepEqual(await estimateLength(100, fiveCharactersAToken), {
 *   characters: 500,
 *   counted: 100,
 * });
 * ```
 */
export async function estimateLength(
  promptTokens: number,
  count: (characters: number) => Promise<number | null>,
): Promise<EstimatedLength> {
  const first = promptTokens * CHARACTERS_PER_TOKEN;
  let best: { characters: number; counted: number } | null = null;
  const off = (counted: number) => Math.abs(counted - promptTokens);
  for (let characters = first, tries = 0; tries < TRIES; tries++) {
    const counted = await count(characters);
    // a prompt has tokens: 0 says that they are not counted
    if (counted === null || counted === 0) return { characters: first, counted: null };
    if (best === null || off(counted) < off(best.counted)) best = { characters, counted };
    if (counted === promptTokens) break;
    const right = Math.round((promptTokens - counted) * characters / counted);
    characters = Math.max(1, characters + right);
  }
  if (off(best!.counted) > Math.max(1, promptTokens * TOLERANCE)) {
    throw new UserError(
      `Cannot make a prompt of about ${promptTokens} tokens: the server counts ` +
        `${best!.counted} for ${best!.characters} characters.`,
      { advice: "Where it cuts prompts give it a longer context; else plan another length." },
    );
  }
  return best!;
}

/**
 * So many characters of text: the words that lead it, then all words over and over.
 *
 * @throws {UserError} When there are no words.
 */
export function textOfLength(
  lead: readonly string[],
  words: readonly string[],
  characters: number,
): string {
  if (words.length === 0) {
    throw new UserError("Cannot make prompts: there is no word in the plan's text", {
      advice: "Name a text file with words in the plan's promptText.",
    });
  }
  const body = `${words.join(" ")} `;
  const whole = `${lead.join(" ")} ${body.repeat(Math.ceil(characters / body.length))}`;
  return whole.slice(0, characters).toWellFormed();
}
