/**
 * A server for stress tests, in a process of its own: answers every request with a stream of
 * `TOKENS` token events, as fast as they are taken. Prints its port.
 */
import { joinBytes } from "../../lib/base/join_bytes.ts";
import { chunkOf, headText } from "./cases.ts";
import { readRequest, serveWith, writeBytes } from "./server.ts";

const tokens = Number(Deno.args[0]);
const encoder = new TextEncoder();
const event = (value: object) => chunkOf(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));

const chunks = Array.from({ length: tokens }, (_, at) =>
  event({
    index: 0,
    content: " tok",
    tokens: [7],
    stop: false,
    id_slot: -1,
    tokens_predicted: at + 1,
    tokens_evaluated: 3,
  }));
const final = event({
  stop: true,
  stop_type: "limit",
  truncated: false,
  id_slot: 0,
  tokens_predicted: tokens,
  tokens_evaluated: 3,
  timings: { cache_n: 0, prompt_n: 3, predicted_n: tokens },
});
const head = headText({ status: 200, headers: { "content-type": "text/event-stream" } });
const answer = joinBytes([encoder.encode(head), ...chunks, final, encoder.encode("0\r\n\r\n")]);

const { url } = serveWith(async (connection) => {
  await readRequest(connection);
  // in pieces, so that all streams go on side by side
  for (let at = 0; at < answer.length; at += 16_384) {
    await writeBytes(connection, answer.subarray(at, at + 16_384));
  }
});
console.log(url);
