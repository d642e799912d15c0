import assert from "node:assert/strict";
import type { Plan } from "../../lib/record/plan.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { llamaCompletionBody } from "../../lib/run/client/llama_completion.ts";
import { openAiChatBody } from "../../lib/run/client/openai_chat.ts";
import { longestEventBytes } from "../../lib/run/client/event_parser.ts";
import { chunkOf, exchangeOf, headText, recording, responseOf, streamOf } from "../client/cases.ts";

const own = "/completion";
const text = "/v1/completions";
const chat = "/v1/chat/completions";

/** What the client makes of events, each of which comes in a read of its own, at 10, 20, 30 … */
function exchange(endpoint: Plan["endpoint"], ...events: (object | string)[]) {
  const encoder = new TextEncoder();
  const head = headText({ status: 200, headers: { "content-type": "text/event-stream" } });
  return exchangeOf(endpoint, [
    { atNs: 5, bytes: encoder.encode(head) },
    ...events.map((event, at) => ({
      atNs: (at + 1) * 10,
      bytes: chunkOf(
        encoder.encode(typeof event === "string" ? event : `data: ${JSON.stringify(event)}\n\n`),
      ),
    })),
    { atNs: (events.length + 1) * 10, bytes: encoder.encode("0\r\n\r\n") },
  ]);
}

const partial = (content: string, predicted: number) => ({
  index: 0,
  content,
  tokens: [7],
  stop: false,
  id_slot: -1,
  tokens_predicted: predicted,
  tokens_evaluated: 4,
});
const final = (predicted: number) => ({
  stop: true,
  stop_type: "limit",
  truncated: false,
  id_slot: 2,
  tokens_predicted: predicted,
  tokens_evaluated: 4,
  tokens_cached: 3 + predicted,
  timings: { cache_n: 0, prompt_n: 4, predicted_n: predicted },
});
const chunk = (delta: object, reason: string | null = null) => ({
  id: "c",
  object: "chat.completion.chunk",
  choices: [{ index: 0, delta, finish_reason: reason }],
});
const usage = { id: "c", choices: [], usage: { prompt_tokens: 4, completion_tokens: 3 } };
const done = "data: [DONE]\n\n";

Deno.test("/completion: times, running counts and the final event's words", () => {
  const seen = exchange(own, partial("a", 1), partial(' "b"', 3), partial("", 4), final(4));
  assert.equal(seen.headersNs, 5);
  assert.equal(seen.firstTokenNs, 10);
  assert.equal(seen.lastTokenNs, 30);
  assert.equal(seen.finalEventNs, 40);
  assert.equal(seen.closedNs, 50);
  assert.deepEqual(seen.arrivals, { afterNs: [10, 10, 10], tokens: [1, 2, 1] });
  assert.deepEqual(seen.tokens, {
    contentEvents: 2,
    predicted: 4,
    evaluated: 4,
    processed: 4,
    cached: 0,
  });
  assert.equal(seen.reportedSlot, 2);
  assert.deepEqual(seen.timings, { cache_n: 0, prompt_n: 4, predicted_n: 4 });
  const response = responseOf(seen, { promptTokens: 4, outputTokens: 4, slot: 2 });
  assert.deepEqual(judgeResponse(response), { status: "valid" });
  const untold = { ...response, slot: { asked: 2, reported: null } };
  assert.deepEqual(judgeResponse(untold), { status: "unverified", unknown: ["slot"] });
  const noStatus = { ...response, httpStatus: null };
  assert.deepEqual(judgeResponse(noStatus), { status: "invalid", reasons: ["http-status"] });
});

Deno.test("numbers that a record cannot hold are null in the timings", () => {
  const last = final(1);
  const told = { ...last.timings, draft_n: 2 ** 53, predicted_ms: 1.5, deep: [2 ** 64, 7] };
  const seen = exchange(own, partial("a", 1), { ...last, timings: told });
  assert.deepEqual(seen.timings, {
    ...last.timings,
    draft_n: null,
    predicted_ms: 1.5,
    deep: [null, 7],
  });
});

Deno.test("/completion: progress and pings are no tokens, a hidden first token is one", () => {
  const progress = { ...partial("", 0), tokens: [0], prompt_progress: { total: 4, processed: 2 } };
  const seen = exchange(own, progress, ":\n\n", partial("", 1), partial("a", 2), final(2));
  assert.equal(seen.firstEventNs, 10);
  assert.equal(seen.firstTokenNs, 30);
  assert.equal(seen.firstVisibleNs, 40);
  assert.equal(seen.arrivals.afterNs.length, 2);
});

