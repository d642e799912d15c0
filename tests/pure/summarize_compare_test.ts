import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { compareRuns, defaultCompareOptions } from "../../lib/summarize/compare.ts";
import type { ComparedRun } from "../../lib/summarize/match_scenarios.ts";
import { ratioEvidence, verdictOf } from "../../lib/summarize/decide.ts";
import { buildRecord, type RecordSpec } from "../records/build_record.ts";
import { assertNear } from "../near.ts";

const one = { promptTokens: [2048], concurrency: [1] };

/** A run whose responses take 1 s times the factor, with 1 % of jitter by the seed. */
async function run(
  seed: number,
  factor: number,
  { day = seed, ...spec }: RecordSpec & { day?: number } = {},
): Promise<ComparedRun> {
  const random = seededRandom(seed);
  const built = buildRecord({
    id: `run-${seed}`,
    plan: one,
    timing: () => {
      const scale = factor * (1 + random() / 100);
      return { ttftNs: Math.round(1e8 * scale), responseNs: Math.round(1e9 * scale) };
    },
    ...spec,
  });
  const originUtc = `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;
  const record = { ...built.record, clock: { ...built.record.clock, originUtc } };
  return { record, scenarios: await readScenarios(record, built.lines) };
}

const many = (seeds: number[], factor: number) =>
  Promise.all(seeds.map((seed) => run(seed, factor)));

function metricOf(comparison: ReturnType<typeof compareRuns>, id: string) {
  assert(comparison.status === "compared");
  return comparison.scenarios[0].metrics.find(({ metric }) => metric === id)!;
}

Deno.test("five interleaved runs a side: a tenth slower is found, by whole runs", async () => {
  const [a, b] = [await many([1, 3, 5, 7, 9], 1), await many([2, 4, 6, 8, 10], 1.1)];
  const comparison = compareRuns(a, b);
  assert(comparison.status === "compared");
  assert.equal(comparison.unit, "runs");
  assert.deepEqual(comparison.environment, []);
  assert.deepEqual(comparison.notes, []);
  const primary = metricOf(comparison, "response-time");
  assert.equal(primary.role, "primary");
  assert.equal(primary.verdict, "slower");
  assert.equal(primary.adjustedP, 2 / 252); // the least that 5 against 5 can give
  assert.equal(primary.smallestAdjustedP, 2 / 252);
  assertNear(primary.evidence!.ratio, 1.1, 0.01);
  assert.equal(comparison.overall!.verdict, "slower");
  const others = comparison.scenarios[0].metrics.filter(({ role }) => role === "other");
  const family = others.filter(({ evidence }) => evidence).length;
  for (const { smallestAdjustedP } of others.filter(({ evidence }) => evidence)) {
    assertNear(smallestAdjustedP, Math.min(1, 2 / 252 * family));
  }
  assert.equal(metricOf(comparison, "energy-per-token").verdict, null);
  assert.equal(metricOf(comparison, "concurrency-reached").verdict, null);
});

Deno.test("within the margin the sides are equivalent, without one they are undecided", async () => {
  const [a, b] = [await many([1, 3, 5, 7, 9], 1), await many([2, 4, 6, 8, 10], 1.001)];
  const withMargin = compareRuns(a, b, { ...defaultCompareOptions, marginRatio: 0.03 });
  assert.equal(metricOf(withMargin, "response-time").verdict, "equivalent");
  assert.equal(metricOf(compareRuns(a, b), "response-time").verdict, "undecided");
});

Deno.test("one run a side speaks of these two runs only", async () => {
  const comparison = compareRuns([await run(1, 1)], [await run(2, 1.1)]);
  assert(comparison.status === "compared");
  assert.equal(comparison.unit, "rounds");
  assert.match(comparison.scope, /these two runs only/);
  const { evidence, verdict } = metricOf(comparison, "response-time");
  assert.equal(verdict, "slower");
  assert.equal(evidence!.smallestP, 2 / 252);
});

Deno.test("runs that are not interleaved, and sides that differ inside, are said", async () => {
  const [a, b] = [await many([1, 2, 3], 1), await many([4, 5, 6], 1)];
  assert.match(compareRuns(a, b).notes[0].message, /not interleaved/);
  const odd = await run(7, 1, {
    record: { software: { name: "corebook", version: "9.9.9", runtime: "deno 2.9.6" } },
  });
  assert.match(
    compareRuns(a, [...b, odd]).notes.map(({ message }) => message).join(),
    /run-7 differs from run-4 .* software version/,
  );
});

Deno.test("the environment comes first, and what may not be compared is refused with the reason", async () => {
  const a = await run(1, 1);
  const engine = { ...a.record.engine, build: "b2" };
  const b = await run(2, 1, { record: { engine } });
  assert.deepEqual(compareRuns([a], [b]).environment, [
    { fact: "engine build", from: null, to: "b2" },
  ]);
  const server = (flags: string) => ({
    model: "tiny-cycle",
    flags: flags.split(" "),
    environment: {},
    checks: [],
    props: null,
    startedNs: null,
    readyNs: null,
  });
  const [c, d] = [
    await run(3, 1, { record: { servers: [server("-c 34816 --port 1 --slots -ub 512")] } }),
    await run(4, 1, { record: { servers: [server("-c 34816 --port 2 -ub 256")] } }),
  ];
  assert.deepEqual(compareRuns([c], [d]).environment, [
    { fact: "servers tiny-cycle flags --slots", from: "true", to: null },
    { fact: "servers tiny-cycle flags -ub", from: "512", to: "256" },
  ]);
  const reasons = async (spec: RecordSpec) => {
    const comparison = compareRuns([a], [await run(3, 1, spec)]);
    assert(comparison.status === "refused");
    return comparison.reasons.map(({ message }) => message);
  };
  assert.deepEqual(await reasons({ plan: { ...one, method: "historical" } }), [
    "method: core-1.1 against historical",
  ]);
  const provenance = { kind: "measured", statement: "For the test only." } as const;
  assert.deepEqual(await reasons({ record: { provenance } }), [
    "provenance: simulated against measured",
  ]);
  assert.deepEqual(await reasons({ rounds: () => 4 }), [
    "no scenario completed on both sides",
    "in run-3 it is unfinished",
  ]);
  assert.match((await reasons({ id: "run-1" })).join(), /named twice/);
});

Deno.test("a verdict needs both a small p and a direction; a margin comes first", () => {
  const given = (lower: number, upper: number) =>
    ({
      status: "given",
      lower,
      upper,
      level: 0.9,
      coverage: 0.9,
      method: "rank-shift",
      units: 10,
    }) as const;
  const verdict = (
    ratio: number,
    adjustedP: number,
    lower: number,
    upper: number,
    margin: number | null,
    testedRatio = ratio,
  ) =>
    verdictOf({ ratio, testedRatio, adjustedP, equivalenceInterval: given(lower, upper) }, {
      direction: "higher",
      alpha: 0.05,
      marginRatio: margin,
    });
  assert.equal(verdict(1.1, 0.01, 1.05, 1.15, 0.03), "faster");
  assert.equal(verdict(0.9, 0.01, 0.85, 0.95, 0.03), "slower");
  assert.equal(verdict(1.01, 0.01, 1.005, 1.02, 0.03), "equivalent");
  assert.equal(verdict(1.01, 0.01, 1.005, 1.02, null), "faster");
  assert.equal(verdict(1.01, 0.2, 0.98, 1.04, 0.03), "undecided");
  assert.equal(verdict(1.02, 0.01, 1.01, 1.03, null, 0.98), "undecided"); // opposite ways
  assert.equal(ratioEvidence([1, 0], [1, 2], { alpha: 0.05, random: Math.random }), null);
});

Deno.test("over several scenarios the primary metric is one decision, and each alone is adjusted", async () => {
  const plan = { promptTokens: [512, 2048, 4096, 8192], concurrency: [1, 4] };
  const comparison = compareRuns([await run(1, 1, { plan })], [await run(2, 1.1, { plan })]);
  assert(comparison.status === "compared");
  assert.equal(comparison.overall!.verdict, "slower");
  assert.equal(comparison.overall!.evidence.p, 2 / 252);
  assertNear(comparison.overall!.evidence.ratio, 1.1, 0.01);
  const { verdict, smallestAdjustedP } = metricOf(comparison, "response-time");
  assertNear(smallestAdjustedP, 8 * 2 / 252);
  assert.equal(verdict, "undecided"); // eight scenarios of five rounds cannot do better than 0.063
});

Deno.test("two quantizations of one model are compared although their ids differ", async () => {
  const a = await run(1, 1);
  const [model] = a.record.plan.models;
  const b = await run(2, 0.8, {
    plan: { ...one, models: [{ ...model, id: "tiny-q8", quantization: "Q8_0" }] },
  });
  const comparison = compareRuns([a], [b]);
  assert(comparison.status === "compared");
  assert.deepEqual(comparison.scenarios.map(({ from, to }) => [from, to]), [
    ["tiny-cycle-2048x1", "tiny-q8-2048x1"],
  ]);
  assert.equal(metricOf(comparison, "response-time").verdict, "faster");
});
