import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import type { TelemetrySample } from "../../lib/measure/telemetry.ts";
import { driftOf } from "../../lib/summarize/drift.ts";
import { defaultRules } from "../../lib/summarize/rules.ts";
import { summarizeSoak } from "../../lib/summarize/soak.ts";
import { summarizeScenario } from "../../lib/summarize/summarize_scenario.ts";
import { samplesIn } from "../../lib/summarize/telemetry_over.ts";
import { assessThermal } from "../../lib/summarize/thermal_assessment.ts";
import { buildRecord, type Place } from "../records/build_record.ts";
import { assertNear } from "../near.ts";

const criteria = {
  maximumCelsius: 85,
  driftCelsiusPerHour: 1,
  slowdownAllowed: false,
  longestGapSeconds: 10,
};

/** A soak of rounds of four responses; every round takes 20 s and is followed by 5 s of pause. */
async function soakOf(
  rounds: number,
  timing: (place: Place) => { ttftNs: number; responseNs: number },
  telemetry: readonly TelemetrySample[] | null = null,
) {
  const { record, lines } = buildRecord({
    plan: { promptTokens: [2048], concurrency: [4], soak: { minimumSeconds: 60 } },
    rounds: () => rounds,
    events: 2,
    pauseNs: 5e9,
    timing,
  });
  const [scenario] = await readScenarios(record, lines, { telemetry });
  assert(scenario.status === "completed");
  return scenario;
}

const sampleAt = (
  seconds: number,
  celsius: number | null = 70,
  slowdown = false,
): TelemetrySample => ({
  atNs: seconds * 1e9,
  powerWatts: 200,
  celsius,
  slowdown,
});

Deno.test("two and a half hours of 25 s rounds: minutes, hours and pauses in the head", async () => {
  const telemetry = Array.from({ length: 9100 }, (_, second) => sampleAt(second));
  const scenario = await soakOf(360, () => ({ ttftNs: 4e9, responseNs: 20e9 }), telemetry);
  const soak = summarizeSoak(scenario, criteria);
  assertNear(soak.minutes, (360 * 25 - 5) / 60);
  assert.deepEqual(soak.hours.map(({ rounds }) => rounds), [144, 144, 72]);
  assert.deepEqual(soak.hours.map(({ responses }) => responses), [576, 576, 288]);
  for (const { throughput, telemetry } of soak.hours) {
    assertNear(throughput, 4 * 256 / 20); // the pauses do not count
    assert.equal(telemetry?.meanPowerWatts, 200);
    assert.equal(telemetry?.highestCelsius, 70);
  }
  assert.equal(soak.pauses.count, 359);
  assert.equal(soak.pauses.totalNs, 359 * 5e9);
  assert.deepEqual(soak.pauses.long, []);
  assert.deepEqual(soak.changes, []);
  assert.equal(soak.drift["round-rate"]!.perHour, 0);
  const { headline } = summarizeScenario(scenario, { ...defaultRules, resamples: 20 });
  assert.equal(headline.responseTime.p95.status, "given");
  assert.equal(soak.thermal?.verdict, "met");
});

Deno.test("a slow loss is a drift, a throttled half is a jump, an odd pause is named", async () => {
  const random = seededRandom(4);
  const jitter = () => 1 + (random() - 0.5) / 100;
  const losing = await soakOf(300, ({ round, phase }) => {
    const atHour = phase === "warmup" ? 0 : round * 25 / 3600;
    const responseNs = Math.round(20e9 * (1 + 0.01 * atHour) * jitter());
    return { ttftNs: 4e9, responseNs };
  });
  const { drift } = summarizeSoak(losing, null);
  assertNear(drift["response-time"]!.sharePerHour, 0.01, 0.002);
  const { interval } = drift["response-time"]!;
  assert(interval.status === "given" && interval.lower > 0);

  const throttled = await soakOf(300, ({ round }) => {
    const factor = round > 150 ? 1.05 : 1;
    return {
      ttftNs: Math.round(4e9 * factor * jitter()),
      responseNs: Math.round(20e9 * factor * jitter()),
    };
  });
  const { changes } = summarizeSoak(throttled, null);
  assert(changes.some(({ metric, round }) => metric === "round-rate" && round === 151));
  const late = {
    ...throttled,
    rounds: throttled.rounds.map((round, at) =>
      at < 100 ? round : {
        ...round,
        startNs: round.startNs + 300e9,
        endNs: round.endNs + 300e9,
      }
    ),
  };
  const { pauses } = summarizeSoak(late, null);
  assert.deepEqual(
    pauses.long.map(({ afterRound, lengthNs }) => [afterRound, Math.round(lengthNs / 1e9)]),
    [
      [100, 305],
    ],
  );
});

