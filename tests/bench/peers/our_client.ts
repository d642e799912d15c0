/**
 * The measuring client against the truth server: `our_client.ts ENDPOINT ORDER`. Prints a line
 * `RESULT {…}`, or for a barrier the spread of each round's sends.
 */
import process from "node:process";
import { systemClock } from "../../../lib/base/clock.ts";
import { prepareRequest } from "../../../lib/run/client/request.ts";
import type { RequestSpec } from "../../../lib/run/client/request_spec.ts";
import type { Measured, Order } from "./order.ts";

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

const warm = Array.from({ length: order.warm }, async (_, at) => {
  const request = await prepare(10 ** 6 + at, 8);
  return request.fire();
});
await Promise.all(warm);

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

const waiting = Array.from({ length: order.requests }, (_, at) => at + 1).reverse();
const requests: Measured["requests"] = [];
const worker = async () => {
  for (let rid; (rid = waiting.pop()) !== undefined;) {
    const exchange = await (await prepare(rid, order.tokens)).fire();
    if (exchange.error) throw new Error(exchange.error.message);
    const start = exchange.sentNs!;
    const gaps = exchange.arrivals.afterNs.slice(1);
    requests.push([
      rid,
      exchange.firstTokenNs! - start,
      exchange.finalEventNs! - start,
      exchange.arrivals.afterNs.length,
      gaps.filter((gap) => gap < 50_000).length,
      gaps.length,
    ]);
  }
};
const fromCpu = process.cpuUsage();
const fromNs = clock.nowNs();
await Promise.all(Array.from({ length: order.streams }, worker));
const cpu = process.cpuUsage(fromCpu);
const measured: Measured = {
  cpuSeconds: (cpu.user + cpu.system) / 1e6,
  wallSeconds: (clock.nowNs() - fromNs) / 1e9,
  requests,
};
console.log(`RESULT ${JSON.stringify(measured)}`);
