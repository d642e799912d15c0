import assert from "node:assert/strict";
import { createServer } from "node:net";
import { systemClock } from "../../lib/base/clock.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { smallAnswer } from "../client/cases.ts";
import {
  type Answering,
  ask,
  readRequest,
  spec,
  withServer,
  writeBytes,
  writeText,
} from "../client/server.ts";

const head =
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n";
const clock = systemClock();
const limits = { responseSeconds: 10, silenceSeconds: 5 };

/** Resolves when the client has closed the connection. */
async function untilGone(connection: Deno.Conn): Promise<void> {
  await connection.read(new Uint8Array(1));
}

Deno.test("each way to fail has its code, and what was seen before it is kept", async () => {
  const event = 'data: {"content":"a","tokens":[1],"tokens_predicted":1}\n\n';
  const chunk = `${event.length.toString(16)}\r\n${event}\r\n`;
  const answers: [string, Answering, Partial<typeof limits>?][] = [
    ["connection-lost", async (connection) => {
      await readRequest(connection);
      await writeText(connection, head + chunk);
    }],
    ["silence", async (connection) => {
      await readRequest(connection);
      await writeText(connection, head + chunk);
      await untilGone(connection);
    }, { silenceSeconds: 0.2 }],
    ["timeout", async (connection) => {
      await readRequest(connection);
      await writeText(connection, head + chunk);
      // what comes all the time is no silence
      for (;;) {
        await writeText(connection, "1\r\n:\r\n");
        await clock.sleep(20);
      }
    }, { responseSeconds: 1.5, silenceSeconds: 1 }],
    ["bad-http", async (connection) => {
      await readRequest(connection);
      await writeText(connection, `${head + chunk}zz\r\n`);
    }],
  ];
  await Promise.all(
    answers.map(([code, answering, changed]) =>
      withServer(answering, async (url) => {
        const seen = await ask(url, {}, { clock, limits: { ...limits, ...changed } });
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
        setTimeout(() => socket.resetAndDestroy(), 200);
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
  const reached = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  await withServer(async (connection) => {
    await reached.promise;
    connection.close();
    closed.resolve();
  }, async (url) => {
    const prepared = await prepareRequest({ url, apiKey: null }, spec, { clock, limits });
    reached.resolve();
    await closed.promise;
    await clock.sleep(200); // until the client has heard of it
    const seen = await prepared.fire();
    assert.equal(seen.error?.code, "connection-lost");
    assert.equal(seen.sentNs, null);
  });
  const spoken = Promise.withResolvers<void>();
  await withServer(async (connection) => {
    await writeText(connection, head);
    spoken.resolve();
    await untilGone(connection);
  }, async (url) => {
    const prepared = await prepareRequest({ url, apiKey: null }, spec, { clock, limits });
    await spoken.promise;
    await clock.sleep(200);
    assert.equal((await prepared.fire()).error?.code, "bad-http", "an answer before the request");
  });
});

Deno.test("bytes that wait while this process is held up are no silence", async () => {
  const [first, second] = await smallAnswer();
  const half = second.length >> 1;
  await withServer(async (connection) => {
    await readRequest(connection);
    await writeBytes(connection, first);
    await writeBytes(connection, second.slice(0, half));
    await clock.sleep(100);
    await writeBytes(connection, second.slice(half));
    const untilNs = clock.nowNs() + 1200e6;
    while (clock.nowNs() < untilNs); // the client's loop stands still with this one
  }, async (url) => {
    const limits = { responseSeconds: 10, silenceSeconds: 1 };
    assert.equal((await ask(url, {}, { clock, limits })).error, null);
  });
});

Deno.test("a request is given up by its signal or by cancel", async () => {
  const arrived = Promise.withResolvers<void>();
  const waiting: Answering = async (connection) => {
    await readRequest(connection);
    arrived.resolve();
    await untilGone(connection);
  };
  await withServer(waiting, async (url) => {
    const stop = new AbortController();
    const options = { clock, limits, signal: stop.signal };
    const fired = (await prepareRequest({ url, apiKey: null }, spec, options)).fire();
    await arrived.promise;
    stop.abort();
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
  const [first, second] = await smallAnswer();
  const open = second.slice(0, second.length - 5);
  await withServer(async (connection) => {
    await readRequest(connection);
    await writeBytes(connection, first);
    await writeBytes(connection, open);
    await untilGone(connection);
  }, async (url) => {
    const seen = await ask(url);
    assert.equal(seen.error, null);
    assert.equal(seen.stopType, "limit");
    assert.equal(seen.closedNs, null);
  });
});

Deno.test("a server that takes a connection and never greets is given up", async () => {
  const given = Promise.withResolvers<void>();
  await withServer(() => given.promise, async (url) => {
    const seen = await ask(url.replace("http:", "https:"), {}, {
      clock,
      limits: { responseSeconds: 10, silenceSeconds: 0.2 },
    });
    given.resolve();
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
  const [first, second] = await smallAnswer();
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
