import assert from "node:assert/strict";
import type { Plan } from "../../lib/record/plan.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { responseSchema } from "../../lib/record/response.ts";
import { EventParser } from "../../lib/run/client/event_parser.ts";
import type { Exchange } from "../../lib/run/client/exchange.ts";
import {
  exchangeOf,
  pieceBytes,
  readsOf,
  responseOf,
  scriptedAnswers,
  streamOf,
} from "../client/cases.ts";

/** Expected values beside those in the case's own file, which are in the words of the case. */
interface Expected {
  replay?: string;
  endpoint?: Plan["endpoint"];
  /** Milliseconds of the first token; null: none came. */
  ttftMs: number | null;
  tokens: number | null;
  arrivals: number;
  verdict: string;
  text?: string;
  error?: RegExp;
}

const chat = "/v1/chat/completions";
const cases: [string, Expected][] = [
  ["F-SSE-01", { ttftMs: 41, tokens: 3, arrivals: 2, verdict: "valid", text: "Ala ma kota" }],
  ["F-SSE-02", { ttftMs: 10, tokens: 3, arrivals: 3, verdict: "valid", text: "Dzień dobry!" }],
  ["F-SSE-04", { ttftMs: 16, tokens: 9, arrivals: 4, verdict: "valid", text: "Zażółć 👍 gęślą" }],
  ["F-SSE-05", {
    replay: "replay_a.json",
    ttftMs: 20,
    tokens: 1,
    arrivals: 1,
    verdict: "valid",
    text: "tak",
  }],
  ["F-SSE-05", {
    replay: "replay_b.json",
    endpoint: chat,
    ttftMs: 20,
    tokens: 1,
    arrivals: 1,
    verdict: "stop-type",
  }],
  ["F-SSE-06", { endpoint: chat, ttftMs: 214, tokens: 2, arrivals: 2, verdict: "stop-type" }],
  ["F-SSE-08", { endpoint: chat, ttftMs: 100, tokens: 24, arrivals: 6, verdict: "unverified" }],
  ["F-SSE-09", { endpoint: chat, ttftMs: 10, tokens: 5, arrivals: 1, verdict: "stop-type" }],
  ["F-SSE-10", {
    ttftMs: 50,
    tokens: null,
    arrivals: 3,
    verdict: "error-event",
    error: /slot was lost while decoding/,
  }],
  ["F-SSE-11", {
    ttftMs: null,
    tokens: null,
    arrivals: 0,
    verdict: "error-event",
    error: /the request is longer than the context/,
  }],
  ["F-SSE-14", { ttftMs: 40, tokens: 2, arrivals: 2, verdict: "no-final-event,time-order" }],
  ["F-SSE-15", {
    replay: "replay_a.json",
    endpoint: chat,
    ttftMs: null,
    tokens: null,
    arrivals: 0,
    verdict: "time-order",
  }],
  ["F-SSE-15", {
    replay: "replay_b.json",
    ttftMs: null,
    tokens: 0,
    arrivals: 0,
    verdict: "stop-type,time-order",
  }],
  ["F-SSE-17", {
    replay: "replay_a.json",
    ttftMs: null,
    tokens: null,
    arrivals: 0,
    verdict: "bad-event",
    error: /compressed/,
  }],
  ["F-SSE-17", {
    replay: "replay_b.json",
    ttftMs: null,
    tokens: null,
    arrivals: 0,
    verdict: "bad-event",
    error: /compressed \(gzip\) although identity/,
  }],
  ["F-SSE-21", {
    ttftMs: null,
    tokens: null,
    arrivals: 0,
    verdict: "bad-event",
    error: /application\/x-ndjson/,
  }],
  ["F-SSE-23", { ttftMs: 5, tokens: 2, arrivals: 2, verdict: "valid", text: "raz dwa" }],
  ["F-SSE-28", {
    ttftMs: 40,
    tokens: null,
    arrivals: 1,
    verdict: "connection-lost",
    error: /before the body was whole/,
  }],
];

for (const [id, expected] of cases) {
  const replay = expected.replay ?? "replay.json";
  Deno.test(`${id} ${replay}: the client's record of it`, async () => {
    const [answer] = await scriptedAnswers(id, replay);
    const exchange = exchangeOf(expected.endpoint ?? "/completion", readsOf(answer));
    assert.equal(
      exchange.firstTokenNs,
      expected.ttftMs === null ? null : expected.ttftMs * 1e6,
      "first token",
    );
    assert.equal(exchange.tokens.predicted, expected.tokens);
    assert.equal(exchange.arrivals.afterNs.length, expected.arrivals);
    assert.equal(verdictOf(exchange), expected.verdict);
    if (expected.error) assert.match(exchange.error!.message, expected.error);
    else assert.equal(exchange.error, null);
    if (expected.text) {
      const pieces = answer.chunks.map(pieceBytes);
      assert.equal(textOf(pieces), expected.text);
    }
  });
}

