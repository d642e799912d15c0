import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { summarizeScenario } from "../../lib/summarize/summarize_scenario.ts";
import { summarizeRecord, summaryJson } from "../../lib/summarize/summary.ts";
import type { Line } from "../../lib/record/response.ts";
import { buildRecord, type Place } from "../records/build_record.ts";
import { completed, measured } from "../records/measured.ts";
import { assertNear } from "../near.ts";

const cases = new URL("../cases/", import.meta.url);
// deno-lint-ignore no-explicit-any
const read = (path: string): any => JSON.parse(Deno.readTextFileSync(new URL(path, cases)));
const one = { promptTokens: [2048], concurrency: [1] };

/** Response k of a scenario takes 1 s + k × 10 ms. */
const rising = ({ round, index, concurrency, phase }: Place) => ({
  ttftNs: 1e8,
  responseNs: phase === "warmup" ? 9e9 : 1e9 + ((round - 1) * concurrency + index) * 1e7,
});

Deno.test("five rounds of one: every figure in the head, and no 95 % interval", async () => {
  const { record, lines } = buildRecord({ plan: one, timing: rising, pauseNs: 5e9 });
  const { scenarios: [summary] } = await summarizeRecord(record, lines);
  assert.equal(summary.status, "completed");
  assert.equal(summary.counts.responses, 5);
  assert.equal(summary.counts.rounds, 5);
  assert.equal(summary.counts.tokens, 1280);
  assert.equal(summary.counts.decodeSteps, 1275);
  assert.equal(summary.headline.ttft.median, 1e8);
  assert.equal(summary.headline.responseTime.median, 1.02e9);
  assert.equal(summary.headline.throughput.metric, "throughput-union");
  assertNear(summary.headline.throughput.value, 1280 / 5.1); // the pauses do not count
  assert.deepEqual(summary.headline.responseTime.p95, {
    status: "withheld",
    responsesMissing: 195,
  });
  const { interval } = summary.headline.responseTime;
  assert(interval.status === "short");
  assert.deepEqual([interval.lower, interval.upper, interval.coverage], [1e9, 1.04e9, 0.9375]);
});

Deno.test("the historical method shows the mean of the round rates", async () => {
  const { record, lines } = buildRecord({
    plan: { ...one, method: "historical", measuredRounds: 2, warmup: "one-request" },
    timing: ({ round }) => ({ ttftNs: 1e8, responseNs: round * 1e9 }),
  });
  const { scenarios: [{ headline, figures }] } = await summarizeRecord(record, lines);
  assert.equal(headline.throughput.metric, "throughput-mean-of-rounds");
  assert.equal(headline.throughput.value, (256 + 128) / 2);
  const union = figures["throughput-union"];
  assert(union.scope === "scenario");
  assertNear(union.value, 512 / 3);
});

Deno.test("p95 comes with 200 responses, and the bootstrap with 20 rounds", async () => {
  const at = async (measuredRounds: number) => {
    const plan = { ...one, concurrency: [4], measuredRounds };
    const { record, lines } = buildRecord({ plan, timing: rising });
    return (await summarizeRecord(record, lines, { resamples: 200 })).scenarios[0].headline;
  };
  assert.deepEqual((await at(49)).ttft.p95, { status: "withheld", responsesMissing: 4 });
  const { responseTime: { p95 } } = await at(50);
  assert(p95.status === "given");
  assertNear(p95.value, 1e9 + 0.95 * 199 * 1e7);
  assert(p95.interval.status === "given" && p95.interval.method === "cluster-bootstrap");
  const methods = await Promise.all([19, 20].map(async (rounds) => {
    const { interval } = (await at(rounds)).responseTime;
    return interval.status === "given" && [interval.method, interval.units];
  }));
  assert.deepEqual(methods, [["order-statistics", 19], ["cluster-bootstrap", 20]]);
});

