import assert from "node:assert/strict";
import { createServer } from "node:net";
import { systemClock } from "../../lib/base/clock.ts";
import { connect, requestBytes } from "../../lib/run/client/connection.ts";
import { getJson, poll, postJson } from "../../lib/run/client/poll.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { ResponseReading } from "../../lib/run/client/response_reading.ts";
import { RunningRequest } from "../../lib/run/client/running_request.ts";
import { exchangeOf, readsOf, recording, scriptedAnswers } from "../client/cases.ts";
import {
  type Answering,
  ask,
  playing,
  readRequest,
  serveWith,
  spec,
  writeBytes,
  writeText,
} from "../client/server.ts";

const head =
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
const clock = systemClock();
const limits = { responseSeconds: 10, silenceSeconds: 5 };

async function withServer(answering: Answering, test: (url: string) => Promise<void>) {
  const server = serveWith(answering);
  try {
    await test(server.url);
  } finally {
    await server.close();
  }
}

/** Bytes of a small recorded answer that is valid. */
async function recordedAnswer(): Promise<Uint8Array[]> {
  return (await recording("completion-stream-n1")).reads.map(({ bytes }) => bytes);
}

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
  const answer = await recordedAnswer();
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

Deno.test("each way to fail has its code, and what was seen before it is kept", async () => {
  const event = 'data: {"content":"a","tokens":[1],"tokens_predicted":1}\n\n';
  const chunk = `${event.length.toString(16)}\r\n${event}\r\n`;
  const until = Promise.withResolvers<void>();
  const answers: [string, Answering, Partial<typeof limits>?][] = [
    ["connection-lost", async (connection) => {
      await readRequest(connection);
      await writeText(connection, head + chunk);
    }],
    ["silence", async (connection) => {
      await readRequest(connection);
      await writeText(connection, head + chunk);
      await until.promise;
    }, { silenceSeconds: 0.2 }],
    ["timeout", async (connection) => {
      await readRequest(connection);
      await writeText(connection, head + chunk);
      for (let n = 0; n < 40; n++) {
        await writeText(connection, "1\r\n:\r\n");
        await clock.sleep(20);
      }
    }, { responseSeconds: 0.3, silenceSeconds: 0.2 }],
    ["bad-http", async (connection) => {
      await readRequest(connection);
      await writeText(connection, `${head + chunk}zz\r\n`);
    }],
  ];
  await Promise.all(
    answers.map(([code, answering, changed]) =>
      withServer(answering, async (url) => {
        const seen = await ask(url, {}, { clock, limits: { ...limits, ...changed } });
        if (code === "silence") until.resolve();
        assert.equal(seen.error?.code, code);
        assert.equal(seen.arrivals.afterNs.length, 1, code);
        assert.equal(seen.finalEventNs, null);
      })
    ),
  );
});

