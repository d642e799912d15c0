import assert from "node:assert/strict";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { runOrder } from "../../lib/plan/order.ts";
import { ArrivalLog } from "../../lib/run/client/arrival_log.ts";
import { ArrivalSpill, spilledBlockEvents } from "../../lib/run/client/arrival_spill.ts";
import type { Prepare } from "../../lib/run/round.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { createStopSwitch } from "../../lib/run/stop.ts";
import {
  type Answer,
  linesOf,
  scriptedPrepare,
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

Deno.test("Ctrl-C finishes the round or abandons it as told", async () => {
  for (const when of ["after-round", "at-once"] as const) {
    const clock = virtualClock();
    const stop = createStopSwitch(clock);
    // in the second scenario's first measured round, whose first request is the 6th
    const script = (_: unknown, fired: number): Answer => {
      if (fired === 6) return { atEnd: () => stop.stop("user", "Ctrl-C", when) };
      return { hangs: when === "at-once" && fired === 7 };
    };
    const { result, lines, responses } = await scriptedRun({ clock, stop, script });
    const { record } = result;
    assert.equal(record.state.kind === "stopped" && record.state.by, "user");
    assert.equal(result.sealed, true);
    assert.equal(responses.length, 7);
    const [first, second] = record.scenarios;
    assert.equal(first.status, "completed");
    assert.equal(second.status, "partial");
    assert.equal(second.reason, "Ctrl-C");
    assert.equal(second.roundsCompleted, when === "after-round" ? 1 : 0);
    const last = lines.at(-1)!;
    assert.equal(
      last.kind === "round" && last.state,
      when === "after-round" ? "ended" : "abandoned",
    );
  }
});

Deno.test("a second Ctrl-C ends a round that the first let go on", async () => {
  const clock = virtualClock();
  const stop = createStopSwitch(clock);
  const script = (_: unknown, fired: number): Answer => {
    if (fired !== 2) return {};
    stop.stop("user", "Ctrl-C", "after-round");
    setTimeout(() => stop.stop("user", "Ctrl-C again", "at-once"), 1);
    return { hangs: true };
  };
  const { result, responses } = await scriptedRun({ clock, stop, script });
  assert.equal(responses.at(-1)!.error!.code, "abandoned");
  const { state } = result.record;
  assert.equal(state.kind === "stopped" && state.reason, "Ctrl-C");
});

Deno.test("stopped before the first server is ready: no record, status 130", async () => {
  const clock = virtualClock();
  const stop = createStopSwitch(clock);
  const openServer = () => {
    stop.stop("user", "Ctrl-C", "after-round");
    return Promise.reject(new Error("aborted"));
  };
  await assert.rejects(scriptedRun({ clock, stop, tools: { openServer } }), { exitCode: 130 });
});

Deno.test("a server that is gone stops the run; one that is well does not", async () => {
  const lost: Answer = {
    with: {
      error: { code: "connection-lost", message: "EOF" },
      finalEventNs: null,
      firstTokenNs: null,
    },
  };
  const script = (_: unknown, fired: number) => fired === 2 ? lost : {};
  const alive = await scriptedRun({ script });
  assert.deepEqual(statuses(alive.result.record.scenarios), ["partial 1", "completed 2"]);

  const routes = {
    ...scriptedServer("x").routes,
    health: () => Promise.reject(new Error("connection refused")),
  };
  const dead = await scriptedRun({ script, server: { routes } });
  const { state, scenarios } = dead.result.record;
  assert.equal(state.kind === "stopped" && state.by, "engine");
  assert.deepEqual(statuses(scenarios), ["partial 0", "not-started 0"]);
  assert.equal(scenarios[1].reason, "Not reached: The server is gone: connection refused");
  assert.equal(dead.result.sealed, true);
});

Deno.test("a server that ends between rounds stops the run", async () => {
  let end = (_why: string) => {};
  const exited = new Promise<string>((resolve) => end = resolve);
  const script = (_: unknown, fired: number): Answer =>
    fired === 2 ? { atEnd: () => end("The server ended with status 1") } : {};
  const { result } = await scriptedRun({ script, server: { exited } });
  const { state, scenarios } = result.record;
  assert.equal(state.kind === "stopped" && state.reason, "The server ended with status 1");
  assert.deepEqual(statuses(scenarios), ["partial 1", "not-started 0"]);
});

Deno.test("slots that stay busy are not measured beside", async () => {
  const routes = { ...scriptedServer("x").routes, busySlots: () => Promise.resolve(1) };
  const { result, responses } = await scriptedRun({ server: { routes } });
  assert.equal(responses.length, 0);
  const { state } = result.record;
  assert.equal(
    state.kind === "stopped" && state.reason,
    "1 slots of the server were still at work after 60 s",
  );
});

Deno.test("Ctrl-C is not kept waiting by slots that stay busy", async () => {
  const clock = virtualClock();
  const stop = createStopSwitch(clock);
  let asked = 0;
  const busySlots = () => {
    if (++asked === 5) stop.stop("user", "Ctrl-C", "after-round");
    return Promise.resolve(asked > 2 ? 1 : 0);
  };
  const routes = { ...scriptedServer("x").routes, busySlots };
  const { result } = await scriptedRun({ clock, stop, server: { routes } });
  const { state } = result.record;
  assert.equal(state.kind === "stopped" && state.reason, "Ctrl-C");
  assert(asked <= 6, `asked ${asked} times`);
});

Deno.test("a thermal stop ends at once or between responses, and keeps the reading", async () => {
  for (const stop of ["at-once", "between-responses"] as const) {
    const plan = smallPlan({ thermal: { ...smallPlan().thermal!, sensor: "required", stop } });
    let trip = (_: { reason: string; atNs: number }) => {};
    const tripped = new Promise<{ reason: string; atNs: number }>((resolve) => trip = resolve);
    const reading = { atNs: 1, celsius: 91, marginCelsius: null, slowdown: false };
    const guard = { reading: () => reading, tripped, stop: () => Promise.resolve() };
    const script = (_: unknown, fired: number): Answer => {
      if (fired !== 2) return {};
      trip({ reason: "91 degrees C, at most 85", atNs: 1 });
      return { hangs: stop === "at-once" };
    };
    const openGuard = () => Promise.resolve(guard);
    const { result } = await scriptedRun({ plan, script, tools: { openGuard } });
    const { state, scenarios } = result.record;
    assert.equal(state.kind === "stopped" && state.by, "thermal");
    assert.equal(scenarios[0].reason, "91 degrees C, at most 85");
    assert.equal(scenarios[0].roundsCompleted, stop === "at-once" ? 0 : 1);
  }
});

Deno.test("the run waits for a cool machine, and says so", async () => {
  const rules = { ...smallPlan().thermal!, sensor: "required", coolDownToCelsius: 50 } as const;
  const degrees = [70, 60, 50];
  const guard = {
    reading: () => ({
      atNs: 0,
      celsius: degrees.length > 1 ? degrees.shift()! : degrees[0],
      marginCelsius: null,
      slowdown: false,
    }),
    tripped: new Promise<never>(() => {}),
    stop: () => Promise.resolve(),
  };
  const openGuard = () => Promise.resolve(guard);
  const { lines, events } = await scriptedRun({
    plan: smallPlan({ thermal: rules }),
    tools: { openGuard },
  });
  const note = lines[1];
  assert.deepEqual(note, { kind: "note", atNs: 2e9, code: "cooled-down", message: "Waited 2 s" });
  assert.equal(events.filter(({ kind }) => kind === "cooling-down").length, 2);

  degrees.splice(0, degrees.length, 70);
  const warm = await scriptedRun({ plan: smallPlan({ thermal: rules }), tools: { openGuard } });
  const given = warm.lines[1];
  assert.equal(given.kind === "note" && given.message, "70 degrees C after 1800 s, wanted 50");
});

Deno.test("a wall clock that is set back is noted and changes no time", async () => {
  const clock = virtualClock();
  const script = (_: unknown, fired: number): Answer =>
    fired === 2 ? { atEnd: () => clock.shiftWall(-3600e3) } : {};
  const { lines, responses } = await scriptedRun({ clock, script });
  const note = lines.findLast((line) => line.kind === "note")!;
  assert.equal(note.code, "wall-clock-moved");
  assert.match(note.message, /back by 3600\.0 s/);
  const sent = responses.map(({ sentNs }) => sentNs!);
  assert.deepEqual(sent, sent.toSorted((a, b) => a - b));
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

Deno.test("arrivals that are too many for memory lie on the disk until their lines do", async () => {
  const outputTokens = spilledBlockEvents + 3;
  const clock = virtualClock();
  const scripted = scriptedPrepare(clock, () => ({ endAfterNs: outputTokens }));
  const files = systemFiles();
  const lying: string[][] = [];
  const prepare: Prepare = async (target, spec, options) => {
    assert(options.spill);
    const request = await scripted(target, spec, options);
    const spill = new ArrivalSpill(options.spill);
    return {
      ...request,
      fire: async () => {
        const log = new ArrivalLog(outputTokens, spill);
        for (let token = 0; token < outputTokens; token++) log.add(1, 1);
        const exchange = await request.fire();
        await spill.settled();
        lying.push((await files.list(options.spill!.folder)).map(({ name }) => name));
        return { ...exchange, arrivals: log.arrivals() };
      },
    };
  };
  const { server } = smallPlan();
  const { responses, result } = await scriptedRun({
    clock,
    plan: smallPlan({ outputTokens, server: { ...server, contextPerSlotTokens: 32768 } }),
    tools: { prepare },
  });
  const spilled = (names: string[]) => names.filter((name) => name.startsWith("arrivals-")).length;
  assert.deepEqual(lying.map(spilled).slice(0, 3), [1, 1, 1], "those of earlier rounds are gone");
  for (const { arrivals } of responses) {
    assert.equal(arrivals.afterNs.length, outputTokens);
    assert.equal(arrivals.tokens!.length, outputTokens);
  }
  const left = (await files.list(`${result.folder}/data`)).map(({ name }) => name);
  assert.deepEqual(left, ["record.json", "responses.jsonl.gz"]);
});

Deno.test("two runs in one second have two folders", async () => {
  const { parent, result } = await scriptedRun();
  const files = systemFiles();
  const { newSession } = await import("../../lib/run/session.ts");
  const { identity } = await import("../runs/scripted_run.ts");
  const plan = smallPlan();
  const session = await newSession({
    files,
    clock: virtualClock(),
    parent,
    plan,
    identity,
    cells: [],
  });
  assert.equal(session.id, `${result.record.id}-2`);
  session.close();
});

Deno.test("the packed lines are the same bytes twice", async () => {
  const read = async () => {
    const { result } = await scriptedRun();
    assert.equal((await linesOf(result.folder)).length, 16);
    return await Deno.readFile(`${result.folder}/data/responses.jsonl.gz`);
  };
  const [one, two] = [await read(), await read()];
  assert.deepEqual(one, two);
  assert.deepEqual([...one.subarray(4, 10)], [0, 0, 0, 0, 2, 255], "no time and no system in it");
});

Deno.test("what a server says in words is kept without folders", async () => {
  const message = "cannot open /home/jane/models/big.gguf";
  const script = (_: unknown, fired: number): Answer =>
    fired === 2 ? { with: { error: { code: "error-event", message }, finalEventNs: null } } : {};
  const routes = {
    ...scriptedServer("x").routes,
    health: () => Promise.reject(new Error("no /home/jane/socket")),
  };
  const { result, responses } = await scriptedRun({ script, server: { routes } });
  assert.equal(responses[1].error!.message, "cannot open big.gguf");
  assert(!JSON.stringify(result.record).includes("/home"));
  assert(JSON.stringify(result.record.scenarios).includes("no socket"));
});
