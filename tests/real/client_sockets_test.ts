import assert from "node:assert/strict";
import { systemClock } from "../../lib/base/clock.ts";
import { connect, requestBytes } from "../../lib/run/client/connection.ts";
import { poll, pollJson } from "../../lib/run/client/poll.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { ResponseReading } from "../../lib/run/client/response_reading.ts";
import { RunningRequest } from "../../lib/run/client/running_request.ts";
import { exchangeOf, readsOf, scriptedAnswers, smallAnswer } from "../client/cases.ts";
import {
  type Answering,
  ask,
  playing,
  readRequest,
  serveWith,
  spec,
  withServer,
  writeBytes,
  writeText,
} from "../client/server.ts";

const clock = systemClock();
const limits = { responseSeconds: 10, silenceSeconds: 5 };

const replays: [string, string, ("/completion" | "/v1/chat/completions")?][] = [
  ["F-SSE-01", "replay.json"],
  ["F-SSE-02", "replay.json"],
  ["F-SSE-04", "replay.json"],
  ["F-SSE-05", "replay_a.json"],
  ["F-SSE-05", "replay_b.json", "/v1/chat/completions"],
  ["F-SSE-06", "replay.json", "/v1/chat/completions"],
  ["F-SSE-08", "replay.json", "/v1/chat/completions"],
  ["F-SSE-09", "replay.json", "/v1/chat/completions"],
  ["F-SSE-10", "replay.json"],
  ["F-SSE-11", "replay.json"],
  ["F-SSE-14", "replay.json"],
  ["F-SSE-15", "replay_a.json", "/v1/chat/completions"],
  ["F-SSE-15", "replay_b.json"],
  ["F-SSE-17", "replay_a.json"],
  ["F-SSE-17", "replay_b.json"],
  ["F-SSE-21", "replay.json"],
  ["F-SSE-23", "replay.json"],
  ["F-SSE-28", "replay.json"],
];

Deno.test("streaming cases through a socket: the same record as from the bytes alone", async () => {
  await Promise.all(replays.map(async ([id, file, endpoint = "/completion"]) => {
    const [answer] = await scriptedAnswers(id, file);
    const expected = exchangeOf(endpoint, readsOf(answer));
    await withServer(playing(answer), async (url) => {
      const seen = await ask(url, { endpoint });
      const facts = (exchange: typeof expected) => {
        const { tokens, stopType, timings, httpStatus, error, arrivals } = exchange;
        return { tokens, stopType, timings, httpStatus, error, counts: arrivals.tokens };
      };
      assert.deepEqual(facts(seen), facts(expected), `${id} ${file}`);
      assert.equal(seen.arrivals.afterNs.length, expected.arrivals.afterNs.length);
    });
  }));
});

Deno.test("times stand in their order, and the connection's are apart from the response's", async () => {
  const answer = await smallAnswer();
  await withServer(async (connection) => {
    await readRequest(connection);
    for (const bytes of answer) await writeBytes(connection, bytes);
  }, async (url) => {
    const prepared = await prepareRequest({ url, apiKey: null }, spec, { clock, limits });
    const seen = await prepared.fire();
    const times = [
      seen.connectStartNs,
      seen.connectedNs,
      seen.sentNs,
      seen.headersNs,
      seen.firstTokenNs,
      seen.lastTokenNs,
      seen.finalEventNs,
      seen.closedNs,
    ].map((time) => time!);
    assert.deepEqual(times, times.toSorted((a, b) => a - b));
    assert.equal(seen.error, null);
    assert.equal(prepared.fire(), prepared.fire(), "a request is fired once");
  });
});

Deno.test("a request asks for identity, carries its key in one header and its length", async () => {
  let request = "";
  await withServer(async (connection) => {
    request = await readRequest(connection);
    await writeText(connection, "HTTP/1.1 401 No\r\nContent-Length: 10\r\n\r\nno sesame!");
  }, async (url) => {
    const target = { url: `${url}/folder/`, apiKey: "sesame" };
    const prepared = await prepareRequest(target, spec, { clock, limits });
    const { error } = await prepared.fire();
    assert.deepEqual(error, { code: "http-status", message: "no (the key)!" });
  });
  assert.match(request, /^POST \/folder\/completion HTTP\/1\.1\r\n/);
  assert.match(request, /^Accept-Encoding: identity\r$/m);
  assert.match(request, /^Authorization: Bearer sesame\r$/m);
  assert.deepEqual(JSON.parse(request.split("\r\n\r\n")[1]).prompt, [1, 2, 3]);
});

