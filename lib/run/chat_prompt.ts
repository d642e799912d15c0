import { UserError } from "../base/errors.ts";
import type { Tokenizer } from "./tokenizer.ts";

/** Corrections of the text's length; the template's own tokens are known after the first. */
const TRIES = 20;

/**
 * The text of a chat message that is `promptTokens` tokens once the server has put its template
 * around it: cut from the text's tokens, counted by the server, and cut anew by what was too many or
 * too few.
 *
 * @param cut As many tokens of the text as it is told.
 * @throws {UserError} When no length of the text gives the number.
 */
export async function exactChatText(
  tokenizer: Pick<Tokenizer, "detokenize" | "countChatTokens">,
  cut: (length: number) => number[],
  promptTokens: number,
): Promise<string> {
  const tried = new Set<number>();
  for (let length = promptTokens; length > 0 && tried.size < TRIES && !tried.has(length);) {
    tried.add(length);
    const text = await tokenizer.detokenize(cut(length));
    const count = await tokenizer.countChatTokens(text);
    if (count === promptTokens) return text;
    if (count === null) break;
    length += promptTokens - count;
  }
  throw new UserError(
    `Cannot make a chat message of exactly ${promptTokens} tokens with this server's template.`,
    { advice: "Choose another number of prompt tokens, or the endpoint /completion." },
  );
}
