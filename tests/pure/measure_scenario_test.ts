import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { serverCounters } from "../../lib/measure/server_counters.ts";
import { outcomeOf } from "../../lib/record/outcome.ts";
import type { Line, Response, Round } from "../../lib/record/response.ts";
import { createTally } from "../../lib/record/tally.ts";
import { buildRecord, type Timing } from "../records/build_record.ts";

const four = { promptTokens: [2048], concurrency: [4] };
const sound: Timing = { ttftNs: 1e8, responseNs: 1e9 };

Deno.test("a whole scenario is completed and carries its facts", async () => {
  const { record, lines } = buildRecord({ plan: four });
  const [scenario] = await readScenarios(record, lines);
  assert(scenario.status === "completed");
  assert.equal(scenario.rounds.length, 5);
  assert.deepEqual(scenario.rounds.map((round) => round.responses.length), [4, 4, 4, 4, 4]);
  assert.equal(scenario.warmupResponses, 4);
  assert.deepEqual(scenario.excluded, []);
  assert.equal(scenario.facts.provenance.kind, "simulated");
  assert.equal(scenario.facts.concurrency, 4);
  const [response] = scenario.rounds[0].responses;
  assert.equal(response.firstTokenNs - response.startNs, 1e8);
  assert.equal(response.gaps!.count, 255);
  assert.equal(response.gapsNs, null);
});

Deno.test("one response that does not count makes its scenario partial, without rounds", async () => {
  const { record, lines } = buildRecord({
    plan: four,
    timing: ({ phase, round, index }) =>
      phase === "measured" && round === 3 && index === 2
        ? { ...sound, with: { stopType: "eos" } }
        : sound,
  });
  const [scenario] = await readScenarios(record, lines);
  assert(scenario.status === "unfinished");
  assert.equal(scenario.how, "partial");
  assert.equal(scenario.roundsCompleted, 4);
  assert.match(scenario.reason, /4 of 5 rounds count/);
  assert.deepEqual(
    scenario.excluded.map(({ outcome, reasons }) => [outcome, reasons.join()]),
    [
      ["round", "invalid-response"],
      ["round", "invalid-response"],
      ["failed", "stop-type"],
      ["round", "invalid-response"],
    ],
  );
  // @ts-expect-error an unfinished scenario has no rounds that a figure could be taken from
  assert.equal(scenario.rounds, undefined);
});

Deno.test("what was not begun, stopped in warm-up or abandoned is told apart", async () => {
  const { record, lines } = buildRecord({ plan: { ...four, promptTokens: [512, 2048, 8192] } });
  const id = record.order[1];
  const kept = lines.filter((line): line is Response | Round =>
    (line.kind === "response" || line.kind === "round") && (line.scenario === record.order[0] ||
      line.scenario === id && line.phase === "warmup" && line.kind === "response")
  ).map((line) =>
    line.kind === "round" && line.scenario === record.order[0] && line.round === 5
      ? { ...line, state: "abandoned" as const }
      : line
  );
  const stopped = {
    ...record,
    scenarios: [],
    state: { kind: "stopped", by: "thermal", reason: "85 degrees were reached", atNs: 5 } as const,
  };
  const runs = await readScenarios(stopped, kept);
  assert.deepEqual(
    runs.map((run) => run.status === "unfinished" && [run.how, run.roundsCompleted, run.reason]),
    [
      ["partial", 4, "85 degrees were reached"],
      ["stopped-in-warmup", 0, "85 degrees were reached"],
      ["not-started", 0, "85 degrees were reached"],
    ],
  );
});

Deno.test("a server that does not reveal its counts gives unverified scenarios", async () => {
  const { record, lines } = buildRecord({
    plan: four,
    timing: () => ({ ...sound, with: { truncated: null } }),
  });
  const [scenario] = await readScenarios(record, lines);
  assert(scenario.status === "unverified");
  assert.deepEqual(scenario.unknown, ["truncated"]);
});

Deno.test("a scenario that was begun again is one of its own", async () => {
  const { record, lines } = buildRecord({ plan: four });
  const cut = lines.slice(0, 12); // warm-up, round 1, and two responses of round 2
  const again = lines.map((line): Line =>
    line.kind === "note" ? line : { ...line, scenario: "tiny-cycle-2048x4-2" }
  );
  const [outcome] = record.scenarios;
  const resumed = {
    ...record,
    scenarios: [
      { ...outcome, status: "partial", reason: "The process ended" } as const,
      { ...outcome, id: "tiny-cycle-2048x4-2", resumed: true },
    ],
  };
  const runs = await readScenarios(resumed, [...again, ...cut]);
  assert.deepEqual(runs.map(({ status }) => status), ["unfinished", "completed"]);
  assert.deepEqual(runs.map(({ facts }) => facts.resumed), [false, true]);
  assert(runs[0].status === "unfinished");
  assert.deepEqual([runs[0].roundsCompleted, runs[0].reason], [1, "The process ended"]);
  assert.deepEqual(runs[0].excluded.map(({ reasons }) => reasons.join()), [
    "round-not-ended,missing-responses",
    "round-not-ended,missing-responses",
  ]);
});

