import assert from "node:assert/strict";
import { join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { coreTable } from "../../lib/present/record_table.ts";
import type { Plan } from "../../lib/record/plan.ts";
import { judgeResponse, type ResponseVerdict } from "../../lib/record/validity.ts";
import { loadRun } from "../../lib/summarize/load_run.ts";
import { matchScenarios } from "../../lib/summarize/match_scenarios.ts";
import { lmStudioLike, ollamaLike, type OtherServer, vllmLike } from "../runs/other_server.ts";
import { startRun } from "../runs/run_command.ts";
import { smallPlan } from "../runs/scripted_run.ts";

const PROMPTS = [120, 400];

/** Runs a plan for another server by the command line and tells what came of it. */
async function command(server: OtherServer, changes: Partial<Plan> = {}, more: string[] = []) {
  const parent = await Deno.makeTempDir();
  try {
    const plan = smallPlan({ promptTokens: PROMPTS, pinSlots: false, ...changes });
    const run = await startRun(parent, plan, { url: server.url, modelFile: "none/q.gguf" }, more);
    const { code, said } = await run.ended;
    const [name] = (await Array.fromAsync(Deno.readDir(parent))).map(({ name }) => name);
    const load = async (folder: string) => {
      const { record, scenarios, summary } = await loadRun(folder);
      const lines = await Array.fromAsync((await loadRecord(folder)).lines());
      return { record, scenarios, summary, lines };
    };
    return { code, said, found: name === undefined ? null : await load(join(parent, name)) };
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

/** The record of a campaign that every scenario of completed. */
async function campaign(server: OtherServer, changes: Partial<Plan>) {
  const { code, said, found } = await command(server, changes);
  assert.equal(code, 0, said);
  const { record, scenarios, summary, lines } = found!;
  const responses = lines.filter((line) => line.kind === "response");
  assert.equal(record.state.kind, "completed");
  assert.equal(record.totals.valid, 0);
  assert.deepEqual(summary.scenarios.map(({ status }) => status), Array(4).fill("unverified"));
  assert.deepEqual(summary.attempts, []);
  // with that word they have a table and effects of their own, and share none
  assert.equal(coreTable(summary, "en").rows.length, 0);
  assert.equal(coreTable(summary, "en", "unverified").rows.length, 4);
  assert.deepEqual(new Set(summary.effects.map(({ status }) => status)), new Set(["unverified"]));
  const run = { record, scenarios };
  assert.deepEqual(matchScenarios([run], [run]).pairs, [], "none is compared");
  return { said, record, summary, lines, responses };
}

const unknown = (response: Parameters<typeof judgeResponse>[0]) => {
  const verdict: ResponseVerdict = judgeResponse(response);
  return verdict.status === "unverified" ? verdict.unknown : verdict.status;
};

Deno.test("vLLM's tokenizer makes exact prompts, and its cache is not told", async () => {
  await using server = vllmLike();
  const { said, record, responses } = await campaign(server, { endpoint: "/v1/completions" });
  assert.deepEqual([record.engine.name, record.engine.version], ["vllm", "0.11.0"]);
  assert.deepEqual(record.servers[0].checks[0].found, "Qwen3-8B");
  for (const response of responses) {
    assert.deepEqual(unknown(response), ["truncated", "cache"]);
    assert.deepEqual(response.asked.promptLength, undefined);
    assert.equal(response.tokens.evaluated, response.asked.promptTokens);
  }
  const prompts = server.asked.map(({ body }) => body.prompt as number[]);
  assert.equal(prompts.length, responses.length, "nothing is sent beforehand");
  assert.deepEqual(new Set(prompts.map(({ length }) => length)), new Set(PROMPTS));
  const starts = prompts.map((prompt) => prompt.slice(0, 8).join());
  assert.equal(new Set(starts).size, starts.length, "no two prompts begin alike");
  assert.match(said, /Not verified: that nothing comes from a cache/);
  assert.match(said, /Not verified: that the server is idle/);
  assert.doesNotMatch(said, /estimates/);
});

Deno.test("vLLM counts a chat's tokens, so that they are exact too", async () => {
  await using server = vllmLike();
  const { responses } = await campaign(server, { endpoint: "/v1/chat/completions" });
  for (const { asked, tokens } of responses) {
    assert.deepEqual([asked.promptLength, tokens.evaluated], [undefined, asked.promptTokens]);
  }
});

Deno.test("a prompt of token ids that the server counts otherwise stays invalid", async () => {
  await using server = vllmLike({ miscount: 1 });
  const { code, said, found } = await command(server, { endpoint: "/v1/completions" });
  assert.equal(code, 1, said);
  assert.deepEqual(
    found!.record.scenarios.map(({ status }) => status),
    Array(4).fill("stopped-in-warmup"),
  );
  const response = found!.lines.find((line) => line.kind === "response")!;
  assert.deepEqual(judgeResponse(response), { status: "invalid", reasons: ["prompt-count"] });
});

Deno.test("Ollama gets prompts of estimated length, measured on it beforehand", async () => {
  await using server = ollamaLike();
  const { said, record, summary, lines, responses } = await campaign(server, {
    endpoint: "/v1/chat/completions",
    models: [{ ...smallPlan().models[0], name: "qwen3:8b" }],
  });
  assert.deepEqual([record.engine.name, record.engine.version], ["ollama", "0.12.3"]);
  assert(server.asked.every(({ body }) => body.model === "qwen3:8b"));
  const probes = server.asked.filter(({ body }) => body.max_tokens === 1);
  assert(probes.length >= 2 && probes.length <= 8, `${probes.length} prompts beforehand`);
  assert.equal(server.asked.length, probes.length + responses.length);

  for (const response of responses) {
    const { asked, tokens } = response;
    assert.equal(asked.promptLength, "estimated");
    assert(Math.abs(tokens.evaluated! - asked.promptTokens) <= 0.05 * asked.promptTokens);
    const missed = tokens.evaluated === asked.promptTokens ? [] : ["prompt-count"];
    assert.deepEqual(unknown(response), ["truncated", ...missed, "cache"]);
  }
  assert(responses.some(({ asked, tokens }) => tokens.evaluated !== asked.promptTokens));
  assert.match(said, /their lengths are estimates/);
  const note = lines.find((line) => line.kind === "note" && line.code === "prompt-text")!;
  assert.match(
    note.kind === "note" ? note.message : "",
    /120 tokens as \d+ characters \(the server counted/,
  );

  const counted = responses.filter(({ scenario, phase }) =>
    scenario === summary.scenarios[0].facts.id && phase === "measured"
  ).map(({ tokens }) => tokens.evaluated!);
  const shown = summary.scenarios[0].notes.find(({ code }) => code === "prompt-estimated")!;
  assert.match(
    shown.message,
    new RegExp(`${Math.min(...counted)} to ${Math.max(...counted)} counted`),
  );
});

Deno.test("LM Studio counts nothing: times are kept, and what is not told is null", async () => {
  await using server = lmStudioLike();
  const { said, responses, summary } = await campaign(server, {
    endpoint: "/v1/chat/completions",
  });
  for (const response of responses) {
    assert.deepEqual(response.tokens, {
      contentEvents: 3,
      predicted: null,
      evaluated: null,
      processed: null,
      cached: null,
    });
    assert.deepEqual(unknown(response), ["token-count", "truncated", "prompt-count", "cache"]);
    assert.equal(response.asked.promptLength, "estimated");
  }
  // a length that nobody counts is tried once, and taken by the stated ratio
  assert.equal(server.asked.length, responses.length + PROMPTS.length);
  const characters = server.asked.map(({ body }) => body.messages![0].content.length);
  assert.deepEqual(new Set(characters), new Set(PROMPTS.map((tokens) => 4 * tokens)));
  assert(summary.scenarios.every(({ headline }) => headline.throughput.value === null));
  assert(summary.scenarios.every(({ headline }) => headline.ttft.median! > 0));
  assert.match(said, /Not verified: .*slots/);
});

Deno.test("a failed response of a server without /health ends nothing", async () => {
  await using server = ollamaLike({ fails: (answer) => answer === 1 });
  const { found } = await command(server, {
    endpoint: "/v1/completions",
    promptTokens: [120],
    models: [{ ...smallPlan().models[0], name: "llama3.2:1b" }],
  });
  assert.equal(found!.record.state.kind, "completed");
  assert.deepEqual(found!.record.scenarios.map(({ status }) => status).sort(), [
    "completed",
    "partial",
  ]);
});

Deno.test("a model that the server does not list is told with those that it lists", async () => {
  await using server = ollamaLike();
  const { code, said, found } = await command(server, { endpoint: "/v1/chat/completions" });
  assert.deepEqual([code, found], [1, null]);
  assert.match(said, /lists 2 models, and none .* one of them: qwen3:8b, llama3\.2:1b/s);
  assert.equal(server.asked.length, 0);
});

Deno.test("llama-server's own endpoint is refused where there is none", async () => {
  await using server = lmStudioLike();
  const { code, said, found } = await command(server);
  assert.deepEqual([code, found], [1, null]);
  assert.match(said, /Cannot make prompts for \/completion.*"\/v1\/completions" or/s);
});

Deno.test("a dry run says what the server does not tell, and generates nothing", async () => {
  await using server = ollamaLike();
  const parent = await Deno.makeTempDir();
  const file = join(parent, "ollama.json");
  try {
    const models = [{ ...smallPlan().models[0], name: "qwen3:8b" }];
    await Deno.writeTextFile(
      file,
      JSON.stringify(smallPlan({ endpoint: "/v1/chat/completions", models })),
    );
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "lib/cli.ts", "run", file, "--url", server.url, "--dry-run"],
    }).output();
    const said = new TextDecoder().decode(stdout);
    assert(success, new TextDecoder().decode(stderr));
    assert.match(said, /tiny-cycle: ollama 0\.12\.3, whose model is qwen3:8b/);
    assert.match(said, /their lengths are estimates/);
    assert.match(said, /Responses will be unverified/);
    assert.equal(server.asked.length, 0);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
});
