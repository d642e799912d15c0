import assert from "node:assert/strict";
import { systemClock } from "../../lib/base/clock.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { responseOf } from "../client/cases.ts";
import { type RawAnswer, rawBytes, rawConnect, rawRequest, readToEnd } from "./raw_http.ts";

/** A server to examine: four slots of 8704 tokens, its own prompt cache off. */
export interface Examined {
  url: string;
  /** Token ids of an ordinary text of its vocabulary. */
  ids: number[];
}

type Check = (server: Examined) => Promise<void>;
type Json = { [member: string]: unknown };

const fixed = { ignore_eos: true, cache_prompt: false, temperature: 0 };
const exactPrompt = ({ ids }: Examined, length: number) =>
  Array.from({ length }, (_, at) => ids[at % ids.length]);
const post = ({ url }: Examined, path: string, body: unknown) =>
  rawRequest(url, "POST", path, body);
const get = ({ url }: Examined, path: string) => rawRequest(url, "GET", path);
const json = (answer: RawAnswer): Json => JSON.parse(answer.chunks[0]);

/** The events of a chunk, each in the form `data: JSON` and a blank line. */
function eventsOf(chunk: string): string[] {
  assert(chunk.startsWith("data: ") && chunk.endsWith("\n\n"), chunk);
  return chunk.slice(0, -2).split("\n\n").map((event) => event.slice("data: ".length));
}

async function stream(server: Examined, path: string, body: Json): Promise<Json[]> {
  const answer = await post(server, path, { ...fixed, stream: true, ...body });
  assert.equal(answer.status, 200, answer.chunks[0]);
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  assert.equal(answer.whole, true);
  const events = answer.chunks.flatMap(eventsOf);
  if (path !== "/completion") assert.equal(events.pop(), "[DONE]");
  return events.map((event) => JSON.parse(event));
}

async function refused(
  server: Examined,
  body: unknown,
  path = "/completion",
): Promise<[status: number, error: Json]> {
  const answer = await post(server, path, body);
  const { error } = json(answer) as { error: Json };
  assert.equal(error.code, answer.status);
  return [answer.status, error];
}

async function metricsOf(server: Examined): Promise<Map<string, number>> {
  const answer = await get(server, "/metrics");
  assert.match(answer.headers.get("content-type")!, /^text\/plain/);
  const rows = answer.chunks[0].matchAll(/^llamacpp:(\w+) (\S+)$/gm);
  return new Map([...rows].map(([, name, value]) => [name, Number(value)]));
}

