import { UserError } from "../base/errors.ts";
import { exactPrompt } from "./prompts.ts";
import type { ServerRoutes } from "./server.ts";

/** Corrections of the text's length; the template's own tokens are known after the first. */
const TRIES = 20;

/**
 * The text of a chat message that is `promptTokens` tokens once the server has put its template
 * around it: cut from the text's tokens, counted by the server, and cut anew by what was too many or
 * too few.
 *
 * @param firstToken Where in the text it begins.
 * @throws {UserError} When no length of the text gives the number.
 */
export async function exactChatText(
  routes: Pick<ServerRoutes, "detokenize" | "countChatTokens">,
  textTokens: readonly number[],
  { promptTokens, firstToken }: { promptTokens: number; firstToken: number },
): Promise<string> {
  const tried = new Set<number>();
  for (let length = promptTokens; length > 0 && tried.size < TRIES && !tried.has(length);) {
    tried.add(length);
    const text = await routes.detokenize(exactPrompt(textTokens, length, firstToken));
    const count = await routes.countChatTokens(text);
    if (count === promptTokens) return text;
    length += promptTokens - count;
  }
  throw new UserError(
    `Cannot make a chat message of exactly ${promptTokens} tokens with this server's template.`,
    { advice: "Choose another number of prompt tokens, or the endpoint /completion." },
  );
}