Deno.test("a scenario that does not count has a reason and no figure", async () => {
  const { record, lines } = buildRecord({
    plan: one,
    timing: ({ round }) => ({
      ttftNs: 1e8,
      responseNs: 1e9,
      with: round === 4 ? { httpStatus: 503 } : {},
    }),
  });
  const { scenarios, attempts } = await summarizeRecord(record, lines);
  assert.deepEqual(scenarios, []);
  assert.deepEqual(attempts.map(({ how, roundsCompleted }) => [how, roundsCompleted]), [
    ["partial", 4],
  ]);
  assert.deepEqual(attempts[0].exclusions, [
    { phase: "measured", outcome: "failed", reason: "http-status", responses: 1 },
  ]);
  const [run] = await readScenarios(record, lines);
  assert(run.status === "unfinished");
  // @ts-expect-error figures of an unfinished scenario are refused by its type
  assert.throws(() => summarizeScenario(run));
});

Deno.test("the order of lines and the shift of the clock change nothing, byte for byte", async () => {
  const random = seededRandom(11);
  const jitter = () => Math.floor(random() * 1e8);
  const plan = { promptTokens: [2048, 8192], concurrency: [1, 4], measuredRounds: 21 };
  const { record, lines } = buildRecord({
    plan,
    timing: () => ({
      sentAfterNs: jitter() / 1e3 | 0,
      ttftNs: 1e8 + jitter(),
      responseNs: 1e9 + jitter(),
    }),
  });
  const expected = summaryJson(await summarizeRecord(record, lines, { resamples: 50 }));
  const shuffled = lines.map((line) => ({ line, key: random() })).sort((a, b) => a.key - b.key)
    .map(({ line }) => line);
  assert.equal(summaryJson(await summarizeRecord(record, shuffled, { resamples: 50 })), expected);
  const shifted = lines.map((line) => stretched(line, 1, 7_654_321_000_123));
  assert.equal(summaryJson(await summarizeRecord(record, shifted, { resamples: 50 })), expected);
});

Deno.test("time twice as long doubles durations and halves rates", async () => {
  const { record, lines } = buildRecord({ plan: { ...one, concurrency: [4] }, timing: rising });
  const [a, b] = await Promise.all([1, 2].map(async (factor) => {
    const scaled = lines.map((line) => stretched(line, factor, 0));
    return (await summarizeRecord(record, scaled)).scenarios[0].figures;
  }));
  for (const [id, figure] of Object.entries(a)) {
    if (id.startsWith("server-")) continue; // the server's own clock
    const point = (of: typeof figure) => of.scope === "scenario" ? of.value : of.median;
    const factor = figure.unit === "ns" ? 2 : figure.unit === "tokens/s" ? 0.5 : 1;
    if (point(figure) === null) assert.equal(point(b[id]), null);
    else assertNear(point(b[id]), point(figure)! * factor, 1e-12);
  }
});

Deno.test("F-MET-10: warm-up is what the plan marked; a slow first response stays, with a note", () => {
  const { expect } = read("F-MET-10/expected.json");
  const summaryOf = (name: string) => {
    const values: { phase: string; ttft_ms: number }[] = read(`F-MET-10/${name}.json`);
    const rounds = values.filter(({ phase }) => phase === "measure")
      .map(({ ttft_ms }, at) => [measured({ ms: [at * 1e4, at * 1e4 + ttft_ms, at * 1e4 + 5e3] })]);
    return summarizeScenario(completed(rounds, { warmupResponses: values.length - rounds.length }));
  };
  const marked = summaryOf("marked");
  assertNear(marked.headline.ttft.median! / 1e6, expect.marked.median_ms);
  assertNear(marked.headline.ttft.mean! / 1e6, expect.marked.mean_ms);
  assert.equal(marked.headline.ttft.n, expect.marked.n);
  assert.equal(marked.counts.warmupResponses, expect.marked.warmup_count_shown);
  assert.deepEqual(marked.notes, []);
  const unmarked = summaryOf("unmarked");
  assertNear(unmarked.headline.ttft.median! / 1e6, expect.unmarked.median_ms);
  assertNear(unmarked.headline.ttft.mean! / 1e6, expect.unmarked.mean_ms);
  assert.deepEqual(unmarked.notes.map(({ code }) => code), ["first-response-apart"]);
});

