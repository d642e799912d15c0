import assert from "node:assert/strict";
import { loadRecord } from "../../lib/archive/load.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import type { Line, Response } from "../../lib/record/response.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { pollJson } from "../../lib/run/client/poll.ts";
import type { CampaignResult } from "../../lib/run/campaign.ts";
import { twoWitnesses } from "../../lib/summarize/witnesses.ts";
import { engineOrSkip } from "../parts/engine.ts";
import { quickPlan, type RealRun, realRun, signalServer, untilAtWork } from "../runs/real_run.ts";

const engine = await engineOrSkip();

/** A test with a run on the real server, its record in a folder that goes away. */
function realTest(
  name: string,
  test: (run: (run: Omit<RealRun, "parent">) => Promise<Ran>) => Promise<void>,
) {
  Deno.test({
    name,
    ignore: !engine.ready,
    fn: async () => {
      const parent = await Deno.makeTempDir();
      try {
        await test(async (run) => {
          if (!engine.ready) throw new Error(engine.reason);
          const result = await realRun(engine, { ...run, parent });
          assert.equal(result.sealed, true);
          const { lines } = await loadRecord(result.folder);
          const all = await Array.fromAsync(lines());
          return {
            ...result,
            lines: all,
            responses: all.filter((line) => line.kind === "response"),
          };
        });
      } finally {
        await Deno.remove(parent, { recursive: true });
      }
    },
  });
}

type Ran = CampaignResult & { lines: Line[]; responses: Response[] };

const statuses = ({ record }: Ran) =>
  record.scenarios.map(({ status, roundsCompleted }) => `${status} ${roundsCompleted}`);
const stoppedBy = ({ record: { state } }: Ran) => state.kind === "stopped" ? state.by : state.kind;
const errors = (
  { responses }: Ran,
) => [...new Set(responses.map(({ error }) => error?.code ?? ""))];

realTest("a campaign by each method: every response is valid", async (run) => {
  const full = await run({ plan: quickPlan() });
  assert.deepEqual(statuses(full), ["completed 2", "completed 2"]);
  assert.deepEqual(full.record.totals, { responses: 15, valid: 15, rounds: 6 });
  for (const response of full.responses) {
    assert.deepEqual(response.tokens.evaluated, 64);
    assert(response.connectedNs! <= response.scheduledNs, "connected before the barrier");
    assert(response.sentNs! >= response.scheduledNs);
  }
  const scenarios = await readScenarios(full.record, full.lines);
  for (const scenario of scenarios) {
    assert(scenario.status === "completed");
    // two witnesses: the server's own counters grew by what the responses say
    assert.deepEqual(twoWitnesses(scenario).counts.map(({ verdict }) => verdict), [
      "agree",
      "agree",
    ]);
  }
  const historical = await run({
    plan: quickPlan({ warmup: "one-request", method: "historical", measuredRounds: 3 }),
  });
  assert.deepEqual(statuses(historical), ["completed 3", "completed 3"]);
  assert.equal(historical.record.totals.valid, 1 + 3 + 1 + 12);
});

realTest("what an OpenAI-style endpoint does not tell makes responses unverified", async (run) => {
  for (const endpoint of ["/v1/completions", "/v1/chat/completions"] as const) {
    const ran = await run({ plan: quickPlan({ endpoint, pinSlots: false, concurrency: [2] }) });
    const verdicts = new Set(ran.responses.map((response) => judgeResponse(response).status));
    assert.deepEqual([...verdicts], ["unverified"], endpoint);
    assert.deepEqual(ran.responses.map(({ tokens }) => tokens.evaluated), Array(6).fill(64));
    assert.deepEqual(statuses(ran), ["completed 2"]);
    assert.deepEqual(ran.record.totals, { responses: 6, valid: 0, rounds: 3 });
  }
});

realTest("the server is killed before the first token", async (run) => {
  const ran = await run({
    plan: quickPlan({ promptTokens: [8192], concurrency: [1], outputTokens: 256 }),
    on: async (event, { server }) => {
      if (event.kind !== "round-started" || event.phase !== "measured") return;
      await untilAtWork(server, { requests: 1, tokens: 0 });
      signalServer(server, "SIGKILL");
    },
  });
  assert.equal(stoppedBy(ran), "engine");
  assert.deepEqual(statuses(ran), ["partial 0"]);
  const last = ran.responses.at(-1)!;
  assert.equal(last.firstTokenNs, null);
  assert.match(last.error!.code, /^connection-(lost|reset)$/);
});

