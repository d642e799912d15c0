import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { systemFiles } from "../../lib/base/file_system.ts";
import { freePort } from "../../lib/engine/free_port.ts";
import { readServerHelp } from "../../lib/engine/server_help.ts";
import { serverArguments } from "../../lib/engine/start_server.ts";
import { freezePlan } from "../../lib/plan/freeze.ts";
import { fixedBeforehand } from "../../lib/present/record_facts.ts";
import { planSchema } from "../../lib/record/plan.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import { engineOrSkip } from "../parts/engine.ts";
import { quickPlan } from "../runs/real_run.ts";
import { startRun } from "../runs/run_command.ts";
import { splitGguf } from "../runs/split_gguf.ts";

const engine = await engineOrSkip();

function processTest(
  name: string,
  test: (parent: string, parts: Extract<typeof engine, { ready: true }>) => Promise<void>,
) {
  Deno.test({
    name,
    ignore: !engine.ready,
    fn: async () => {
      if (!engine.ready) return;
      const parent = await Deno.makeTempDir();
      try {
        await test(parent, engine);
      } finally {
        await Deno.remove(parent, { recursive: true });
      }
    },
  });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const measuring = (event: ProgressEvent) =>
  event.kind === "round-started" && event.phase === "measured" && event.round === 2;

async function onlyRecord(parent: string): Promise<string> {
  const names = (await Array.fromAsync(Deno.readDir(parent))).map(({ name }) => name);
  assert.equal(names.length, 1, names.join(", "));
  return join(parent, names[0]);
}

async function load(folder: string) {
  const { record, lines } = await loadRecord(folder);
  return { record, lines: await Array.fromAsync(lines()) };
}

processTest("Ctrl-C finishes the round, seals and exits 130", async (parent, parts) => {
  // however late the signal comes on a loaded machine, there are rounds left
  const plan = quickPlan({ outputTokens: 400, measuredRounds: 20 });
  const run = await startRun(parent, plan, parts);
  await run.until(measuring);
  run.signal("SIGINT");
  const { code, said } = await run.ended;
  assert.equal(code, 130, said);
  const { record, lines } = await load(await onlyRecord(parent));
  assert.equal(record.state.kind === "stopped" && record.state.by, "user");
  assert.equal(record.scenarios[0].reason, "Stopped with Ctrl-C");
  assert.deepEqual(lines.filter((line) => line.kind === "round" && line.state === "abandoned"), []);
});

processTest(
  "Ctrl-C abandons the round when told to, or when it comes twice",
  async (parent, parts) => {
    for (const more of [["--on-interrupt", "abandon"], []]) {
      const plan = quickPlan({ outputTokens: 5000, warmup: "one-request", concurrency: [4] });
      const run = await startRun(parent, plan, parts, more);
      await run.until(({ kind }) => kind === "round-started");
      await pause(300); // the event comes before the barrier
      run.signal("SIGINT");
      if (more.length === 0) {
        await pause(100);
        run.signal("SIGINT");
      }
      const { code } = await run.ended;
      assert.equal(code, 130);
      const folder = await onlyRecord(parent);
      const { record, lines } = await load(folder);
      const last = lines.at(-1)!;
      assert.equal(last.kind === "round" && last.state, "abandoned");
      assert.equal(record.scenarios[0].status, "stopped-in-warmup");
      assert.equal(record.scenarios[0].reason, "Stopped with Ctrl-C");
      await Deno.remove(folder, { recursive: true });
    }
  },
);

processTest("a killed run is gone on with, in its own folder", async (parent, parts) => {
  const rounds = { outputTokens: 200, measuredRounds: 20 };
  const plan = quickPlan({ promptTokens: [64, 65], concurrency: [1], ...rounds });
  const first = await startRun(parent, plan, parts);
  await first.until(measuring);
  first.signal("SIGKILL");
  await first.ended;
  const folder = await onlyRecord(parent);
  await assert.rejects(loadRecord(folder), /not sealed/);

  const second = await startRun(parent, plan, parts, ["--resume", folder]);
  const { code, said } = await second.ended;
  assert.equal(code, 1, "not every scenario is completed");
  assert.match(said, /1 of 2 scenarios are not completed/);
  const { record } = await load(folder);
  assert.deepEqual(record.scenarios.map(({ status, resumed }) => [status, resumed]), [
    ["partial", false],
    ["completed", true],
  ]);
  assert.equal(record.servers.length, 2);

  const third = await startRun(parent, plan, parts, ["--resume", folder]);
  const refused = await third.ended;
  assert.equal(refused.code, 1);
  assert.match(refused.said, /it is sealed\. A sealed record is never touched/);
});

processTest(
  "what changed since a plan was frozen is said loudly, and kept",
  async (parent, parts) => {
    // as startRun writes it
    const planFile = join(parent, "..", `${parent.split("/").at(-1)}.json`);
    const lockFile = planFile.replace(/json$/, "lock.json");
    const plan = quickPlan({ concurrency: [1], outputTokens: 8, measuredRounds: 1 });
    try {
      const frozen = { ...plan, models: [{ ...plan.models[0], file: basename(parts.modelFile) }] };
      const lock = { files: systemFiles(), wallMs: Date.now() };
      await freezePlan(planSchema.parse(frozen), planFile, lock);

      const unchanged = await (await startRun(parent, plan, parts)).ended;
      assert.equal(unchanged.code, 0, unchanged.said);
      assert.match(unchanged.said, /Frozen since \S+, unchanged\./);
      const folder = await onlyRecord(parent);
      assert.deepEqual((await load(folder)).record.frozen!.changed, []);
      await Deno.remove(folder, { recursive: true });

      const warmer = {
        ...plan.thermal!,
        criteria: { ...plan.thermal!.criteria, maximumCelsius: 90 },
      };
      const changed = await (await startRun(parent, { ...plan, thermal: warmer }, parts)).ended;
      assert.match(
        changed.said,
        /WARNING: changed since the plan was frozen on \S+: the plan, the cooling criteria\./,
      );
      const { record } = await load(await onlyRecord(parent));
      assert.deepEqual(record.frozen!.changed, ["plan", "cooling"]);
      assert.equal(fixedBeforehand(record.frozen, "en"), "frozen, but changed: plan, cooling");
      assert.equal(fixedBeforehand(null, "en"), "not frozen");
    } finally {
      for (const file of [planFile, lockFile]) await Deno.remove(file).catch(() => {});
    }
  },
);

processTest(
  "a server that runs already: its key from the environment only, what it does not tell unverified",
  async (parent, { program, modelFile }) => {
    const key = "k-8hW2-very-secret";
    const plan = quickPlan({ concurrency: [1], outputTokens: 8, measuredRounds: 1 });
    const port = freePort()!;
    const args = serverArguments(modelFile, port, plan.server, await readServerHelp(program.path));
    const server = new Deno.Command(program.path, {
      args: [...args, "--api-key", key],
      stdout: "null",
      stderr: "null",
    }).spawn();
    const url = `http://127.0.0.1:${port}`;
    const attach = async (env: Record<string, string>) => {
      const run = await startRun(parent, plan, { url, modelFile }, [], env);
      return await run.ended;
    };
    try {
      const ready = () =>
        fetch(`${url}/health`).then(({ ok, body }) => body?.cancel().then(() => ok));
      while (!await ready().catch(() => false)) await pause(50);
      const refused = await attach({});
      assert.equal(refused.code, 1);
      assert.match(refused.said, /it wants an API key.*COREBOOK_API_KEY/);
      assert.deepEqual(await Array.fromAsync(Deno.readDir(parent)), []);

      const { code, said } = await attach({ COREBOOK_API_KEY: key });
      assert.equal(code, 0, said);
      assert.match(said, /Not verified: .*batch/);
      const folder = await onlyRecord(parent);
      const { record, lines } = await load(folder);
      assert.equal(record.engine.obtained, "url");
      assert.equal(record.totals.valid, record.totals.responses);
      const told = record.servers[0].checks.filter(({ verdict }) => verdict === "equal");
      assert(told.some(({ setting }) => setting === "slots"));
      assert(!JSON.stringify([record, lines, said]).includes(key), "the key stands nowhere");
    } finally {
      server.kill("SIGKILL");
      await server.status;
    }
  },
);

processTest("a model that is split is measured from its first part", async (parent, parts) => {
  const models = await Deno.makeTempDir();
  try {
    const pieces = splitGguf(await Deno.readFile(parts.modelFile));
    const names = ["big-00001-of-00002.gguf", "big-00002-of-00002.gguf"];
    for (const [at, name] of names.entries()) await Deno.writeFile(join(models, name), pieces[at]);
    const plan = quickPlan({ concurrency: [1], outputTokens: 8, measuredRounds: 1 });
    // the plan names one file, as it would where the model is not split
    const modelFile = join(models, "big.gguf");
    const { code, said } = await (await startRun(parent, plan, { ...parts, modelFile })).ended;
    assert.equal(code, 0, said);
    const [model] = (await load(await onlyRecord(parent))).record.models;
    assert.equal(model.file, names[0]);
    assert.equal(model.bytes, pieces[0].length + pieces[1].length);
    assert.deepEqual(model.parts!.map(({ file }) => file), names);
  } finally {
    await Deno.remove(models, { recursive: true });
  }
});

Deno.test("a server that is still loading its model is not measured, and is told as such", async () => {
  await using loading = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    () => Response.json({ error: { code: 503, message: "Loading model" } }, { status: 503 }),
  );
  const parent = await Deno.makeTempDir();
  const url = `http://127.0.0.1:${loading.addr.port}`;
  const run = await startRun(parent, quickPlan(), { url, modelFile: "/none.gguf" });
  const { code, said } = await run.ended;
  assert.equal(code, 1);
  assert.match(said, /it is not ready\. Wait until its model is loaded\./);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(parent)), []);
  await Deno.remove(parent);
});

processTest(
  "a missing server, model or plan is one sentence, and leaves nothing",
  async (parent, parts) => {
    const plan = quickPlan();
    const cases: [string[], RegExp][] = [
      [["--server", "/no/llama-server"], /Cannot use \/no\/llama-server as llama-server/],
      [["--models", "/no"], /Cannot measure tiny-cycle: there is no other\.gguf in \/no/],
    ];
    for (const [more, sentence] of cases) {
      const run = await startRun(parent, quickPlan({ ...plan, models: [{ ...plan.models[0] }] }), {
        ...parts,
        modelFile: more[0] === "--models" ? "/elsewhere/other.gguf" : parts.modelFile,
      }, more);
      const { code, said } = await run.ended;
      assert.equal(code, 1);
      assert.match(said, sentence);
      assert(!said.includes("    at "), "no stack");
    }
    const dead = await startRun(parent, plan, parts, []);
    dead.signal("SIGKILL");
    await dead.ended;
    assert.deepEqual(await Array.fromAsync(Deno.readDir(parent)), []);
  },
);
