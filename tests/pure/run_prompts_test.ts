import assert from "node:assert/strict";
import { exactChatText } from "../../lib/run/chat_prompt.ts";
import { estimateLength, textOfLength } from "../../lib/run/estimated_prompt.ts";
import { openPrompts, type PromptOrder } from "../../lib/run/prompt_maker.ts";
import { exactPrompt, warmupStart } from "../../lib/run/prompts.ts";
import { type Ask, findTokenizer } from "../../lib/run/tokenizer.ts";

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
  const tokenizer = {
    detokenize: (ids: readonly number[]) => Promise.resolve(ids.join(" ")),
    countChatTokens: (text: string) => Promise.resolve(text.split(" ").length + 10 - 1),
  };
  const cut = (length: number) => exactPrompt([1, 2], length);
  const text = await exactChatText(tokenizer, cut, 64);
  assert.equal(text.split(" ").length, 55);

  const odd = { ...tokenizer, countChatTokens: () => Promise.resolve(63) };
  await assert.rejects(exactChatText(odd, cut, 64), /exactly 64 tokens/);
});

/** Answers as a server does that knows these paths for bodies with this member. */
function asking(routes: Record<string, object>): Ask {
  return (path, body) => {
    const known = Object.keys(body).map((member) => routes[`${path} ${member}`]).find(Boolean);
    return Promise.resolve(
      known ? { status: 200, text: JSON.stringify(known) } : { status: 400, text: "{}" },
    );
  };
}

Deno.test("a tokenizer is known by the shape of its answer", async () => {
  const llama = await findTokenizer(
    asking({
      "/tokenize content": { tokens: [7, 8] },
      "/detokenize tokens": { content: "ab" },
      "/apply-template messages": { prompt: "<user>a" },
    }),
    null,
  );
  assert.deepEqual(
    [
      llama!.tellsCache,
      await llama!.tokenize("a b"),
      await llama!.detokenize([7]),
      await llama!.countChatTokens("a"),
    ],
    [true, [7, 8], "ab", 2],
  );

  const vllm = await findTokenizer(
    asking({
      "/tokenize prompt": { count: 1, max_model_len: 10, tokens: [7] },
      "/tokenize messages": { count: 3, max_model_len: 10, tokens: [1, 7, 2] },
      "/detokenize tokens": { prompt: "ab" },
    }),
    "m",
  );
  assert.deepEqual(
    [vllm!.tellsCache, await vllm!.detokenize([7]), await vllm!.countChatTokens("a")],
    [false, "ab", 3],
  );

  const sglang = await findTokenizer(
    asking({
      "/tokenize prompt": { count: 1, max_model_len: 10, tokens: [7] },
      "/detokenize tokens": { text: "ab" },
    }),
    "m",
  );
  assert.deepEqual(
    [await sglang!.detokenize([7]), await sglang!.countChatTokens("a")],
    ["ab", null],
  );

  assert.equal(await findTokenizer(asking({ "/tokenize content": { tokens: [] } }), null), null);
  assert.equal(await findTokenizer(asking({ "/tokenize prompt": { tokens: ["a"] } }), null), null);
});

Deno.test("the length of a text comes near its tokens in a few tries, and stops at the number", async () => {
  const tries: number[] = [];
  const counting = (count: (characters: number) => number | null) => (characters: number) => {
    tries.push(characters);
    return Promise.resolve(count(characters));
  };
  // five characters a token, and a template of ten
  const found = await estimateLength(
    2048,
    counting((characters) => Math.ceil(characters / 5) + 10),
  );
  assert.equal(found.counted, 2048);
  assert(tries.length <= 4, tries.join());

  tries.length = 0;
  assert.deepEqual(await estimateLength(100, counting(() => null)), {
    characters: 400,
    counted: null,
  });
  assert.deepEqual(await estimateLength(100, counting(() => 0)), {
    characters: 400,
    counted: null,
  });
  assert.deepEqual(tries, [400, 400]);

  // a server that cuts every prompt at 4096
  await assert.rejects(
    estimateLength(8192, counting((characters) => Math.min(4096, characters >> 2))),
    /about 8192 tokens: the server counts 4096 for/,
  );
  assert.equal(textOfLength(["one"], ["two", "three"], 15), "one two three t");
  assert.throws(() => textOfLength([], [], 4), /no word in the plan's text/);
});

Deno.test("only prompts of a server that tells of its cache are alike", async () => {
  const order: PromptOrder = {
    model: "m",
    endpoint: "/v1/completions",
    text: Array.from({ length: 100 }, (_, at) => `word${at}`).join(" "),
    lengths: [60],
    seed: 7,
    count: (text) => Promise.resolve(text.length >> 2),
  };
  const tokenizer = (tellsCache: boolean) => ({
    tokenizer: () =>
      Promise.resolve({
        tellsCache,
        tokenize: (text: string) => Promise.resolve(text.split(" ").map((_, at) => at)),
        detokenize: (ids: readonly number[]) => Promise.resolve(ids.join(" ")),
        countChatTokens: () => Promise.resolve(null),
      }),
  });
  const none = { tokenizer: () => Promise.resolve(null) };

  const alike = await openPrompts(tokenizer(true), order);
  const first = await alike.prompt(60, "measured");
  assert.deepEqual(await alike.prompt(60, "measured"), first);
  assert.notDeepEqual(await alike.prompt(60, "warmup"), first);

  const drawn = await openPrompts(tokenizer(false), order);
  const ids = [await drawn.prompt(60, "measured"), await drawn.prompt(60, "measured")]
    .map(({ promptIds }) => promptIds);
  assert.deepEqual(ids.map(({ length }) => length), [60, 60]);
  assert.notDeepEqual(ids[0].slice(0, 8), ids[1].slice(0, 8));
  assert.deepEqual(ids[0].slice(8), ids[1].slice(8));

  const texts = await openPrompts(none, order);
  const [one, other] = [await texts.prompt(60, "measured"), await texts.prompt(60, "measured")];
  assert.deepEqual([one.promptIds, one.estimatedTokens, one.promptText!.length], [[], 60, 240]);
  assert.notEqual(one.promptText, other.promptText);
  // the same seed makes the same prompts again
  const again = await openPrompts(none, order);
  assert.deepEqual(await again.prompt(60, "measured"), one);

  // a chat whose tokens nobody counts is of text
  const chat = await openPrompts(tokenizer(true), { ...order, endpoint: "/v1/chat/completions" });
  assert.equal((await chat.prompt(60, "measured")).estimatedTokens, 60);
  await assert.rejects(
    openPrompts(none, { ...order, endpoint: "/completion" }),
    /has not llama-server's \/tokenize/,
  );
});