Deno.test("F-SSE-04: events with text and events with tokens are two counts", async () => {
  const [answer] = await scriptedAnswers("F-SSE-04", "replay.json");
  assert.equal(exchangeOf("/completion", readsOf(answer)).tokens.contentEvents, 3);
});

Deno.test("F-SSE-09: of usage told three times the last holds", async () => {
  const [usage] = await scriptedAnswers("F-SSE-09", "replay.json");
  assert.equal(exchangeOf(chat, readsOf(usage)).tokens.evaluated, 12);
});

Deno.test("F-SSE-25: a final event of more than 128 KiB, which echoes the prompt, in many reads", () => {
  const final = JSON.stringify({
    content: "",
    stop: true,
    stop_type: "limit",
    truncated: false,
    tokens_predicted: 3,
    tokens_evaluated: 30000,
    timings: { cache_n: 0, prompt_n: 30000, predicted_n: 3 },
    prompt: "lorem ipsum ".repeat(11_000),
  });
  const [{ bytes }] = streamOf(
    'data: {"content":"raz","tokens":[7]}\n\ndata: {"content":" dwa","tokens":[7,8]}\n\n' +
      `data: ${final}\n\n`,
  );
  const reads = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    reads.push({ atNs: 950 + at, bytes: bytes.slice(at, at + 4096) });
  }
  const exchange = exchangeOf("/completion", reads);
  assert.equal(verdictOf(exchange), "valid");
  assert.equal(exchange.firstTokenNs, 950);
  assert.equal(exchange.tokens.processed, 30000);
  assert.equal(exchange.finalEventNs, reads.at(-1)!.atNs);
});

Deno.test("F-SSE-13: a server that still loads refuses with its own words", async () => {
  const answers = await scriptedAnswers("F-SSE-13", "replay.json");
  const [loading, ready] = answers.filter(({ path }) => path === "/completion");
  const refused = exchangeOf("/completion", readsOf(loading));
  assert.deepEqual(refused.error, { code: "http-status", message: "Loading model" });
  assert.equal(refused.httpStatus, 503);
  assert.equal(verdictOf(refused), "http-status");
  assert.equal(exchangeOf("/completion", readsOf(ready)).firstTokenNs, 20e6);
});

Deno.test("F-SSE-18: timings that cannot be true are kept as sent, NaN is refused", async () => {
  const lines = (await Deno.readTextFile(new URL("../cases/F-SSE-18/events.txt", import.meta.url)))
    .trim().split("\n");
  const exchanges = lines.map((line) => exchangeOf("/completion", streamOf(`data: ${line}\n\n`)));
  assert.deepEqual(exchanges.map(({ error }) => error?.code ?? null), [
    null,
    null,
    "bad-event",
    null,
    null,
    null,
  ]);
  assert.equal(exchanges[0].timings?.predicted_ms, 0.001);
  assert.equal(exchanges[3].timings?.prompt_ms, -3.2);
  assert.equal(exchanges[4].timings, null);
  assert.equal(exchanges[4].tokens.predicted, 8);
});

Deno.test("F-SSE-20: total = new + cached, also from a build that does not say what was cached", async () => {
  const lines =
    (await Deno.readTextFile(new URL("../cases/F-SSE-20/records.jsonl", import.meta.url)))
      .trim().split("\n");
  const counts = lines.map((line) => {
    const event = JSON.stringify({ ...JSON.parse(line), stop: true });
    const { tokens } = exchangeOf("/completion", streamOf(`data: ${event}\n\n`));
    return [tokens.evaluated, tokens.processed, tokens.cached];
  });
  assert.deepEqual(counts, [[512, 512, 0], [512, 32, 480], [512, 1, 511], [512, 1, 511]]);
});

function verdictOf(exchange: Exchange): string {
  const response = responseOf(exchange, {
    promptTokens: exchange.tokens.evaluated || 1,
    outputTokens: exchange.tokens.predicted || 1,
  });
  const verdict = judgeResponse(responseSchema.parse(response));
  // a count that is not the one asked for is the case's own matter, not the stream's
  return verdict.status === "invalid"
    ? verdict.reasons.filter((reason) => reason !== "token-count").join(",")
    : verdict.status;
}

function textOf(pieces: Uint8Array[]): string {
  let text = "";
  const parser = new EventParser({
    event: (bytes, from, to) =>
      text += JSON.parse(new TextDecoder().decode(bytes.subarray(from, to))).content,
    errorField: () => {},
  });
  for (const piece of pieces) parser.feed(piece, 0, piece.length, 0);
  parser.end(0);
  return text;
}
