import assert from "node:assert/strict";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import type { CompletedScenario, ScenarioRun } from "../../lib/measure/scenario.ts";
import { effectOf, effectsOf } from "../../lib/summarize/effects.ts";
import { promptLengthLine } from "../../lib/summarize/prompt_length_line.ts";
import { defaultRules } from "../../lib/summarize/rules.ts";
import { superiority } from "../../lib/stats/superiority.ts";
import { buildRecord, type Place } from "../records/build_record.ts";
import { assertNear } from "../near.ts";

/** TTFT is 50 µs a prompt token and request, and 1 % more from round to round. */
const timing = ({ promptTokens, concurrency, round }: Place) => {
  const ttftNs = Math.round(promptTokens * concurrency * 5e4 * (1 + round / 100));
  return { ttftNs, responseNs: ttftNs + 1e9 };
};

function runsOf(plan: Parameters<typeof buildRecord>[0]): Promise<ScenarioRun[]> {
  const { record, lines } = buildRecord({ timing, ...plan });
  return readScenarios(record, lines);
}

function allCompleted(runs: ScenarioRun[]): CompletedScenario[] {
  return runs.map((run) => {
    assert(run.status === "completed");
    return run;
  });
}

Deno.test("four times the prompt is four times the TTFT, with an exact interval of 5 and 5 rounds", async () => {
  const effects = effectsOf("prompt tokens", await runsOf({}));
  assert.deepEqual(
    effects.map((effect) =>
      effect.status !== "refused" && [effect.from, effect.to, effect.at, effect.model]
    ),
    [[2048, 8192, 1, "tiny-cycle"], [2048, 8192, 4, "tiny-cycle"]],
  );
  assert(effects[0].status === "completed");
  const [ttft] = effects[0].contrasts;
  assert.equal(ttft.metric, "ttft");
  assertNear(ttft.ratio.value, 4);
  assertNear(ttft.difference.value, (8192 - 2048) * 5e4 * 1.03);
  assert.equal(ttft.superiority, 1);
  const { interval } = ttft.ratio;
  assert(interval.status === "given" && interval.method === "rank-shift");
  // ranks 3 and 23 of 25 ratios: 1 - 2 P(W <= 2) = 1 - 2 × 4/252
  assertNear(interval.coverage, 1 - 8 / 252);
  assert(interval.lower < 4 && 4 < interval.upper && interval.upper / interval.lower < 1.08);
});

Deno.test("from twenty rounds on the interval comes from whole rounds drawn by a seed", async () => {
  const runs = await runsOf({ plan: { measuredRounds: 20 } });
  const rules = { ...defaultRules, resamples: 200 };
  const [effect] = effectsOf("concurrency", runs, { rules });
  assert(effect.status === "completed");
  for (const { ratio: { interval, value } } of effect.contrasts) {
    assert(interval.status === "given" && interval.method === "cluster-bootstrap");
    assert(interval.lower <= value! && value! <= interval.upper);
  }
});

Deno.test("scenarios that differ in more than the factor are refused, saying in what", async () => {
  const [a1, a2, a3, a4] = allCompleted(await runsOf({}));
  const reasonsOf = (effect: ReturnType<typeof effectOf>) => {
    assert(effect.status === "refused");
    return effect.reasons;
  };
  assert.deepEqual(reasonsOf(effectOf("prompt tokens", a1, a4)), ["concurrency: 1 against 4"]);
  assert.deepEqual(reasonsOf(effectOf("prompt tokens", a1, a3)), [
    "concurrency: 1 against 4",
    "prompt tokens: the same on both sides",
  ]);
  const old = allCompleted(await runsOf({ plan: { method: "historical" } }));
  assert.deepEqual(reasonsOf(effectOf("prompt tokens", old[0], a2)), [
    "method: historical against core-1.1",
  ]);
  const measured = allCompleted(
    await runsOf({
      id: "other",
      record: { provenance: { kind: "measured", statement: "For the test only." } },
    }),
  );
  assert.deepEqual(reasonsOf(effectOf("prompt tokens", measured[0], a2)), [
    "provenance: measured against simulated",
    "record: other against 2026-01-01T000000Z_core-1.1-tiny_example",
  ]);
  assert.deepEqual(effectsOf("prompt tokens", [measured[0], a2]), []);
});

Deno.test("an unfinished scenario has no effect, by its type and in the list", async () => {
  const runs = await runsOf({ rounds: (id) => id.includes("8192") ? 3 : 5 });
  assert.deepEqual(effectsOf("prompt tokens", runs), []);
  const [from, to] = runs;
  assert(from.status === "completed" && to.status === "unfinished");
  // @ts-expect-error an unfinished scenario cannot be held against another
  assert.equal(effectOf("prompt tokens", from, to).status, "refused");
});

Deno.test("a line over prompt lengths takes three of them", async () => {
  const flat = ({ promptTokens }: Place) => ({
    ttftNs: promptTokens * 5e4 + 1e6,
    responseNs: 2e9,
  });
  const plan = { concurrency: [1], promptTokens: [512, 2048, 8192] };
  const scenarios = allCompleted(await runsOf({ plan, timing: flat }));
  const line = promptLengthLine(scenarios);
  assert(line.status === "given");
  assertNear(line.line.slope, 5e4);
  assertNear(line.line.intercept, 1e6);
  assert.equal(line.rounds, 15);
  const two = promptLengthLine(scenarios.slice(1));
  assert.deepEqual(two, {
    status: "refused",
    reasons: ["2 prompt lengths: a line takes three"],
  });
});

Deno.test("superiority counts pairs, ties half", () => {
  assert.equal(superiority([1, 2, 3], [2]), 0.5);
  assert.equal(superiority([], [1]), null);
});