Deno.test("F-MET-11: failures stand beside the statistics and not in them", () => {
  const { expect } = read("F-MET-11/expected.json");
  const records: { outcome: string; e2e_ms: number; tokens: number }[] = read(
    "F-MET-11/records.json",
  );
  const sound = records.filter(({ outcome }) => outcome === "ok");
  const failed = records.filter(({ outcome }) => outcome !== "ok");
  const { counts, exclusions, headline } = summarizeScenario(completed(
    sound.map(({ e2e_ms, tokens }) => [measured({ ms: [0, 1, e2e_ms], tokens })]),
    {
      excluded: failed.map((_, index) => ({
        phase: "measured",
        round: 13 + index,
        index: 0,
        outcome: "failed",
        reasons: ["http-status"],
        startNs: 0,
        endNs: 1,
      })),
    },
  ));
  assert.equal(headline.responseTime.n, expect.n_ok);
  assert.equal(counts.responsesFailed, expect.n_failed);
  assert.equal(exclusions[0].responses, expect.n_failed);
  assertNear(headline.responseTime.median! / 1e6, expect.median_e2e_ms);
  assertNear(headline.responseTime.mean! / 1e6, expect.mean_e2e_ms);
});

Deno.test("F-MET-13: a round that was cut short enters no rate", async () => {
  const { expect } = read("F-MET-13/expected.json");
  const rows: { round: number; i: number; outcome: string; sent_ms: number; end_ms: number }[] =
    read(
      "F-MET-13/records.json",
    );
  const whole = (round: number) =>
    rows.filter((row) => row.round === round).map(({ i, sent_ms, end_ms }) =>
      measured({ round, index: i, ms: [sent_ms, sent_ms + 100, end_ms] })
    );
  const { figures } = summarizeScenario(completed([whole(1), whole(2)]));
  const mean = figures["throughput-mean-of-rounds"];
  assert(mean.scope === "scenario");
  assertNear(mean.value, expect.mean_of_round_rates);

  const { record, lines } = buildRecord({
    plan: { ...one, concurrency: [4], measuredRounds: 3 },
    timing: ({ round, index, phase }) => {
      const row = rows.find((row) => row.round === round && row.i === index)!;
      const responseNs = (row.end_ms - row.sent_ms) * 1e6;
      const cut = phase === "measured" && row.outcome === "cancelled";
      const error = { code: "abandoned", message: "thermal stop" } as const;
      return { ttftNs: 1e8, responseNs, with: cut ? { finalEventNs: null, error } : {} };
    },
  });
  const { scenarios, attempts: [attempt] } = await summarizeRecord(record, lines);
  assert.deepEqual(scenarios, []); // of a partial scenario nothing is averaged at all
  assert.equal(attempt.roundsCompleted, expect.complete_rounds);
  const cancelled = attempt.exclusions.find(({ outcome }) => outcome === "cancelled");
  assert.equal(cancelled?.responses, expect.cancelled_requests);
  assert(!attempt.exclusions.some(({ outcome }) => outcome === "failed"));
});

/** A line with every time multiplied and then shifted; durations inside are multiplied too. */
function stretched(line: Line, factor: number, shiftNs: number): Line {
  const entries = Object.entries(line).map(([name, value]) =>
    name.endsWith("Ns") && value !== null
      ? [name, (value as number) * factor + shiftNs]
      : [name, value]
  );
  const moved = Object.fromEntries(entries);
  if (moved.kind === "response") {
    const { afterNs, tokens } = moved.arrivals;
    moved.arrivals = { afterNs: afterNs.map((ns: number) => ns * factor), tokens };
  }
  return moved;
}
