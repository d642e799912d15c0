import assert from "node:assert/strict";
import { serverRoutes } from "../../lib/run/server_routes.ts";

function answering(respond: () => Response) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, respond);
  const target = { url: `http://127.0.0.1:${server.addr.port}`, apiKey: null };
  return { routes: serverRoutes(target), [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("a server that lacks the routes tells nothing, and has not failed", async () => {
  for (
    const respond of [
      () => new Response("<h1>not here</h1>"),
      () => Response.json({ error: "Unexpected endpoint or method. (GET /slots)" }),
      () => new Response("404 page not found", { status: 404 }),
      () => new Response("", { status: 501 }),
    ]
  ) {
    await using server = answering(respond);
    const { routes } = server;
    assert.equal(await routes.tokenizer(), null);
    assert.equal(await routes.busySlots(), null);
    assert.equal(await routes.counters(), null);
    await routes.health();
  }
});

Deno.test("a server that fails is told in a sentence", async () => {
  await using server = answering(() => new Response("it broke", { status: 500 }));
  const { routes } = server;
  await assert.rejects(routes.tokenizer(), {
    name: "UserError",
    message: "Cannot make prompts of an exact length: /tokenize gave HTTP status 500.",
  });
  await assert.rejects(routes.busySlots(), /^Error: \/slots gave HTTP status 500/);
  await assert.rejects(routes.health(), /^Error: \/health gave HTTP status 500/);
});
