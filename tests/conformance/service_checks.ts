import assert from "node:assert/strict";
import {
  type Check,
  exactPrompt,
  fixed,
  get,
  type Json,
  json,
  metricsOf,
  post,
  refused,
  slotsOf,
  stream,
  until,
  untilIdle,
} from "./examined.ts";
import { rawBytes, rawConnect, rawRequest, readToEnd } from "./raw_http.ts";

/** What is held against a server about its routes, slots and connections. */
export const serviceChecks: Record<string, Check> = {
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
    const pinned = await Promise.all([3, 2, 1, 0].map((slot) => slotOf(slot)));
    assert.deepEqual(pinned, [3, 2, 1, 0]);
    await untilIdle(server);
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
    // none was pinned, and each has a slot of its own
    assert((await slotsOf(server)).every((slot) => slot.is_processing));
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
    await untilIdle(server);
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
};