Deno.test("the time of a round that does not count is neither measured nor a pause", async () => {
  const whole = await soakOf(10, () => ({ ttftNs: 4e9, responseNs: 20e9 }));
  const without = { ...whole, rounds: whole.rounds.filter(({ round }) => round !== 4) };
  const { pauses, minutes, hours } = summarizeSoak(without, null);
  assertNear(minutes, (10 * 25 - 5) / 60);
  assert.deepEqual([pauses.count, pauses.totalNs, pauses.long], [7, 7 * 5e9, []]);
  assertNear(hours[0].throughput, 4 * 256 / 20);
});

Deno.test("each thermal criterion can fail, and silence meets nothing", () => {
  const window = { startNs: 0, endNs: 7200e9 };
  const steady = Array.from({ length: 1441 }, (_, at) => sampleAt(at * 5));
  const verdicts = (samples: readonly TelemetrySample[] | null) => {
    const { verdict, checks } = assessThermal(samples, window, criteria);
    return [
      verdict,
      ...checks.filter((check) => check.verdict !== "met").map((check) => check.criterion),
    ];
  };
  assert.deepEqual(verdicts(steady), ["met"]);
  assert.deepEqual(verdicts(null), [
    "not-measured",
    "maximum",
    "drift-per-hour",
    "slowdown",
    "longest-gap",
  ]);
  assert.deepEqual(verdicts(steady.with(700, sampleAt(3500, 86))), ["not-met", "maximum"]);
  assert.deepEqual(verdicts(steady.with(700, sampleAt(3500, 70, true))), ["not-met", "slowdown"]);
  assert.deepEqual(verdicts(steady.toSpliced(700, 3)), ["not-met", "longest-gap"]);
  assert.deepEqual(verdicts(steady.slice(0, 1400)), ["not-met", "longest-gap"]);
  // readings without a temperature end no silence
  const blind = steady.map((sample, at) =>
    at >= 700 && at < 703 ? { ...sample, celsius: null } : sample
  );
  assert.deepEqual(verdicts(blind), ["not-met", "longest-gap"]);
  // one sample that tells of no slowdown does not speak for the others; one that tells of it does
  const mute = steady.map((sample): TelemetrySample => ({ ...sample, slowdown: null }));
  assert.deepEqual(verdicts(mute.with(700, sampleAt(3500))), ["not-measured", "slowdown"]);
  assert.deepEqual(verdicts(mute.with(700, sampleAt(3500, 70, true))), ["not-met", "slowdown"]);
  const rising = steady.map((sample) => ({ ...sample, celsius: 60 + sample.atNs / 3600e9 * 2 }));
  assert.deepEqual(verdicts(rising), ["not-met", "drift-per-hour"]);
});

Deno.test("a thermal drift does not depend on when the clock began", () => {
  const random = seededRandom(7);
  const samples = Array.from({ length: 600 }, (_, at) => sampleAt(at, 70 + random()));
  const drift = (shiftNs: number) =>
    assessThermal(
      samples.map((sample) => ({ ...sample, atNs: sample.atNs + shiftNs })),
      { startNs: shiftNs, endNs: 600e9 + shiftNs },
      criteria,
    ).drift!.perHour;
  assertNear(drift(37e9), drift(0));
});

Deno.test("the usual pause of an even number of pauses is the middle of two", async () => {
  const scenario = await soakOf(5, () => ({ ttftNs: 4e9, responseNs: 20e9 }));
  const starts = [0, 20, 41, 63, 101]; // pauses of 0, 1, 2 and 18 s; ten times 1.5 are 15
  const rounds = scenario.rounds.map((round, at) => ({
    ...round,
    startNs: starts[at] * 1e9,
    endNs: (starts[at] + 20) * 1e9,
  }));
  const { pauses } = summarizeSoak({ ...scenario, rounds }, null);
  assert.deepEqual(pauses.long.map(({ lengthNs }) => lengthNs), [18e9]);
});

Deno.test("drift of more values than pairs can be formed of goes by medians of neighbours", () => {
  const values = Array.from({ length: 20_000 }, (_, at) => ({ atNs: at * 1e9, value: at / 3600 }));
  const drift = driftOf(values)!;
  assertNear(drift.perHour, 1);
  assert(drift.points <= 1500);
  assert.equal(driftOf(values.slice(0, 2)), null);
  assert.equal(driftOf([]), null);
});

Deno.test("samples of a stretch have its start and not its end", () => {
  const samples = [0, 1, 1, 2, 3].map((second) => sampleAt(second));
  assert.deepEqual(samplesIn(samples, 1e9, 3e9).map(({ atNs }) => atNs / 1e9), [1, 1, 2]);
  assert.deepEqual(samplesIn(samples, 0.5e9, 1e9), []);
  assert.deepEqual(samplesIn([], 0, 1e9), []);
});
