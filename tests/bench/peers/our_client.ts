/**
 * The measuring client against the truth server: `our_client.ts ENDPOINT ORDER`. Prints a line
 * `RESULT {…}`, or for a barrier the spread of each round's sends.
 */
import { systemClock } from "../../../lib/base/clock.ts";
import { prepareRequest } from "../../../lib/run/client/request.ts";
import type { RequestSpec } from "../../../lib/run/client/request_spec.ts";
import { drive, warmUp } from "./drive.ts";
import type { Order } from "./order.ts";

const [endpoint, text] = Deno.args as [RequestSpec["endpoint"] | "barrier", string];
const order: Order = JSON.parse(text);
const clock = systemClock();
const target = { url: order.url, apiKey: null };
const limits = { responseSeconds: 120, silenceSeconds: 60 };

function prepare(rid: number, outputTokens: number) {
  const path = endpoint === "barrier" ? "/completion" : endpoint;
  const chat = path === "/v1/chat/completions";
  return prepareRequest(target, {
    endpoint: path,
    model: null,
    promptIds: chat ? [] : [rid, ...Array(Math.ceil(order.pad / 4)).fill(1000)],
    promptText: chat ? `rid=${rid} ${"x".repeat(order.pad)}` : null,
    outputTokens,
    slot: null,
  }, { clock, limits });
}

await warmUp(order, async (rid, tokens) => (await prepare(rid, tokens)).fire());

if (endpoint === "barrier") {
  const spreads: number[] = [];
  for (let round = 0; round < order.requests; round++) {
    const ready = await Promise.all(
      Array.from({ length: order.streams }, (_, at) => prepare(round * 100 + at + 1, order.tokens)),
    );
    const exchanges = await Promise.all(ready.map((request) => request.fire()));
    const sent = exchanges.map(({ sentNs }) => sentNs!);
    spreads.push(Math.max(...sent) - Math.min(...sent));
  }
  console.log(`RESULT ${JSON.stringify(spreads)}`);
  Deno.exit(0);
}

await drive(order, async (rid, tokens) => {
  const exchange = await (await prepare(rid, tokens)).fire();
  if (exchange.error) throw new Error(exchange.error.message);
  const start = exchange.sentNs!;
  const gaps = exchange.arrivals.afterNs.slice(1);
  return [
    rid,
    exchange.firstTokenNs! - start,
    exchange.finalEventNs! - start,
    exchange.arrivals.afterNs.length,
    gaps.filter((gap) => gap < 50_000).length,
    gaps.length,
  ];
});
