import assert from "node:assert/strict";
import { UserError } from "../../lib/base/errors.ts";
import { serverRoutes } from "../../lib/run/server_routes.ts";

Deno.test("an answer that is no JSON is told in a sentence", async () => {
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => new Response("<h1>not here</h1>"),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  const routes = serverRoutes({ url, apiKey: null });
  await assert.rejects(
    routes.tokenize("a"),
    (error) =>
      error instanceof UserError && /another answer than llama-server's/.test(error.message),
  );
  await assert.rejects(
    routes.busySlots(),
    /^Error: \/slots gave another answer than llama-server's/,
  );
});
