import assert from "node:assert/strict";
import { readTimings } from "../../lib/measure/measured_response.ts";
import { asOthersPrint } from "../../lib/summarize/as_others/as_others.ts";
import { percentileAs } from "../../lib/summarize/as_others/printed.ts";
import { twoWitnesses } from "../../lib/summarize/witnesses.ts";
import { completed, measured } from "../records/measured.ts";
import { assertNear } from "../near.ts";

/** Two rounds of one: TTFT 100 and 200 ms, last token at 600, end at 610 ms, 6 tokens; 1 s apart. */
const scenario = completed([0, 1000].map((start, at) => [
  measured({
    round: at + 1,
    ms: [start, start + 100 * (at + 1), start + 610],
    lastTokenNs: (start + 600) * 1e6,
    closedNs: (start + 620) * 1e6,
    scheduledNs: (start - 5) * 1e6,
    connectNs: 2e6,
    headersNs: (start + 30) * 1e6,
    firstEventNs: (start + 100 * (at + 1)) * 1e6,
    tokens: 6,
    arrivedTokens: 6,
    gaps: { count: 5, sumNs: 500e6, medianNs: 100e6, longestNs: 100e6, zeros: 0 },
    gapsNs: Float64Array.of(100e6, 100e6, 100e6, 100e6, 100e6),
    timings: readTimings({
      prompt_n: 50,
      prompt_ms: at === 0 ? 60 : 160,
      predicted_n: 6,
      predicted_ms: at === 0 ? 500 : 400,
    }),
  }),
]));

Deno.test("one record under the definitions of six tools, in the head", () => {
  const printed = new Map(
    asOthersPrint(scenario).map(({ tool, name, value }) => [`${tool}: ${name}`, value]),
  );
  const expected: [string, number][] = [
    ["vLLM bench serve: Mean TTFT", 150],
    ["vLLM bench serve: Median TPOT", (510 + 410) / 2 / 5],
    ["vLLM bench serve: P99 ITL", 100],
    ["vLLM bench serve: Output token throughput", 12 / 1.61],
    ["SGLang bench_serving: Mean E2E Latency", 622],
    ["SGLang bench_serving: Mean TTFT", 152],
    ["SGLang bench_serving: Concurrency", 2 * 0.622 / 1.61],
    ["AIPerf: Mean Request Latency", 600],
    ["AIPerf: Mean Inter Token Latency", 90],
    ["AIPerf: Output Token Throughput Per User (avg)", (10 + 12.5) / 2],
    ["guidellm: TPOT (mean)", 100],
    ["guidellm: ITL (mean)", 90],
    ["guidellm: TTFT (median)", 100],
    ["guidellm: request latency (mean)", 620],
    ["llama-bench: tg256 t/s", (10 + 12.5) / 2],
    ["llama-bench: tg256 t/s ±", 2.5 / Math.SQRT2],
    ["MLPerf LoadGen: 99th percentile TTFT", 205],
    ["MLPerf LoadGen: completed samples per second", 1 / 1.615],
  ];
  for (const [name, value] of expected) assertNear(printed.get(name) ?? null, value);
});

Deno.test("one sample, three percentiles by three tools", () => {
  const values = Array.from({ length: 20 }, (_, at) => at + 1);
  assertNear(percentileAs("numpy-linear", values, 0.95), 19.05);
  assert.equal(percentileAs("floor-index", values, 0.95), 20);
  assert.equal(percentileAs("inverse-ecdf", values, 0.95), 19);
  assert.equal(percentileAs("floor-index", values, 1), 20);
  assert.equal(percentileAs("inverse-ecdf", [], 0.5), null);
});

Deno.test("without kept gaps a pooled median is not made up", () => {
  const blind = completed([[measured({ ms: [0, 10, 20] })]]);
  const itl = asOthersPrint(blind).filter(({ name }) => name.endsWith("ITL"));
  assert(itl.every(({ value }) => value === null));
  assert(asOthersPrint(blind).every(({ value }) => value === null || Number.isFinite(value)));
});

Deno.test("two witnesses: the residual is what the protocol does not explain", () => {
  const { times, counts, eventsDiffer } = twoWitnesses(scenario, {
    promptTokens: { tokens: 4090, withinTokens: 6 },
    predictedTokens: { tokens: 13, withinTokens: 0 },
  });
  const [firstToken, withQueue, decode] = times;
  assert.equal(firstToken.residualNs!.median, 40e6); // 100 - 60 and 200 - 160
  assert.equal(withQueue.residualNs!.median, 10e6); // of which 30 ms were a queue
  assertNear(withQueue.share, 10 / 150);
  assert.equal(decode.residualNs!.maximum, 0); // 500 - 500 and 400 - 400
  assert.deepEqual(counts.map(({ verdict }) => verdict), ["agree", "differ"]);
  assert.equal(eventsDiffer, 0);
  assert.equal(twoWitnesses(scenario).counts[0].verdict, "not-measured");
});

Deno.test("the p95 of a residual waits for 200 responses, as every other", () => {
  const p95 = (responses: number) =>
    twoWitnesses(completed(
      Array.from({ length: responses }, () => [
        measured({ ms: [0, 50, 100], timings: readTimings({ prompt_ms: 40, predicted_ms: 50 }) }),
      ]),
    )).times[0].residualNs!.p95;
  assert.deepEqual([p95(199), p95(200)], [null, 10e6]);
});

Deno.test("a client that is quicker than the server says is a contradiction", () => {
  const early = completed([[
    measured({ ms: [0, 50, 100], timings: readTimings({ prompt_ms: 52, predicted_ms: 50 }) }),
  ]]);
  assert.equal(twoWitnesses(early).times[0].contradictions, 1);
  assert.equal(twoWitnesses(early).times[1].n, 0); // no queue is known
  assert.equal(twoWitnesses(completed([[measured({ ms: [0, 1, 2] })]])).times[0].residualNs, null);
});
