import assert from "node:assert/strict";
import { systemClock } from "../../lib/base/clock.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { responseOf } from "../client/cases.ts";
import {
  type Check,
  eventsOf,
  exactPrompt,
  fixed,
  type Json,
  json,
  post,
  stream,
} from "./examined.ts";

const tokenMembers = [
  "index",
  "content",
  "tokens",
  "stop",
  "id_slot",
  "tokens_predicted",
  "tokens_evaluated",
];
const responseFields = ["stop", "stop_type", "truncated", "id_slot", "tokens_predicted", "timings"];

/** What is held against a server about its answers to a prompt. Figures of time are not in it. */
export const answerChecks: Record<string, Check> = {
  "framing and events of /completion": async (server) => {
    const body = { ...fixed, prompt: exactPrompt(server, 64), n_predict: 32, stream: true };
    const answer = await post(server, "/completion", body);
    assert.deepEqual([answer.status, answer.whole], [200, true]);
    for (
      const [name, value] of [
        ["access-control-allow-origin", ""],
        ["x-accel-buffering", "no"],
        ["content-type", "text/event-stream"],
        ["transfer-encoding", "chunked"],
        ["connection", "close"],
      ]
    ) assert.equal(answer.headers.get(name), value);
    assert.equal(answer.headers.get("date"), undefined);
    const events = answer.chunks.map((chunk) => {
      const all = eventsOf(chunk);
      assert.equal(all.length, 1, "one event in a chunk");
      return JSON.parse(all[0]);
    });
    const final = events.pop();
    let count = 0;
    for (const event of events) {
      assert.deepEqual(Object.keys(event), tokenMembers);
      assert.deepEqual([event.index, event.stop, event.id_slot], [0, false, -1]);
      assert.equal(event.tokens.length, 1);
      assert.equal(event.tokens_evaluated, 64);
      assert(event.tokens_predicted > count, "the count rises");
      count = event.tokens_predicted;
    }
    assert.equal(events[0].tokens_predicted, 1);
    assert.deepEqual(Object.keys(final).sort(), [
      "content",
      "generation_settings",
      "has_new_line",
      "id_slot",
      "index",
      "model",
      "prompt",
      "stop",
      "stop_type",
      "stopping_word",
      "timings",
      "tokens",
      "tokens_cached",
      "tokens_evaluated",
      "tokens_predicted",
      "truncated",
    ]);
    assert.equal(final.generation_settings.n_predict, 32);
  },

  "the final event": async (server) => {
    const prompt = exactPrompt(server, 64);
    const events = await stream(server, "/completion", { prompt, n_predict: 32, id_slot: 2 });
    const final = events.at(-1)!;
    const timings = final.timings as Record<string, number>;
    assert.deepEqual(
      [final.content, final.tokens, final.stop, final.id_slot, final.stop_type, final.truncated],
      ["", [], true, 2, "limit", false],
    );
    assert.deepEqual(
      [final.tokens_predicted, final.tokens_evaluated, final.tokens_cached],
      [32, 64, 95],
    );
    assert.deepEqual([timings.cache_n, timings.prompt_n, timings.predicted_n], [0, 64, 32]);
    assert(Math.abs(timings.predicted_per_second - 31 / timings.predicted_ms * 1000) < 0.01);
    assert(Math.abs(timings.prompt_per_token_ms - timings.prompt_ms / 64) < 1e-6);
    assert(Math.abs(timings.prompt_per_second - 64 / timings.prompt_ms * 1000) < 0.01);
    const [short] = (await stream(server, "/completion", {
      prompt,
      n_predict: 4,
      response_fields: responseFields,
    })).slice(-1);
    assert.deepEqual(Object.keys(short), responseFields);
  },

  "tokens are not events": async (server) => {
    const prompt = exactPrompt(server, 64);
    const events = await stream(server, "/completion", { prompt, n_predict: 256 });
    assert.equal(events.at(-1)!.tokens_predicted, 256);
    assert(events.length < 256, `${events.length} events`);
    const counts = events.slice(0, -1).map((event) => event.tokens_predicted as number);
    assert(counts.some((count, at) => at > 0 && count - counts[at - 1] > 1), "some count for two");
  },

  "limits of an answer": async (server) => {
    const prompt = exactPrompt(server, 64);
    for (const n_predict of [0, 1]) {
      const events = await stream(server, "/completion", { prompt, n_predict });
      const timings = events.at(-1)!.timings as Record<string, number>;
      assert.deepEqual([events.length, timings.predicted_n], [2, 1]);
      assert.deepEqual([timings.predicted_ms, timings.predicted_per_second], [0.001, 0]);
    }
    const free = await stream(server, "/completion", {
      prompt: "Hello world",
      n_predict: 2000,
      ignore_eos: false,
    });
    assert.equal(free.at(-1)!.stop_type, "eos");
    assert((free.at(-1)!.tokens_predicted as number) < 500);
    const full = await stream(server, "/completion", {
      prompt: exactPrompt(server, 8600),
      n_predict: 256,
    });
    const { tokens_predicted, truncated, stop_type } = full.at(-1)!;
    assert.deepEqual([tokens_predicted, truncated, stop_type], [104, true, "limit"]);
  },

  "progress and timings on request": async (server) => {
    const events = await stream(server, "/completion", {
      prompt: exactPrompt(server, 4096),
      n_predict: 4,
      return_progress: true,
      timings_per_token: true,
    });
    const progress = events.flatMap(({ prompt_progress }) =>
      prompt_progress ? [prompt_progress as Json] : []
    );
    assert.deepEqual(
      progress.map(({ total, cache, processed }) => [total, cache, processed]),
      [[4096, 0, 0], [4096, 0, 2048], [4096, 0, 4096]],
    );
    assert.deepEqual([events[0].tokens, events[0].tokens_predicted], [[0], 0]);
    const first = events[progress.length];
    assert.deepEqual([first.tokens_predicted, first.prompt_progress], [1, undefined]);
    assert.equal((first.timings as Json).predicted_n, 1);
  },

  "/v1/completions": async (server) => {
    const body = { prompt: exactPrompt(server, 20), max_tokens: 16 };
    const events = await stream(server, "/v1/completions", body);
    const final = events.pop()!;
    for (const event of events) {
      assert.equal(event.object, "text_completion");
      const [choice] = event.choices as Json[];
      assert.deepEqual([choice.index, choice.logprobs, choice.finish_reason], [0, null, null]);
      assert.notEqual(choice.text, "");
    }
    assert.deepEqual((final.choices as Json[])[0], {
      text: "",
      index: 0,
      logprobs: null,
      finish_reason: "length",
    });
    assert.deepEqual(final.usage, {
      completion_tokens: 16,
      prompt_tokens: 20,
      total_tokens: 36,
      prompt_tokens_details: { cached_tokens: 0 },
    });
    assert.equal((final.timings as Json).predicted_n, 16);
  },

  "/v1/chat/completions": async (server) => {
    const messages = [{ role: "user", content: "Hello world" }];
    const body = { ...fixed, messages, max_tokens: 8, stream: true };
    const answer = await post(server, "/v1/chat/completions", body);
    const [role, token] = eventsOf(answer.chunks[0]).map((event) => JSON.parse(event));
    assert.deepEqual(role.choices[0].delta, { role: "assistant", content: null });
    assert.equal(typeof token.choices[0].delta.content, "string");
    const plain = await stream(server, "/v1/chat/completions", { messages, max_tokens: 8 });
    const last = plain.at(-1)!;
    assert.equal((last.choices as Json[])[0].finish_reason, "length");
    assert.deepEqual((last.choices as Json[])[0].delta, {});
    assert.deepEqual([typeof last.timings, last.usage], ["object", undefined]);
    const told = await stream(server, "/v1/chat/completions", {
      messages,
      max_tokens: 8,
      stream_options: { include_usage: true },
    });
    assert.deepEqual(told.at(-1)!.choices, []);
    assert.equal((told.at(-1)!.usage as Json).completion_tokens, 8);
    assert.equal((told.at(-1)!.timings as Json).predicted_n, 8);
  },

  "answers in one piece": async (server) => {
    const prompt = exactPrompt(server, 20);
    const whole = json(await post(server, "/completion", { ...fixed, prompt, n_predict: 8 }));
    const events = await stream(server, "/completion", { prompt, n_predict: 8 });
    const text = events.map(({ content }) => content).join("");
    assert.deepEqual([whole.content, whole.tokens_predicted, whole.stop], [text, 8, true]);
    const message = { role: "user", content: "hi" };
    const body = { ...fixed, messages: [message], max_tokens: 3 };
    const chat = json(await post(server, "/v1/chat/completions", body));
    assert.equal(chat.object, "chat.completion");
    assert.equal((chat.choices as { message: Json }[])[0].message.role, "assistant");
  },

  "the measuring client finds its responses valid": async (server) => {
    const endpoints = ["/completion", "/v1/completions", "/v1/chat/completions"] as const;
    const messages = [{ role: "user", content: "hello" }];
    const { prompt } = json(await post(server, "/apply-template", { messages }));
    const counted = json(
      await post(server, "/tokenize", { content: prompt, add_special: true, parse_special: true }),
    );
    const chatTokens = (counted.tokens as number[]).length;
    for (const endpoint of endpoints) {
      const chat = endpoint === "/v1/chat/completions";
      const request = await prepareRequest({ url: server.url, apiKey: null }, {
        endpoint,
        model: null,
        promptIds: chat ? [] : exactPrompt(server, 100),
        promptText: chat ? "hello" : null,
        outputTokens: 32,
        slot: null,
      }, { clock: systemClock(), limits: { responseSeconds: 30, silenceSeconds: 30 } });
      const exchange = await request.fire();
      const promptTokens = chat ? chatTokens : 100;
      const response = responseOf(exchange, { promptTokens, outputTokens: 32 });
      const { status } = judgeResponse(response);
      // whether an answer was cut short is told by /completion alone
      assert.equal(status, endpoint === "/completion" ? "valid" : "unverified");
    }
  },
};
