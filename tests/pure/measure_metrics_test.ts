import assert from "node:assert/strict";
import { catalogue, headlineThroughput, metricById } from "../../lib/measure/catalogue.ts";
import { energyJoules } from "../../lib/measure/energy_integral.ts";
import { measureResponse, readTimings } from "../../lib/measure/measured_response.ts";
import { concurrencyReached } from "../../lib/measure/metrics/concurrency_reached.ts";
import { decodeRate } from "../../lib/measure/metrics/decode_rate.ts";
import { energyPerResponse, energyPerToken } from "../../lib/measure/metrics/energy.ts";
import { coalescedShare, interEventGap } from "../../lib/measure/metrics/inter_event_gap.ts";
import { queueTime } from "../../lib/measure/metrics/queue_time.ts";
import { responseRate } from "../../lib/measure/metrics/response_rate.ts";
import { responseTime } from "../../lib/measure/metrics/response_time.ts";
import {
  serverDecodeRatePrinted,
  serverDecodeRateSteps,
  serverDecodeRateTokens,
} from "../../lib/measure/metrics/server_decode_rate.ts";
import { serverPromptRate } from "../../lib/measure/metrics/server_prompt_rate.ts";
import { temperatureAtStart } from "../../lib/measure/metrics/temperature_at_start.ts";
import {
  throughputMeanOfRounds,
  throughputSpan,
  throughputUnion,
} from "../../lib/measure/metrics/throughput.ts";
import { timePerOutputToken } from "../../lib/measure/metrics/time_per_output_token.ts";
import { timeToFirstVisible } from "../../lib/measure/metrics/time_to_first_visible.ts";
import { ttft } from "../../lib/measure/metrics/ttft.ts";
import { median } from "../../lib/stats/median.ts";
import { responseSchema } from "../../lib/record/response.ts";
import { buildRecord } from "../records/build_record.ts";
import { completed, measured } from "../records/measured.ts";
import { assertNear } from "../near.ts";

const cases = new URL("../cases/", import.meta.url);
// deno-lint-ignore no-explicit-any
const read = (path: string): any => JSON.parse(Deno.readTextFileSync(new URL(path, cases)));

Deno.test("start 100, first token 110, end 160: every metric of a response in the head", () => {
  const response = measured({
    ms: [100, 110, 160],
    tokens: 6,
    headersNs: 102e6,
    firstVisibleNs: 130e6,
    lastTokenNs: 135e6,
    timings: readTimings({ prompt_n: 20, prompt_ms: 8, predicted_n: 6, predicted_ms: 50 }),
  });
  assert.equal(ttft.of(response), 10e6);
  assert.equal(timeToFirstVisible.of(response), 30e6);
  assert.equal(responseTime.of(response), 60e6);
  assert.equal(queueTime.of(response), 2e6);
  assert.equal(decodeRate.of(response), 200); // 5 tokens in 25 ms
  assert.equal(responseRate.of(response), 100); // 6 tokens in 60 ms
  assert.equal(timePerOutputToken.of(response), 10e6); // 50 ms for 5 tokens
  assert.equal(serverPromptRate.of(response), 2500);
  assert.equal(serverDecodeRateTokens.of(response), 120); // 6 tokens in 50 ms
  assert.equal(serverDecodeRateSteps.of(response), 100); // 5 steps in 50 ms
  assert.equal(serverDecodeRatePrinted.of(response), null); // it printed none
});

Deno.test("what was not measured is null, never 0", () => {
  const response = measured({
    ms: [100, 100, 160],
    tokens: null,
    firstVisibleNs: null,
    lastTokenNs: null,
    headersNs: 100e6,
    firstEventNs: 100e6,
  });
  for (const metric of catalogue) {
    if (metric.scope !== "response" || metric.id === "response-time") continue;
    assert.equal(metric.of(response), null, metric.id);
  }
  const scenario = completed([[response]]);
  for (const metric of catalogue) {
    if (metric.scope !== "scenario" || metric.id === "concurrency-reached") continue;
    assert.equal(metric.of(scenario), null, metric.id);
    assert.equal(metric.parts(scenario.rounds[0], scenario), null, metric.id);
  }
});