Deno.test("a soak counts when the rounds that count span its time; the others are listed", async () => {
  const built = (rounds: number, spoilt: number) =>
    buildRecord({
      plan: { ...four, soak: { minimumSeconds: 4 } },
      rounds: () => rounds,
      timing: ({ round, index, phase }) =>
        phase === "measured" && round === spoilt && index > 1
          ? {
            ...sound,
            with: { finalEventNs: null, error: { code: "abandoned", message: "given up" } },
          }
          : sound,
    });
  const read = async ({ record, lines }: ReturnType<typeof built>) =>
    (await readScenarios(record, lines))[0];
  // each round takes one second
  assert.equal((await read(built(4, 0))).status, "completed");
  assert.equal((await read(built(3, 0))).status, "unfinished");
  const short = await read(built(4, 4));
  assert.equal(
    short.status === "unfinished" && short.reason,
    "Its rounds that count span 3 of 4 seconds (abandoned)",
  );
  for (const spoilt of [1, 3, 5]) {
    const soak = await read(built(5, spoilt));
    // a spoilt round within the span costs itself alone
    assert.equal(soak.status, "completed", `round ${spoilt}`);
    assert(soak.status === "completed");
    assert.deepEqual([soak.rounds.length, soak.roundsExcluded], [4, 1]);
    assert.deepEqual(soak.excluded.map(({ outcome }) => outcome), [
      "round",
      "round",
      "cancelled",
      "cancelled",
    ]);
  }
});

Deno.test("the server's counters grow by what the rounds that count took", () => {
  const tokens = (processed: number | null, predicted: number | null) => ({
    contentEvents: 0,
    predicted,
    evaluated: processed,
    processed,
    cached: 0,
  });
  const line = (at: "before" | "after", promptTokens: number | null, predictedTokens: number) =>
    ({ kind: "counters", scenario: "s", at, atNs: 1, promptTokens, predictedTokens }) as const;
  const both = [line("before", 100, 10), line("after", 1100, 60)];
  const grown = (tokens: number) => ({ tokens, withinTokens: 0 });
  assert.deepEqual(serverCounters(both, []), {
    promptTokens: grown(1000),
    predictedTokens: grown(50),
  });
  const ended = { finalEventNs: 5, tokens: tokens(200, 20) };
  assert.deepEqual(serverCounters(both, [ended]), {
    promptTokens: grown(800),
    predictedTokens: grown(30),
  });
  // how far a response came that was cut off is not known
  const unknown = { promptTokens: null, predictedTokens: null };
  assert.deepEqual(serverCounters(both, [{ ...ended, finalEventNs: null }]), unknown);
  const silent = { ...ended, tokens: tokens(null, 20) };
  assert.deepEqual(serverCounters(both, [silent]), {
    promptTokens: null,
    predictedTokens: grown(30),
  });
  // a server that was started again counts from 0
  assert.deepEqual(serverCounters([line("before", 100, 90), both[1]], []), {
    promptTokens: grown(1000),
    predictedTokens: null,
  });
  assert.equal(serverCounters([both[0]], []), null);
  // 11,534,336 is printed as 1.15343e+07: off by 36, and 50 may be missing
  const many = [line("before", 32_768, 0), line("after", 11_534_300, 0)];
  assert.deepEqual(serverCounters(many, [])?.promptTokens, {
    tokens: 11_501_532,
    withinTokens: 50,
  });
});

Deno.test("a line of an unknown scenario is refused by name", async () => {
  const { record, lines } = buildRecord({ plan: four });
  const [first] = lines;
  assert(first.kind === "response");
  await assert.rejects(
    readScenarios(record, [{ ...first, scenario: "other-2048x4" }]),
    /the scenario other-2048x4, which the record does not have/,
  );
});

Deno.test("reading comes to the same end as the run did, whatever was lost or damaged", async () => {
  const random = seededRandom(21);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)];
  const damages: Partial<Response>[] = [
    { truncated: true },
    { stopType: "eos" },
    { finalEventNs: null, error: { code: "connection-lost", message: "" } },
    { httpStatus: 500 },
    { truncated: null },
  ];
  for (let trial = 0; trial < 60; trial++) {
    const { record, lines } = buildRecord({
      plan: { ...four, soak: random() < 0.3 ? { minimumSeconds: 3 } : null },
      rounds: () => pick([4, 5]),
      timing: () => random() < 0.02 ? { ...sound, with: pick(damages) } : sound,
    });
    const kept = lines.slice(0, random() < 0.5 ? lines.length : Math.floor(random() * lines.length))
      .map((line): Line =>
        line.kind === "round" && random() < 0.03 ? { ...line, state: "abandoned" } : line
      );
    const tally = createTally(record.plan, record.scenarios);
    for (const line of kept) tally.add(line);
    const [cell] = record.scenarios;
    const outcome = outcomeOf(cell, tally.scenario(cell.id), record.plan, null);
    const [run] = await readScenarios({ ...record, scenarios: [outcome] }, kept);
    const found = run.status === "unfinished" ? run.how : "completed";
    assert.equal(found, outcome.status);
    const completed = run.status === "unfinished" ? run.roundsCompleted : run.rounds.length;
    assert.equal(completed, outcome.roundsCompleted);
  }
});