async function slotsOf(server: Examined): Promise<(Json & { is_processing: boolean })[]> {
  return JSON.parse((await get(server, "/slots")).chunks[0]);
}

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Never seen: ${what}`);
}

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

/**
 * What a llama-server and the simulator have in common: one list, held against both. Figures of time
 * are not in it.
 */
export const conformance: Record<string, Check> = {
  "GET routes": async (server) => {
    const health = await get(server, "/health");
    assert.deepEqual([health.status, json(health)], [200, { status: "ok" }]);
    assert.equal(health.headers.get("content-type"), "application/json; charset=utf-8");
    assert.equal(health.headers.get("connection"), "close");
    assert.equal(Number(health.headers.get("content-length")), health.chunks[0].length);
    const props = json(await get(server, "/props"));
    assert.equal(props.total_slots, 4);
    assert.equal((props.default_generation_settings as Json).n_ctx, 8704);
    assert.equal(typeof props.build_info, "string");
    assert.equal(typeof props.model_path, "string");
    const slots = await slotsOf(server);
    assert.deepEqual(slots.map((slot) => [slot.id, slot.n_ctx, slot.is_processing]), [
      [0, 8704, false],
      [1, 8704, false],
      [2, 8704, false],
      [3, 8704, false],
    ]);
    const { data } = json(await get(server, "/v1/models")) as { data: Json[] };
    assert.equal(typeof data[0].id, "string");
    assert.equal(typeof data[0].owned_by, "string");
  },

  "counters": async (server) => {
    const before = await metricsOf(server);
    await stream(server, "/completion", { prompt: exactPrompt(server, 50), n_predict: 10 });
    // counted behind the stream's end
    await until(
      async () =>
        (await metricsOf(server)).get("tokens_predicted_total") !==
          before.get("tokens_predicted_total"),
      "the response in /metrics",
    );
    const behind = await metricsOf(server);
    const more = (name: string) => behind.get(name)! - before.get(name)!;
    assert.equal(more("prompt_tokens_total"), 50);
    assert.equal(more("tokens_predicted_total"), 10);
    assert.equal(behind.get("prompt_tokens_cached_total"), 0);
    for (const name of ["requests_processing", "requests_deferred"]) {
      assert.equal(behind.get(name), 0);
    }
    for (const name of ["prompt_seconds_total", "n_decode_total"]) {
      assert(behind.get(name)! > 0, name);
    }
  },

  "tokens of a text and back": async (server) => {
    const text = "a café by the sea";
    const plain = json(await post(server, "/tokenize", { content: text })) as { tokens: number[] };
    const special = json(await post(server, "/tokenize", { content: text, add_special: true }));
    assert.deepEqual((special.tokens as number[]).slice(1), plain.tokens);
    const back = json(await post(server, "/detokenize", { tokens: plain.tokens }));
    assert.equal((back.content as string).trim(), text);
    const pieces = json(await post(server, "/tokenize", { content: "é", with_pieces: true }));
    const bytes = (pieces.tokens as { piece: string | number[] }[]).flatMap(({ piece }) =>
      typeof piece === "string" ? [] : piece
    );
    assert.deepEqual(bytes, [0xc3, 0xa9]);
    const messages = [{ role: "user", content: "hello" }];
    const prompt = json(await post(server, "/apply-template", { messages })).prompt;
    assert.match(prompt as string, /user[^]*hello[^]*assistant/);
  },

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

  "refusals": async (server) => {
    const invalid: [body: unknown, path?: string][] = [
      ['{"prompt": "Hello", '],
      [""],
      [{ n_predict: 4 }],
      [{ prompt: "Hello", n_predict: "many" }],
      [{ prompt: [1, 999999] }],
      [{ prompt: [1, -5] }],
      [{ prompt: [] }],
      [{ max_tokens: 4 }, "/v1/chat/completions"],
    ];
    const odd = await post(server, "/v1/chat/completions", { messages: [null], max_tokens: 4 });
    assert(odd.status >= 400, "a message that is none");
    for (const [body, path] of invalid) {
      const [status, { type, message }] = await refused(server, body, path);
      assert.deepEqual([status, type], [400, "invalid_request_error"], JSON.stringify(body));
      assert.equal(typeof message, "string");
    }
    for (const stream of [true, false]) {
      const body = { ...fixed, prompt: exactPrompt(server, 8704), n_predict: 8, stream };
      const [status, error] = await refused(server, body);
      assert.deepEqual(
        [status, error.type, error.n_prompt_tokens, error.n_ctx],
        [400, "exceed_context_size_error", 8704, 8704],
      );
    }
    for (const [method, path] of [["GET", "/no-such-path"], ["GET", "/completion"]]) {
      const answer = await rawRequest(server.url, method, path);
      assert.equal(answer.status, 404);
      assert.equal((json(answer).error as Json).type, "not_found_error");
    }
  },

  "slots": async (server) => {
    const prompt = exactPrompt(server, 300);
    const slotOf = async (id_slot: number) =>
      (await stream(server, "/completion", { prompt, n_predict: 2, id_slot })).at(-1)!.id_slot;
    assert.deepEqual([await slotOf(99), await slotOf(5), await slotOf(2)], [3, 1, 2]);
    const pinned = await Promise.all([3, 2, 1, 0].map(slotOf));
    assert.deepEqual(pinned, [3, 2, 1, 0]);
    const free = await Promise.all([-1, -1, -1, -1].map(slotOf));
    assert.deepEqual(free.toSorted(), [0, 1, 2, 3]);
  },

  "a fifth request waits without a byte": async (server) => {
    const body = { ...fixed, prompt: exactPrompt(server, 100), n_predict: 8000, stream: true };
    const connections: Deno.TcpConn[] = [];
    for (let request = 0; request < 4; request++) {
      const connection = await rawConnect(server.url);
      await connection.write(rawBytes("POST", "/completion", body));
      connections.push(connection);
    }
    // the stream goes on as long as it is read
    const drained = connections.map((connection) => readToEnd(connection).catch(() => {}));
    await until(
      async () => (await metricsOf(server)).get("requests_processing") === 4,
      "four requests at work",
    );
    const none = await get(server, "/slots?fail_on_no_slot=1");
    assert.equal(none.status, 503);
    assert.equal((json(none).error as Json).message, "no slot available");

    const fifth = await rawConnect(server.url);
    await fifth.write(rawBytes("POST", "/completion", { ...body, n_predict: 4 }));
    await until(
      async () => (await metricsOf(server)).get("requests_deferred") === 1,
      "a request that waits",
    );
    const answered = readToEnd(fifth);
    const waited = await Promise.race([
      answered,
      new Promise((resolve) => setTimeout(() => resolve("waits"), 100)),
    ]);
    assert.equal(waited, "waits");
    // a client that is gone frees its slot
    connections[2].close();
    const answer = new TextDecoder().decode(await answered);
    assert.match(answer, /^HTTP\/1.1 200 OK/);
    assert.match(answer, /"stop":true/);
    for (const connection of [connections[0], connections[1], connections[3], fifth]) {
      connection.close();
    }
    await Promise.all(drained);
    await until(
      async () => (await slotsOf(server)).every((slot) => !slot.is_processing),
      "all slots idle",
    );
  },

  "a connection that is kept": async (server) => {
    const connection = await rawConnect(server.url);
    const buffer = new Uint8Array(4096);
    for (let turn = 0; turn < 2; turn++) {
      await connection.write(rawBytes("GET", "/health", undefined, true));
      const read = await connection.read(buffer);
      const text = new TextDecoder().decode(buffer.subarray(0, read!));
      assert.match(text, /^HTTP\/1.1 200 OK[^]*Keep-Alive: timeout=5[^]*"ok"/);
    }
    connection.close();
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
