import assert from "node:assert/strict";
import { join } from "node:path";
import { systemClock } from "../../lib/base/clock.ts";
import { UserError } from "../../lib/base/errors.ts";
import { calibrateClient } from "../../lib/cli/calibrate_client.ts";
import { startSimulator } from "../../lib/cli/start_simulator.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import { calibrationSchema } from "../../lib/record/calibration.ts";
import { truthLineSchema } from "../../lib/record/truth.ts";
import { prepareRequest } from "../../lib/run/client/request.ts";
import { serverRoutes } from "../../lib/run/server_routes.ts";

const { server: settings } = await loadPlan("core-1.1-tiny");
const clock = systemClock();
const request = async (url: string, slot: number) => {
  const target = { url, apiKey: null };
  const tokenizer = await serverRoutes(target).tokenizer();
  const promptIds = await tokenizer!.tokenize("a red kite drifted over the harbour");
  const prepared = await prepareRequest(target, {
    endpoint: "/completion",
    model: null,
    promptIds,
    promptText: null,
    outputTokens: 40,
    slot,
  }, { clock, limits: { responseSeconds: 20, silenceSeconds: 20 } });
  return await prepared.fire();
};

Deno.test("the simulator in its own process logs what it sent, and dies when it is told to", async () => {
  const folder = await Deno.makeTempDir();
  const truth = join(folder, "truth.jsonl");
  const faults = join(folder, "faults.json");
  await Deno.writeTextFile(faults, '[{"request": 2, "kind": "exit", "afterTokens": 5}]');
  const server = await startSimulator({
    profile: "quick",
    model: "tiny",
    settings,
    faults,
    truth,
    clock,
  });
  try {
    assert.equal(server.engine.name, "corebook-simulator");
    const { checks, props } = server.description;
    assert.match(String(props!.build_info), /^corebook-simulator /);
    assert.deepEqual(
      checks.filter(({ verdict }) => verdict === "equal").map(({ setting }) => setting),
      ["slots", "contextPerSlotTokens"],
    );
    assert(checks.every(({ verdict }) => verdict !== "different"));

    const first = await request(server.url, 3);
    assert.equal(first.error, null);
    const second = await request(server.url, 1);
    assert.match(second.error!.code, /^connection-(lost|reset)$/);
    assert.equal(await server.exited, "The simulator ended with status 1.");

    const lines = (await Deno.readTextFile(truth)).trim().split("\n")
      .map((line) => truthLineSchema.parse(JSON.parse(line)));
    assert.deepEqual(lines.map(({ request, slot }) => [request, slot]), [[1, 3]]);
    assert.equal(lines[0].sentAfterNs.length, first.arrivals.afterNs.length);
  } finally {
    await server.stop();
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a simulator that cannot start says why", async () => {
  const start = startSimulator({ profile: "no-such", model: "tiny", settings, clock });
  await assert.rejects(start, (error) => {
    assert(error instanceof UserError);
    assert.match(error.message, /there is no profile no-such/);
    return true;
  });
});

Deno.test("a calibration has every figure that a record keeps", async () => {
  const asked = { concurrency: 2, promptTokens: 100, outputTokens: 16, gapMs: 2, rounds: 2 };
  const signal = new AbortController().signal;
  const calibration = calibrationSchema.parse(await calibrateClient(asked, { clock, signal }));
  assert.deepEqual(calibration.asked, {
    concurrency: 2,
    promptTokens: 100,
    outputTokens: 16,
    gapNs: 2e6,
    rounds: 2,
  });
  assert.equal(calibration.ttftError.n, 4);
  assert.equal(calibration.barrierSpread!.n, 2);
  assert(calibration.responseTimeError.medianNs > 0, "the client cannot be ahead of the server");
});
