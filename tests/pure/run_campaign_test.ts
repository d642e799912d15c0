import assert from "node:assert/strict";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { runOrder } from "../../lib/plan/order.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import {
  type Answer,
  scriptedRun,
  scriptedServer,
  smallPlan,
  virtualClock,
} from "../runs/scripted_run.ts";

/** Statuses in order, as `status rounds`. */
const statuses = (scenarios: { status: string; roundsCompleted: number }[]) =>
  scenarios.map(({ status, roundsCompleted }) => `${status} ${roundsCompleted}`);

Deno.test("a whole campaign, with times to check in the head", async () => {
  const { result, responses, lines, events } = await scriptedRun({ clock: virtualClock(100) });
  const { record } = result;

  // 1 request x (1 warm-up + 2 rounds) + 2 requests x 3 rounds
  assert.equal(responses.length, 9);
  assert.deepEqual(record.totals, { responses: 9, valid: 9, rounds: 6 });
  assert.deepEqual(record.state, { kind: "completed" });
  assert.deepEqual(statuses(record.scenarios), ["completed 2", "completed 2"]);
  const [first] = responses;
  assert.equal(first.scheduledNs, 100);
  assert.equal(first.sentNs, 100);
  assert.equal(first.firstTokenNs, 110);
  assert.equal(first.finalEventNs, 200);
  const round = lines.find((line) => line.kind === "round")!;
  assert.deepEqual([round.barrierNs, round.endedNs, round.phase], [100, 200, "warmup"]);
  assert.deepEqual(responses.slice(-2).map(({ slot }) => slot.asked), [0, 1]);

  assert.equal(result.sealed, true);
  assert.deepEqual((await verifyBag(result.folder)).faults, []);
  assert.equal(events.at(-1)!.kind, "run-ended");
  assert.match(record.id, /^2026-01-01T000000Z_small_example$/);
});

Deno.test("the warm-up does not run on the prompt that is measured", async () => {
  const prompts: string[] = [];
  await scriptedRun({
    script: ({ promptIds }) => {
      prompts.push(promptIds.join(" "));
      return {};
    },
  });
  assert.deepEqual(prompts.slice(0, 3), ["12 13 11 12", "11 12 13 11", "11 12 13 11"]);
});

Deno.test("scenarios in seeded blocks run in that order, and the record says so", async () => {
  const plan = smallPlan({ promptTokens: [4, 5, 6], order: { kind: "blocks", seed: 3 } });
  const { result, lines } = await scriptedRun({ plan });
  const planned = runOrder(plan).map(({ id }) => id);
  assert.notDeepEqual(
    planned,
    runOrder({ ...plan, order: { kind: "listed" } }).map(({ id }) => id),
  );
  const ran = lines.flatMap((line) => line.kind === "round" ? line.scenario : []);
  assert.deepEqual([...new Set(ran)], planned);
  assert.deepEqual(result.record.order, planned);
  assert.deepEqual(result.record.plan.order, plan.order);
});

Deno.test("the historical method warms up with one request on slot 0", async () => {
  const plan = smallPlan({ warmup: "one-request", method: "historical", concurrency: [2] });
  const { responses, result } = await scriptedRun({ plan });
  assert.deepEqual(responses.map(({ phase, slot }) => `${phase} ${slot.asked}`), [
    "warmup 0",
    "measured 0",
    "measured 1",
    "measured 0",
    "measured 1",
  ]);
  assert.deepEqual(statuses(result.record.scenarios), ["completed 2"]);
});

Deno.test("a response that does not count makes its round not count, and the run goes on", async () => {
  const one: Record<string, Answer["with"]> = {
    "token-count": {
      tokens: { contentEvents: 2, predicted: 2, evaluated: 4, processed: 4, cached: 0 },
    },
    "token-count,stop-type": {
      tokens: { contentEvents: 2, predicted: 4, evaluated: 4, processed: 4, cached: 0 },
      stopType: "eos",
    },
    "prompt-count,prompt-not-processed": {
      tokens: { contentEvents: 2, predicted: 3, evaluated: 5, processed: 5, cached: 0 },
    },
    "cache-hit": {
      tokens: { contentEvents: 2, predicted: 3, evaluated: 4, processed: 4, cached: 1 },
    },
    "error-event": { error: { code: "error-event", message: "boom" }, finalEventNs: null },
    "wrong-slot": { reportedSlot: 3 },
    "truncated": { truncated: true },
  };
  for (const [reason, changes] of Object.entries(one)) {
    // the second measured round of the first scenario
    const script = (_: unknown, fired: number) => fired === 3 ? { with: changes } : {};
    const { result, responses } = await scriptedRun({ script });
    const [first, second] = result.record.scenarios;
    assert.equal(first.status, "partial", reason);
    assert.equal(first.reason, `1 of 2 rounds count (${reason.replaceAll(",", ", ")})`);
    assert.equal(second.status, "completed");
    assert.equal(responses.length, 9, "all are kept");
    assert.deepEqual(result.record.state, { kind: "completed" });
  }
});