Deno.test("events that a proxy held back came at one time, and no gap is invented", () => {
  const events = [partial("a", 1), partial("b", 2), partial("c", 3), final(3)];
  const seen = exchangeOf(
    own,
    streamOf(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")),
  );
  assert.deepEqual(seen.arrivals.afterNs, [1, 0, 0]);
  assert.equal(seen.finalEventNs, 1);
});

Deno.test("/completion: text that looks like a count is text", () => {
  const trap = ',"stop":false,"id_slot":-1,"tokens_predicted":9,"tokens_evaluated":4}';
  const seen = exchange(own, partial(trap, 1), { ...partial(trap, 2), more: trap }, final(2));
  assert.deepEqual(seen.arrivals.tokens, [1, 1]);
  assert.equal(seen.error, null);
});

Deno.test("/completion: tokens that end inside a character give no event, and are counted", () => {
  const seen = exchange(own, partial("a", 1), final(3));
  assert.deepEqual(seen.arrivals.tokens, [1]);
  assert.equal(seen.tokens.predicted, 3);
});

Deno.test("/completion: what a stream may not do", () => {
  const codeOf = (...events: (object | string)[]) => exchange(own, ...events).error?.code;
  assert.equal(codeOf(partial("a", 1), final(1), final(1)), "second-final-event");
  assert.equal(codeOf(partial("a", 2), partial("b", 1), final(2)), "bad-event", "count falls");
  assert.equal(codeOf(partial("a", 2), final(1)), "bad-event", "final count below the running one");
  assert.equal(codeOf(partial("a", 1), final(1), partial("b", 2)), "bad-event", "token at the end");
  assert.equal(codeOf({ ...partial("a", 1), tokens_predicted: 1.5 }), "bad-event");
  assert.equal(codeOf({ ...final(1), id_slot: "2" }), "bad-event");
  assert.equal(codeOf("data: {\n\n"), "bad-event");
  assert.equal(codeOf("data: 5\n\n"), "bad-event");
  assert.equal(codeOf("event: error\ndata: {}\n\n"), "error-event");
  assert.equal(codeOf({ ...final(1), error: { message: "lost" } }), "error-event");
  assert.equal(codeOf(`data: ${" ".repeat(longestEventBytes)}`), "bad-event", "an endless event");
});

Deno.test("/v1/completions: text, the finish with a token in it, usage, the end mark", () => {
  const piece = (text: string, finish_reason: string | null = null) => ({
    object: "text_completion",
    choices: [{ index: 0, text, finish_reason }],
  });
  const seen = exchange(text, piece("a"), piece('"'), piece(""), piece("c", "length"), usage, done);
  assert.deepEqual(seen.arrivals, { afterNs: [10, 10, 20], tokens: null });
  assert.equal(seen.finalEventNs, 40);
  assert.equal(seen.stopType, "length");
  assert.equal(seen.tokens.predicted, 3);
  assert.equal(seen.tokens.cached, null);
  const response = responseOf(seen, { promptTokens: 4, outputTokens: 3 });
  assert.deepEqual(judgeResponse(response), {
    status: "unverified",
    unknown: ["truncated", "cache"],
  });
});

Deno.test("/v1/chat/completions: role, thought, answer and a call are told apart", () => {
  const seen = exchange(
    chat,
    chunk({ role: "assistant", content: null }),
    chunk({ reasoning_content: "so" }),
    chunk({ reasoning_content: "then" }),
    chunk({ content: "42" }),
    chunk({ tool_calls: [{ index: 0, function: { arguments: "{" } }] }),
    chunk({}, "length"),
    usage,
    done,
  );
  assert.equal(seen.firstEventNs, 10);
  assert.equal(seen.firstTokenNs, 20);
  assert.equal(seen.firstVisibleNs, 40);
  assert.equal(seen.lastTokenNs, 50);
  assert.equal(seen.finalEventNs, 60);
  assert.equal(seen.tokens.contentEvents, 3);
  assert.equal(seen.arrivals.afterNs.length, 4);
});

Deno.test("an event is known again by its frame alone when nothing but its text differs", () => {
  const seen = exchange(
    chat,
    chunk({ content: "a" }),
    chunk({ content: '\\"\n' }),
    chunk({ content: "" }),
    chunk({ content: "b" }, "length"),
    done,
  );
  assert.deepEqual(seen.arrivals.afterNs, [10, 10, 20]);
  assert.equal(seen.finalEventNs, 40);
  const broken = exchange(chat, chunk({ content: "a" }), 'data: {"id":"c","object":"x"\n\n');
  assert.equal(broken.error?.code, "bad-event");
});

Deno.test("OpenAI streams: what they may not do", () => {
  const codeOf = (...events: (object | string)[]) => exchange(chat, ...events).error?.code;
  assert.equal(codeOf(chunk({ content: "a" }, "stop"), chunk({}, "stop")), "second-final-event");
  assert.equal(codeOf(chunk({ content: "a" }, "stop"), chunk({ content: "b" })), "bad-event");
  assert.equal(codeOf(chunk({ content: "a" }, "stop"), done, usage), "bad-event");
  assert.equal(codeOf({ error: { message: "no", code: 500 } }, done), "error-event");
  assert.equal(codeOf({ object: "error", message: "no" }), "error-event");
  assert.equal(codeOf({ choices: [5] }), "bad-event");
  assert.equal(codeOf({ choices: [], usage: { completion_tokens: -1 } }), "bad-event");
});

Deno.test("recordings of llama-server: token events, tokens, prompt, verdict", async () => {
  const facts = async (name: string) => {
    const { endpoint, reads } = await recording(name);
    const { arrivals, tokens, error, stopType } = exchangeOf(endpoint, reads);
    return [arrivals.afterNs.length, tokens.predicted, tokens.evaluated, stopType, error?.code];
  };
  assert.deepEqual(await facts("completion-stream-cut-in-character"), [
    1,
    3,
    10,
    "limit",
    undefined,
  ]);
  assert.deepEqual(await facts("completion-stream-eos"), [45, 48, 3, "eos", undefined]);
  assert.deepEqual(await facts("completion-stream-n1"), [1, 1, 64, "limit", undefined]);
  assert.deepEqual(await facts("completion-stream-response-fields"), [
    7,
    8,
    8192,
    "limit",
    undefined,
  ]);
  assert.deepEqual(await facts("v1-completions-stream"), [14, 16, 3, "length", undefined]);
  assert.deepEqual(await facts("v1-chat-stream"), [15, 16, 16, "length", undefined]);
  assert.deepEqual(await facts("v1-chat-stream-no-usage"), [4, 4, null, "length", undefined]);
  assert.deepEqual(await facts("server-sigkill-midstream"), [5, 5, null, null, "connection-lost"]);
  assert.deepEqual(await facts("error-prompt-too-long-stream"), [
    0,
    null,
    null,
    null,
    "http-status",
  ]);
});

Deno.test("requests: ids where the endpoint takes them, text for chat, nothing from a cache", () => {
  const spec = {
    model: null,
    promptIds: [1, 2],
    promptText: "hi",
    outputTokens: 8,
    slot: 3,
  };
  const body = llamaCompletionBody({ ...spec, endpoint: own });
  assert.deepEqual(
    [body.prompt, body.n_predict, body.ignore_eos, body.cache_prompt, body.stream, body.id_slot],
    [[1, 2], 8, true, false, true, 3],
  );
  const chatBody = openAiChatBody({ ...spec, endpoint: chat, slot: null, model: "m" });
  assert.deepEqual(chatBody.messages, [{ role: "user", content: "hi" }]);
  assert.equal(chatBody.model, "m");
  assert(!("id_slot" in chatBody));
});

Deno.test("a body without its blank line, a byte order mark and CR line ends are read", () => {
  for (
    const body of [
      `data: ${JSON.stringify(partial("a", 1))}\n\ndata: ${JSON.stringify(final(1))}`,
      `\ufeffdata:${JSON.stringify(partial("a", 1))}\r\rdata:${JSON.stringify(final(1))}\r\r`,
      `\ufeff: hi\r\n\r\ndata:${JSON.stringify(partial("a", 1))}\r\n\r\ndata: ${
        JSON.stringify(final(1))
      }\r\n\r\n`,
    ]
  ) {
    const seen = exchangeOf(own, streamOf(body));
    assert.deepEqual([seen.error, seen.tokens.predicted, seen.finalEventNs], [null, 1, 1]);
  }
});