realTest("the server is killed in mid-stream", async (run) => {
  const ran = await run({
    plan: quickPlan({ outputTokens: 3000, promptTokens: [64, 65], concurrency: [2] }),
    on: async (event, { server }) => {
      if (event.kind !== "round-started" || event.phase !== "measured") return;
      await untilAtWork(server, { requests: 2, tokens: 50 });
      signalServer(server, "SIGKILL");
    },
  });
  assert.equal(stoppedBy(ran), "engine");
  assert.deepEqual(statuses(ran), ["partial 0", "not-started 0"]);
  const cut = ran.responses.slice(-2);
  for (const { firstTokenNs, finalEventNs, error } of cut) {
    assert(firstTokenNs !== null);
    assert.equal(finalEventNs, null);
    assert.match(error!.code, /^connection-(lost|reset)$/);
  }
});

realTest("the server is killed between rounds", async (run) => {
  const ran = await run({
    plan: quickPlan({ concurrency: [1], measuredRounds: 5 }),
    on: (event, { server }) => {
      if (event.kind === "round-ended" && event.round === 2) signalServer(server, "SIGKILL");
    },
  });
  assert.equal(stoppedBy(ran), "engine");
  const [{ status, roundsCompleted }] = ran.record.scenarios;
  assert.equal(status, "partial");
  assert(roundsCompleted >= 2 && roundsCompleted < 5);
});

realTest("a hung server is given up", async (run) => {
  const plan = quickPlan({ outputTokens: 3000, concurrency: [2] });
  const ran = await run({
    plan: { ...plan, limits: { ...plan.limits, silenceSeconds: 2 } },
    on: async (event, { server }) => {
      if (event.kind !== "round-started" || event.phase !== "measured") return;
      await untilAtWork(server, { requests: 2, tokens: 1 });
      signalServer(server, "SIGSTOP");
    },
  });
  assert.equal(stoppedBy(ran), "engine");
  assert(errors(ran).includes("silence"));
});

realTest("a round is abandoned on the user's word, and the record says so", async (run) => {
  const ran = await run({
    plan: quickPlan({ outputTokens: 3000, concurrency: [2] }),
    on: async (event, { stop, server }) => {
      if (event.kind !== "round-started" || event.phase !== "measured") return;
      await untilAtWork(server, { requests: 2, tokens: 1 });
      stop.stop("user", "Stopped with Ctrl-C", "at-once");
    },
  });
  assert.equal(stoppedBy(ran), "user");
  assert.deepEqual(errors(ran), ["", "abandoned"]);
  assert.deepEqual(statuses(ran), ["partial 0"]);
});

Deno.test({
  name: "a server that is not set up as planned is not measured, and leaves no record",
  ignore: !engine.ready,
  fn: async () => {
    if (!engine.ready) return;
    const parent = await Deno.makeTempDir();
    const plan = quickPlan();
    // the server rounds a context up to its own step
    const server = { ...plan.server, contextPerSlotTokens: 700 };
    await assert.rejects(
      realRun(engine, { parent, plan: { ...plan, server } }),
      /contextPerSlotTokens is 768 \(\/props .*\), planned 700/,
    );
    assert.deepEqual(await Array.fromAsync(Deno.readDir(parent)), []);
    await Deno.remove(parent);
  },
});

realTest("a round does not begin beside the request of somebody else", async (run) => {
  let other: Promise<unknown> = Promise.resolve();
  const ran = await run({
    plan: quickPlan({ concurrency: [1], measuredRounds: 2 }),
    on: (event, { server }) => {
      if (event.kind !== "round-started" || event.phase !== "warmup") return;
      const body = { prompt: [5, 6, 7], n_predict: 2000, ignore_eos: true };
      other = pollJson(server.target, "/completion", { body, timeoutMs: 60_000 });
    },
  });
  await other;
  assert.deepEqual(statuses(ran), ["completed 2"]);
  // the server counts a request at its end: the other one's tokens before the measured rounds
  const counted = ran.lines.flatMap((line) =>
    line.kind === "counters" ? line.predictedTokens! : []
  );
  assert.deepEqual(counted, [2032, 2032 + 2 * 32]);
});

realTest("a short soak lasts at least its time", async (run) => {
  const plan = quickPlan({ concurrency: [4], soak: { minimumSeconds: 3 } });
  const ran = await run({ plan });
  assert.match(statuses(ran)[0], /^completed/);
  const measured = ran.responses.filter(({ phase }) => phase === "measured");
  const start = Math.min(...measured.map(({ sentNs }) => sentNs!));
  const end = Math.max(...measured.map(({ finalEventNs }) => finalEventNs!));
  assert(end - start >= 3e9);
});