Deno.test("a request larger than the socket's buffers is written whole; an early refusal is read", async () => {
  const promptIds = Array.from({ length: 1_000_000 }, (_, at) => at);
  let length = 0;
  const [first, second] = await smallAnswer();
  await withServer(async (connection) => {
    const request = await readRequest(connection);
    length = JSON.parse(request.slice(request.indexOf("\r\n\r\n") + 4)).prompt.length;
    await writeBytes(connection, first);
    await writeBytes(connection, second);
  }, async (url) => {
    assert.equal((await ask(url, { promptIds })).error, null);
    assert.equal(length, 1_000_000);
  });
  await withServer(async (connection) => {
    await connection.read(new Uint8Array(1000));
    await writeText(connection, "HTTP/1.1 413 Large\r\nContent-Length: 9\r\n\r\ntoo large");
    await readRequest(connection);
  }, async (url) => {
    const { error } = await ask(url, { promptIds });
    assert.deepEqual(error, { code: "http-status", message: "too large" });
  });
});

Deno.test("IPv6 and TLS", async () => {
  const [first, second] = await smallAnswer();
  const answering: Answering = async (connection) => {
    await readRequest(connection);
    await writeBytes(connection, first);
    await writeBytes(connection, second);
  };
  const six = serveWith(answering, Deno.listen({ hostname: "::1", port: 0 }));
  assert.equal((await ask(six.url)).error, null);
  await six.close();

  const pem = (name: string) =>
    Deno.readTextFileSync(new URL(`../cases/tls/${name}`, import.meta.url));
  const listener = Deno.listenTls({
    hostname: "127.0.0.1",
    port: 0,
    cert: pem("server.pem"),
    key: pem("server.key"),
  });
  const secure = serveWith(answering, listener as Deno.Listener);
  const target = { url: secure.url.replace("http:", "https:"), apiKey: null };
  assert.equal((await ask(target.url)).error?.code, "connect-failed", "an unknown authority");
  const reading = new ResponseReading("/completion", 1);
  const bytes = requestBytes(target, "/completion", "*/*", "{}");
  const running = new RunningRequest(bytes, reading, { clock, limits }, null);
  await running.open((signal) => connect(target, { signal, caCerts: [pem("authority.pem")] }));
  const seen = await running.fire();
  assert.deepEqual([seen.error, seen.stopType], [null, "limit"]);
  await secure.close();
});

Deno.test("polls: JSON, a refusal, a server that hangs", async () => {
  await withServer(async (connection) => {
    const request = await readRequest(connection);
    if (request.startsWith("GET /slow")) return void await connection.read(new Uint8Array(1));
    const status = request.startsWith("GET /no") ? "501 No" : "200 OK";
    await writeText(
      connection,
      `HTTP/1.1 ${status}\r\n\r\n{"lines":${request.split("\n").length}}`,
    );
  }, async (url) => {
    const target = { url, apiKey: null };
    assert.deepEqual(await pollJson(target, "/props"), { lines: 7 });
    assert.deepEqual(await pollJson(target, "/tokenize", { body: { content: "a" } }), { lines: 9 });
    assert.equal((await poll(target, "/no")).status, 501);
    await assert.rejects(pollJson(target, "/no"), /Cannot ask \/no of .*: status 501/);
    await assert.rejects(poll(target, "/slow", { timeoutMs: 100 }), /no answer within 100 ms/);
    const stop = AbortSignal.abort(new Error("stopped"));
    await assert.rejects(poll(target, "/props", { signal: stop }), /stopped/);
  });
});

Deno.test("an address with a key in it, or of another kind, is refused", async () => {
  for (const url of ["ftp://127.0.0.1", "http://user:key@127.0.0.1:80", "127.0.0.1:80"]) {
    await assert.rejects(ask(url), /Cannot use the server's address/);
  }
});
