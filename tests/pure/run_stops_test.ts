import assert from "node:assert/strict";
import { createStopSwitch } from "../../lib/run/stop.ts";
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