Deno.test("an event that brings several tokens first leaves fewer to decode", () => {
  const response = measured({ ms: [0, 10, 60], tokens: 6, firstEventTokens: 3 });
  assert.equal(decodeRate.of(response), 60); // 3 tokens in 50 ms
});

Deno.test("ids are unique, and each method has its headline throughput", () => {
  assert.equal(new Set(catalogue.map(({ id }) => id)).size, catalogue.length);
  assert.equal(new Set(catalogue.map(({ name }) => name)).size, catalogue.length);
  assert.equal(headlineThroughput("historical"), throughputMeanOfRounds);
  assert.equal(headlineThroughput("core-1.1"), throughputUnion);
  assert.throws(() => metricById("itl"), /the catalogue has ttft, /);
});

Deno.test("F-MET-03: tokens over the union of windows", () => {
  for (const name of ["overlap", "nested"]) {
    const windows = read(`F-MET-03/${name}.json`);
    const scenario = completed([
      windows.map((window: { sent: number; first: number; end: number; tokens: number }) =>
        measured({
          ms: [window.sent * 1000, window.first * 1000, window.end * 1000],
          tokens: window.tokens,
        })
      ),
    ]);
    const { expect } = read("F-MET-03/expected.json");
    assertNear(throughputUnion.of(scenario), expect[name].throughput_sent_to_end);
  }
});

Deno.test("F-MET-04: the mean of round rates and the pooled rate are two metrics", () => {
  const rounds = read("F-MET-04/rounds.json");
  const scenario = completed(
    rounds.map((round: { sent_ms: number; end_ms: number; tokens: number }) => [
      measured({ ms: [round.sent_ms, round.sent_ms + 100, round.end_ms], tokens: round.tokens }),
    ]),
  );
  const { expect } = read("F-MET-04/expected.json");
  assertNear(throughputMeanOfRounds.of(scenario), expect.mean_of_round_rates);
  assertNear(throughputUnion.of(scenario), expect.tokens_over_union);
  assertNear(throughputSpan.of(scenario), 4096 / 51.767);
  assert.notEqual(throughputMeanOfRounds.name, throughputUnion.name);
});

Deno.test("F-MET-08: an exact 0 with no token is not measured", () => {
  const records: { ttft_ms: number; e2e_ms: number; tokens: number }[] = read(
    "F-MET-08/records.json",
  );
  const values = records.map(({ ttft_ms, e2e_ms, tokens }) =>
    ttft.of(measured({ ms: [0, ttft_ms, e2e_ms], tokens }))
  );
  assert.equal(values.filter((value) => value === null).length, 3);
  assertNear(median(values.filter((value) => value !== null))! / 1e6, 1792.8);
});

Deno.test("F-MET-15: rates from two tokens on; two rates have two names", () => {
  const { expect } = read("F-MET-15/expected.json");
  for (const { id, tokens, ttft_ms, e2e_ms } of read("F-MET-15/records.json")) {
    if (ttft_ms === null) continue; // without a first token it does not count at all
    const response = measured({ ms: [0, ttft_ms, e2e_ms], tokens });
    const check = (value: number | null, expected: number | null) =>
      expected === null ? assert.equal(value, null) : assertNear(value, expected);
    check(timePerOutputToken.of(response), expect.tpot_ms[id] && expect.tpot_ms[id] * 1e6);
    check(decodeRate.of(response), expect.decode_tok_s[id]);
    check(responseRate.of(response), expect.e2e_tok_s[id]);
  }
});

Deno.test("F-MET-17: gaps of zero and minus zero are seen as coalesced events", () => {
  const gaps: number[] = read("F-MET-17/gaps_ms.json").map((ms: number) => Math.round(ms * 1e6));
  const { lines } = buildRecord({ plan: { concurrency: [1], promptTokens: [2048] } });
  assert(lines[0].kind === "response");
  const response = measureResponse({
    ...lines[0],
    arrivals: { afterNs: [1e8, ...gaps], tokens: null },
  })!;
  assert.equal(interEventGap.of(response), 6.75e6);
  assert.equal(coalescedShare([response.gaps]), 0.5);
  assert.equal(
    Object.is(median(read("F-MET-17/gaps_ms.json").filter((gap: number) => !gap)), 0),
    true,
  );
});