Deno.test("a reset is told from a close", async () => {
  const server = createServer((socket) => {
    socket.once("data", () => {
      socket.write(`${head}d\r\ndata: {"conte\r\n`, () => {
        setTimeout(() => socket.resetAndDestroy(), 50);
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  const seen = await ask(`http://127.0.0.1:${port}`);
  assert.equal(seen.error?.code, "connection-reset");
  assert.equal(seen.httpStatus, 200);
  await new Promise((closed) => server.close(closed));
});

Deno.test("a connection that fails, or ends before the barrier, is told by the exchange", async () => {
  const refused = await ask("http://127.0.0.1:1");
  assert.equal(refused.error?.code, "connect-failed");
  assert.equal(refused.connectedNs, null);
  await withServer(() => Promise.resolve(), async (url) => {
    const prepared = await prepareRequest({ url, apiKey: null }, spec, { clock, limits });
    await clock.sleep(50);
    const seen = await prepared.fire();
    assert.equal(seen.error?.code, "connection-lost");
    assert.equal(seen.sentNs, null);
  });
  await withServer(async (connection) => {
    await writeText(connection, head);
    await clock.sleep(100);
  }, async (url) => {
    const prepared = await prepareRequest({ url, apiKey: null }, spec, { clock, limits });
    await clock.sleep(50);
    assert.equal((await prepared.fire()).error?.code, "bad-http", "an answer before the request");
  });
});

Deno.test("bytes that wait while this process is held up are no silence", async () => {
  const [first, second] = await recordedAnswer();
  const half = second.length >> 1;
  await withServer(async (connection) => {
    await readRequest(connection);
    await writeBytes(connection, first);
    await writeBytes(connection, second.slice(0, half));
    await clock.sleep(100);
    await writeBytes(connection, second.slice(half));
    const untilNs = clock.nowNs() + 500e6;
    while (clock.nowNs() < untilNs); // the client's loop stands still with this one
  }, async (url) => {
    const limits = { responseSeconds: 10, silenceSeconds: 0.3 };
    assert.equal((await ask(url, {}, { clock, limits })).error, null);
  });
});

Deno.test("a request is given up by its signal or by cancel", async () => {
  const waiting: Answering = async (connection) => {
    await readRequest(connection);
    await connection.read(new Uint8Array(1));
  };
  await withServer(waiting, async (url) => {
    const stop = new AbortController();
    const options = { clock, limits, signal: stop.signal };
    const fired = (await prepareRequest({ url, apiKey: null }, spec, options)).fire();
    setTimeout(() => stop.abort(), 50);
    const seen = await fired;
    assert.equal(seen.error?.code, "abandoned");
    assert.notEqual(seen.sentNs, null);
    const cancelled = await prepareRequest({ url, apiKey: null }, spec, { clock, limits });
    cancelled.cancel();
    assert.equal((await cancelled.fire()).error?.code, "abandoned");
    const late = await prepareRequest({ url, apiKey: null }, spec, options);
    assert.equal((await late.fire()).error?.code, "abandoned");
  });
});

Deno.test("a body that stays open behind the final event does not hold up the round", async () => {
  const [first, second] = await recordedAnswer();
  const open = second.slice(0, second.length - 5);
  await withServer(async (connection) => {
    await readRequest(connection);
    await writeBytes(connection, first);
    await writeBytes(connection, open);
    await connection.read(new Uint8Array(1));
  }, async (url) => {
    const seen = await ask(url);
    assert.equal(seen.error, null);
    assert.equal(seen.stopType, "limit");
    assert.equal(seen.closedNs, null);
  });
});

Deno.test("a request larger than the socket's buffers is written whole; an early refusal is read", async () => {
  const promptIds = Array.from({ length: 1_000_000 }, (_, at) => at);
  let length = 0;
  const [first, second] = await recordedAnswer();
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
  const [first, second] = await recordedAnswer();
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

Deno.test("a server that takes a connection and never greets is given up", async () => {
  await withServer(async (connection) => {
    await connection.read(new Uint8Array(1000));
    await clock.sleep(500);
  }, async (url) => {
    const seen = await ask(url.replace("http:", "https:"), {}, {
      clock,
      limits: { responseSeconds: 10, silenceSeconds: 0.2 },
    });
    assert.equal(seen.error?.code, "connect-failed");
    assert.match(seen.error!.message, /No connection within 0.2 seconds/);
  });
});

Deno.test("a process without file handles says so in its records", async () => {
  const script = `
    import { ask } from ${JSON.stringify(new URL("../client/server.ts", import.meta.url).href)};
    const all = await Promise.all(Array.from({ length: 60 }, () => ask(Deno.args[0])));
    console.log(JSON.stringify(all.map(({ error }) => error?.code ?? "")));`;
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  await Deno.writeTextFile(file, script);
  const [first, second] = await recordedAnswer();
  await withServer(async (connection) => {
    await readRequest(connection);
    await writeBytes(connection, first);
    await writeBytes(connection, second);
  }, async (url) => {
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const run =
      `ulimit -n 48; exec "${Deno.execPath()}" run -A --config "${config}" "${file}" ${url}`;
    const { stdout } = await new Deno.Command("sh", { args: ["-c", run] }).output();
    const codes = JSON.parse(new TextDecoder().decode(stdout)) as string[];
    assert(codes.includes("too-many-files"), String(codes));
    assert.deepEqual(codes.filter((code) => code !== "" && code !== "too-many-files"), []);
  });
  await Deno.remove(file);
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
    assert.deepEqual(await getJson(target, "/props"), { lines: 7 });
    assert.deepEqual(await postJson(target, "/tokenize", { content: "a" }), { lines: 9 });
    assert.equal((await poll(target, "/no")).status, 501);
    await assert.rejects(getJson(target, "/no"), /Cannot ask \/no of .*: status 501/);
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
