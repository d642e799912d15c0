import assert from "node:assert/strict";
import { exactChatText } from "../../lib/run/chat_prompt.ts";
import { exactPrompt, warmupStart } from "../../lib/run/prompts.ts";

Deno.test("a prompt has the tokens of the text, repeated and cut, whatever the numbers", () => {
  const tokens = [5, 6, 7];
  for (const length of [1, 2, 3, 4, 100]) {
    for (const start of [0, 1, 2]) {
      const prompt = exactPrompt(tokens, length, start);
      assert.equal(prompt.length, length);
      assert.deepEqual(prompt, Array.from({ length }, (_, at) => tokens[(at + start) % 3]));
    }
  }
  assert.equal(warmupStart(Array(834).fill(0)), 417);
  assert.throws(() => exactPrompt([], 4), /finds no token in the plan's text/);
});

Deno.test("a chat message is cut until the server counts what is asked for", async () => {
  // a word is a token, the template adds ten, and the last word sticks to what follows
  const routes = {
    detokenize: (ids: readonly number[]) => Promise.resolve(ids.join(" ")),
    countChatTokens: (text: string) => Promise.resolve(text.split(" ").length + 10 - 1),
  };
  const asked = { promptTokens: 64, firstToken: 0 };
  const text = await exactChatText(routes, [1, 2], asked);
  assert.equal(text.split(" ").length, 55);

  const odd = { ...routes, countChatTokens: () => Promise.resolve(63) };
  await assert.rejects(exactChatText(odd, [1, 2], asked), /exactly 64 tokens/);
});