Deno.test("F-SSE-18: rates from timings that cannot be true are null", () => {
  const rates = Deno.readTextFileSync(new URL("F-SSE-18/events.txt", cases)).trim().split("\n")
    .map((line) => {
      const { timings = null } = JSON.parse(line.replaceAll("NaN", "null"));
      const response = measured({ ms: [0, 10, 20], timings: readTimings(timings) });
      return [serverPromptRate.of(response), serverDecodeRateTokens.of(response)];
    });
  const decode = rates.map(([, rate]) => rate);
  assert.deepEqual(decode.map((rate) => rate !== null), [false, false, false, true, false, true]);
  assert.equal(decode[3], 40);
  assertNear(decode[5], 13.6629, 1e-5);
  assertNear(median(decode.filter((rate) => rate !== null)), 26.8315, 1e-5);
  assert.equal(rates[3][0], null); // prompt_ms is negative
  assert.equal(rates[0][0], 180);
  const { impossible } = readTimings({ prompt_n: 6, prompt_ms: -3.2, predicted_ms: "x" })!;
  assert.deepEqual(impossible, ["prompt_ms", "predicted_ms"]);
});

Deno.test("F-SSE-20: only new prompt tokens make the prompt rate, and a warm response does not count", async () => {
  const { judgeResponse } = await import("../../lib/record/validity.ts");
  const { lines } = buildRecord({ plan: { concurrency: [1], promptTokens: [512] } });
  const { expect } = read("F-SSE-20/expected.json");
  const records = Deno.readTextFileSync(new URL("F-SSE-20/records.jsonl", cases)).trim().split(
    "\n",
  );
  for (const [at, line] of records.entries()) {
    const { timings, tokens_evaluated: evaluated } = JSON.parse(line);
    const processed = timings.prompt_n;
    const cached = timings.cache_n ?? evaluated - processed;
    assert(lines[0].kind === "response");
    const tokens = { ...lines[0].tokens, evaluated, processed, cached };
    const response = responseSchema.parse({ ...lines[0], timings, tokens });
    const expected = expect.per_record[at];
    assert.equal(judgeResponse(response).status, expected.cold ? "valid" : "invalid");
    const { prompt } = measureResponse(response)!;
    assert.deepEqual(prompt, { asked: 512, estimated: false, evaluated: 512, processed, cached });
    if (expected.prompt_tok_s) {
      assertNear(serverPromptRate.of(measureResponse(response)!), expected.prompt_tok_s);
    }
  }
});

Deno.test("concurrency reached is the sum of the windows over their union", () => {
  const pair = [measured({ ms: [0, 1, 10] }), measured({ ms: [0, 1, 20], index: 1 })];
  assert.equal(concurrencyReached.of(completed([pair])), 1.5);
});

Deno.test("energy: 100 W over 2 s is 200 J; silence, borders and pauses count as they should", () => {
  const sample = (seconds: number, powerWatts: number | null, celsius: number | null = null) => ({
    atNs: seconds * 1e9,
    powerWatts,
    celsius,
    slowdown: null,
  });
  const steady = [0, 1, 2, 3, 4].map((second) => sample(second, 100, 40 + second));
  assert.equal(energyJoules([{ startNs: 0.5e9, endNs: 2.5e9 }], steady), 200);
  const rising = [sample(0, 0), sample(2, 200)];
  assert.equal(energyJoules([{ startNs: 1e9, endNs: 2e9 }], rising), 150);
  assert.equal(energyJoules([{ startNs: 1e9, endNs: 3e9 }], rising), null); // ends too early
  assert.equal(energyJoules([{ startNs: 0, endNs: 1 }], [sample(0, 1), sample(4, 1)]), null);
  assert.equal(
    energyJoules([{ startNs: 0, endNs: 2e9 }], [sample(0, 9), sample(1, null), sample(2, 9)]),
    18,
  );
  const scenario = completed(
    [[measured({ ms: [500, 600, 1500] })], [measured({ ms: [2500, 2600, 3500] })]],
    { telemetry: steady },
  );
  assert.equal(energyPerToken.of(scenario), 200 / 512);
  assert.equal(energyPerResponse.of(scenario), 100);
  assert.equal(temperatureAtStart.of(scenario), 40);
  assert.deepEqual(energyPerResponse.parts(scenario.rounds[1], scenario), {
    numerator: 100,
    denominator: 1,
  });
});
