/**
 * What the measuring client costs beside its socket: nanoseconds for an event, from the bytes of a
 * read to its place in the log, by protocol and by events a read. `--json` prints one object a line.
 */
import { joinBytes } from "../../lib/base/join_bytes.ts";
import { ResponseReading } from "../../lib/run/client/response_reading.ts";
import type { RequestSpec } from "../../lib/run/client/request_spec.ts";
import { chunkOf, headText } from "../client/cases.ts";

const tokens = 256;
const responses = 2000;
const json = Deno.args.includes("--json");

const events: Record<RequestSpec["endpoint"], (count: number) => object> = {
  "/completion": (count) => ({
    index: 0,
    content: " tok",
    tokens: [300 + count % 300],
    stop: false,
    id_slot: -1,
    tokens_predicted: count,
    tokens_evaluated: 2048,
  }),
  "/v1/completions": () => ({
    choices: [{ text: " tok", index: 0, logprobs: null, finish_reason: null }],
    created: 1790000000,
    model: "demo.gguf",
    object: "text_completion",
    id: "chatcmpl-0123456789abcdef0123456789abcdef",
  }),
  "/v1/chat/completions": () => ({
    choices: [{ finish_reason: null, index: 0, delta: { content: " tok" } }],
    created: 1790000000,
    id: "chatcmpl-0123456789abcdef0123456789abcdef",
    model: "demo.gguf",
    object: "chat.completion.chunk",
  }),
};

/** The reads of one response without its final event. */
function readsOf(endpoint: RequestSpec["endpoint"], eventsARead: number): Uint8Array[] {
  const encoder = new TextEncoder();
  const headers = { "content-type": "text/event-stream" };
  const reads: Uint8Array[] = [encoder.encode(headText({ status: 200, headers }))];
  let chunks: Uint8Array[] = [];
  for (let count = 1; count <= tokens; count++) {
    const event = JSON.stringify(events[endpoint](count));
    chunks.push(chunkOf(encoder.encode(`data: ${event}\n\n`)));
    if (chunks.length < eventsARead) continue;
    reads.push(joinBytes(chunks));
    chunks = [];
  }
  return reads;
}

function nsPerEvent(endpoint: RequestSpec["endpoint"], reads: Uint8Array[]): number {
  const fromMs = performance.now();
  for (let response = 0; response < responses; response++) {
    const reading = new ResponseReading(endpoint, tokens);
    reading.sent(0);
    reads.forEach((bytes, at) => reading.feed(bytes, at + 1));
  }
  return (performance.now() - fromMs) * 1e6 / (responses * tokens);
}

for (const endpoint of Object.keys(events) as RequestSpec["endpoint"][]) {
  for (const eventsARead of [1, 32]) {
    const reads = readsOf(endpoint, eventsARead);
    nsPerEvent(endpoint, reads); // once for the compiler
    const ns = [1, 2, 3, 4, 5].map(() => nsPerEvent(endpoint, reads)).sort((a, b) => a - b)[2];
    const row = { bench: "client_parser", endpoint, eventsARead, nsPerEvent: Math.round(ns) };
    console.log(
      json
        ? JSON.stringify(row)
        : `${endpoint}, ${eventsARead} events a read: ${row.nsPerEvent} ns an event`,
    );
  }
}