Deno.test("another count of a prompt whose length was estimated leaves the response unverified", async () => {
  const routes = { ...scriptedServer("x").routes, tokenizer: () => Promise.resolve(null) };
  const counting = (evaluated: number | null, processed = evaluated) =>
    scriptedRun({
      plan: smallPlan({ endpoint: "/v1/completions", concurrency: [1], promptTokens: [100] }),
      server: { routes },
      script: ({ outputTokens }) => ({
        with: {
          tokens: { contentEvents: 2, predicted: outputTokens, evaluated, processed, cached: 0 },
        },
      }),
    });
  const verdicts = async (run: ReturnType<typeof counting>) =>
    new Set((await run).responses.map((response) => JSON.stringify(judgeResponse(response))));
  const unverified = (...unknown: string[]) =>
    new Set([JSON.stringify({ status: "unverified", unknown })]);
  assert.deepEqual(await verdicts(counting(103)), unverified("prompt-count"));
  assert.deepEqual(await verdicts(counting(103, null)), unverified("prompt-count", "cache"));
  assert.deepEqual(await verdicts(counting(100)), new Set([JSON.stringify({ status: "valid" })]));
  // what was not processed came from somewhere else
  const { result } = await counting(103, 3);
  assert.match(result.record.scenarios[0].reason!, /prompt-not-processed/);
});

Deno.test("requests without a common interval do not make a round", async () => {
  // the second request of the pair comes after the first has ended
  let late = false;
  const clock = virtualClock();
  const { result } = await scriptedRun({
    clock,
    plan: smallPlan({ concurrency: [2], measuredRounds: 1 }),
    script: () => {
      if (late) clock.reach(clock.nowNs() + 200);
      late = !late;
      return {};
    },
  });
  const [cell] = result.record.scenarios;
  assert.equal(cell.status, "stopped-in-warmup");
  assert.equal(cell.reason, "Its warm-up does not count (no-common-interval)");
});

Deno.test("a warm-up that does not count ends its scenario, not the run", async () => {
  const script = (_: unknown, fired: number): Answer =>
    fired === 1 ? { with: { httpStatus: 500 } } : {};
  const { result, responses } = await scriptedRun({ script });
  assert.deepEqual(statuses(result.record.scenarios), ["stopped-in-warmup 0", "completed 2"]);
  assert.equal(responses.length, 1 + 6);
});

Deno.test("a soak goes on until its duration, and is told by the hour", async () => {
  const plan = smallPlan({ concurrency: [2], soak: { minimumSeconds: 5000 } });
  const script = () => ({ firstTokenAfterNs: 1e9, endAfterNs: 1000e9 });
  const { result, events, responses } = await scriptedRun({ plan, script });
  // five rounds of 1000 s, and one of warm-up
  assert.equal(responses.length, 2 * 6);
  const [cell] = result.record.scenarios;
  assert.deepEqual([cell.status, cell.roundsPlanned, cell.roundsCompleted], ["completed", null, 5]);
  const hours = events.filter((event) => event.kind === "hour-ended");
  assert.deepEqual(
    hours.map((
      { hour, rounds, responses, minutes },
    ) => [hour, rounds, responses, Math.floor(minutes)]),
    [
      [1, 4, 8, 60],
      [2, 1, 2, 23],
    ],
  );
  // 6 tokens in 1000 s
  assert.equal(hours[0].tokensPerSecond, 0.006);
});

Deno.test("a round that does not count costs a soak that round, not its hours", async () => {
  const plan = smallPlan({ concurrency: [2], soak: { minimumSeconds: 5000 } });
  const long = { firstTokenAfterNs: 1e9, endAfterNs: 1000e9 };
  const spoilt = { ...long, with: { truncated: true } };
  // requests 1 and 2 are the warm-up's, 3 and 4 the first round's
  const soakWith = async (bad: (fired: number) => boolean) => {
    const { result, lines } = await scriptedRun({
      plan,
      script: (_, fired) => bad(fired) ? spoilt : long,
    });
    const [{ status, roundsCompleted, reason }] = result.record.scenarios;
    const rounds = lines.filter((line) => line.kind === "round" && line.phase === "measured");
    return [status, roundsCompleted, rounds.length, reason];
  };
  assert.deepEqual(await soakWith((fired) => fired === 7), ["completed", 4, 5, null]);
  // where the first or the last one does not count the soak goes on until its time is covered
  assert.deepEqual(await soakWith((fired) => fired === 3), ["completed", 5, 6, null]);
  assert.deepEqual(await soakWith((fired) => fired === 11), ["completed", 5, 6, null]);
  // and it does not go on for ever
  const reason = "Its rounds that count span 0 of 5000 seconds (truncated x 10)";
  assert.deepEqual(await soakWith((fired) => fired > 2), ["partial", 0, 10, reason]);
});

Deno.test("the server's own counts are kept before and after the measured rounds", async () => {
  let asked = 0;
  const counters = () => Promise.resolve({ promptTokens: ++asked * 100, predictedTokens: null });
  const server = { routes: { ...scriptedServer("x").routes, counters } };
  const { lines } = await scriptedRun({ server, plan: smallPlan({ concurrency: [1] }) });
  assert.deepEqual(
    lines.map((line) => line.kind === "counters" ? `${line.at} ${line.promptTokens}` : line.kind),
    ["note", "response", "round", "before 100"].concat(
      ...Array(2).fill(["response", "round"]),
      "after 200",
    ),
  );

  const silent = () => Promise.reject(new Error("no answer"));
  const routes = { ...server.routes, counters: silent };
  const without = await scriptedRun({ server: { routes } });
  assert.deepEqual(without.result.record.state, { kind: "completed" });
  assert(without.lines.every(({ kind }) => kind !== "counters"));
});
