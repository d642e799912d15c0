import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { systemClock } from "../../lib/base/clock.ts";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { attachServer } from "../../lib/engine/attach_server.ts";
import type { EngineServer } from "../../lib/engine/engine_server.ts";
import { type ServerStart, startServer } from "../../lib/engine/start_server.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import type { SettingCheck } from "../../lib/record/record.ts";
import { engineOrSkip } from "../parts/engine.ts";

const engine = await engineOrSkip();
const { server: settings } = await loadPlan("core-1.1-tiny");

/** A test with a real engine and a folder of its own. */
function real(name: string, test: (tools: Tools) => Promise<void>): void {
  Deno.test({
    name,
    ignore: !engine.ready,
    fn: async () => {
      assert(engine.ready);
      const folder = await Deno.makeTempDir();
      try {
        await test({
          folder,
          start: (change) =>
            startServer({
              program: engine.program,
              model: "tiny-cycle",
              modelFile: engine.modelFile,
              settings,
              clock: systemClock(),
              startSeconds: 30,
              ...change,
            }),
          // a llama-server that does as it is told, and then some
          wilful: async (script) => {
            const path = join(folder, `wilful-${crypto.randomUUID()}`);
            const asked = `case "$1" in --help|--version) exec "$real" "$@";; esac`;
            const text = `#!/bin/sh\nreal='${engine.program.path}'\n${asked}\n${script}\n`;
            await Deno.writeTextFile(path, text);
            await Deno.chmod(path, 0o755);
            return { ...engine.program, path };
          },
        });
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}

interface Tools {
  folder: string;
  start(change?: Partial<ServerStart>): Promise<EngineServer>;
  wilful(script: string): Promise<ServerStart["program"]>;
}

const byVerdict = (checks: SettingCheck[], verdict: string) =>
  checks.filter((check) => check.verdict === verdict).map(({ setting }) => setting);

async function get(url: string): Promise<number> {
  const answer = await fetch(url);
  await answer.body?.cancel();
  return answer.status;
}

real(
  "CORE-1.1's settings are read back equal from a server with the tiny model",
  async ({ start }) => {
    const server = await start();
    try {
      const { checks, props, environment, startedNs, readyNs } = server.description;
      assert.deepEqual(byVerdict(checks, "different"), []);
      assert.deepEqual(byVerdict(checks, "unverified"), ["lazyLoading", "contextShift"]);
      assert.equal(byVerdict(checks, "equal").length, 12);
      assert.match(server.engine.build!, /^b\d+/);
      assert.equal(props!.model_path, "tiny-cycle.gguf");
      assert.equal(environment.OMP_WAIT_POLICY, "passive");
      assert(startedNs! < readyNs!);
      assert.equal(await get(`${server.url}/health`), 200);
      const answer = await fetch(`${server.url}/completion`, {
        method: "POST",
        body: JSON.stringify({ prompt: "Once upon", n_predict: 8, temperature: 0 }),
      });
      assert.equal((await answer.json()).content, " a time there lived one small grey llama");
    } finally {
      await server.stop();
    }
    assert.match(await server.exited, /^llama-server ended with status 0\.$/);
    await assert.rejects(get(`${server.url}/health`));
  },
);

real("a server with another context or other slots is found out", async ({ start, wilful }) => {
  const program = await wilful(`exec "$real" "$@" -c 8192 -np 2`);
  const server = await start({ program });
  try {
    assert.deepEqual(byVerdict(server.description.checks, "different"), [
      "slots",
      "contextPerSlotTokens",
    ]);
    const [slots, context] = server.description.checks;
    assert.deepEqual([slots.planned, slots.found], [4, 2]);
    assert.deepEqual([context.planned, context.found], [8704, 4096]);
  } finally {
    await server.stop();
  }
});

real("variables that llama-server reads do not change its settings", async ({ folder }) => {
  const [{ props }] = JSON.parse(await kept(folder, {}, { LLAMA_ARG_N_PREDICT: "5" }));
  assert.equal(props.default_generation_settings.params.n_predict, -1);
});

real("a server that cannot start is told in a sentence", async ({ start, wilful, folder }) => {
  const fails = async (message: RegExp, change: Partial<ServerStart>) => {
    await assert.rejects(start(change), { name: "UserError", message });
  };
  const at = (name: string) => join(folder, name);
  await fails(/^Cannot use no\.gguf as a model: there is no file/, { modelFile: at("no.gguf") });
  await Deno.writeTextFile(at("text.gguf"), "hello");
  await fails(/it is not a GGUF file/, { modelFile: at("text.gguf") });

  const whole = await Deno.readFile(engine.ready ? engine.modelFile : "");
  await Deno.writeFile(at("cut.gguf"), whole.subarray(0, whole.length - 1000));
  await fails(
    /^Cannot start llama-server: llama-server ended with status 1 while it loaded cut\.gguf and said ".*data is not within the file bounds/,
    { modelFile: at("cut.gguf") },
  );

  using taken = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await fails(new RegExp(`port ${taken.addr.port} of 127\\.0\\.0\\.1 is taken`), {
    port: taken.addr.port,
  });
  await fails(/this build does not know the flag --nonsense\./, {
    program: await wilful(`exec "$real" "$@" --nonsense`),
  });
  await fails(/ended with status 3 while it loaded tiny-cycle\.gguf\.$/, {
    program: await wilful("exit 3"),
  });
  await fails(/ended by SIGKILL while it loaded/, { program: await wilful("kill -9 $$") });
  await fails(/was not ready within 2 s; its last words: "thinking"\.$/, {
    program: await wilful("echo thinking; exec sleep 60"),
    startSeconds: 2,
  });
});

real("a start can be given up", async ({ start, wilful, folder }) => {
  const pidFile = join(folder, "pid");
  const program = await wilful(`echo $$ > '${pidFile}'; exec sleep 60`);
  const giveUp = new AbortController();
  const started = start({ program, signal: giveUp.signal });
  while (!await exists(pidFile)) await new Promise((resolve) => setTimeout(resolve, 20));
  giveUp.abort(new Error("enough"));
  await assert.rejects(started, { message: "enough" });
  assert(!await exists(`/proc/${(await Deno.readTextFile(pidFile)).trim()}`));
});

real("a server with an open stream can be stopped", async ({ start }) => {
  const server = await start();
  const answer = await fetch(`${server.url}/completion`, {
    method: "POST",
    body: JSON.stringify({ prompt: "a", n_predict: -1, ignore_eos: true, stream: true }),
  });
  const reader = answer.body!.getReader();
  await reader.read();
  await server.stop();
  await reader.cancel().catch(() => {});
  assert.match(await server.exited, /^llama-server ended /);
});

real(
  "a server that is killed from outside is told as it happens",
  async ({ start, wilful, folder }) => {
    const pidFile = join(folder, "pid");
    const server = await start({
      program: await wilful(`echo $$ > '${pidFile}'; exec "$real" "$@"`),
    });
    Deno.kill(Number(await Deno.readTextFile(pidFile)), "SIGKILL");
    assert.match(await server.exited, /^llama-server ended by SIGKILL and said "/);
    await server.stop(); // there is nothing left to stop
  },
);

real("a Ctrl-C in the terminal does not reach the server", async ({ start, wilful, folder }) => {
  const pidFile = join(folder, "pid");
  const server = await start({
    program: await wilful(`echo $$ > '${pidFile}'; exec "$real" "$@"`),
  });
  const pid = (await Deno.readTextFile(pidFile)).trim();
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  const group = stat.slice(stat.lastIndexOf(")")).split(" ")[3];
  assert.equal(group, pid); // a process group of its own
  await server.stop();
});

real("a server does not outlive a tool that is killed", async ({ wilful, folder }) => {
  const pidFile = join(folder, "pid");
  const program = await wilful(`echo $$ > '${pidFile}'; exec "$real" "$@"`);
  assert(engine.ready);
  const args = await toolArguments(
    folder,
    { program },
    `console.log("ready"); await new Promise((resolve) => setTimeout(resolve, 60_000));`,
  );
  const tool = new Deno.Command(Deno.execPath(), { args, stdout: "piped" }).spawn();
  const reader = tool.stdout.getReader();
  assert.match(new TextDecoder().decode((await reader.read()).value), /ready/);
  const proc = `/proc/${(await Deno.readTextFile(pidFile)).trim()}`;
  assert(await exists(proc));
  tool.kill("SIGKILL");
  await tool.status;
  await reader.cancel();
  for (let tries = 0; tries < 100 && await exists(proc); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert(!await exists(proc), "the server lives on");
});

real("nothing private stays in what is kept of a server", async ({ folder }) => {
  assert(engine.ready);
  const home = join(folder, "home of planted-person");
  await Deno.mkdir(home);
  const modelFile = join(home, "tiny.gguf");
  await Deno.copyFile(engine.modelFile, modelFile);
  const change = { modelFile, env: { GGML_NOTE: `${home}/note` } };
  const text = await kept(folder, change, { USER: "planted-person" });
  assert.match(text, /tiny\.gguf/);
  const host = Deno.hostname().length > 9 ? [Deno.hostname()] : []; // a short one may be a word
  for (const planted of ["planted", folder, dirname(engine.program.path), ...host]) {
    assert(!text.includes(planted), `${planted} was kept`);
  }
});

real("a running server is read as far as it tells, and left running", async ({ start, wilful }) => {
  const server = await start({
    program: await wilful(`exec "$real" "$@" -c 8192`),
  });
  try {
    const attached = await attachServer({ url: `${server.url}/v1/`, model: "m", settings });
    const { checks, flags, startedNs } = attached.description;
    assert.deepEqual(byVerdict(checks, "equal"), ["slots"]);
    assert.deepEqual(byVerdict(checks, "different"), ["contextPerSlotTokens"]); // 2048 a slot
    assert.equal(byVerdict(checks, "unverified").length, 12);
    assert.deepEqual([flags, startedNs, attached.log()], [[], null, null]);
    assert.equal(attached.engine.name, "llama-server");
    assert.equal(attached.models.length, 1);
    assert.equal(attached.description.props!.model_path, "tiny-cycle.gguf");
    await attached.stop();
    assert.equal(await get(`${server.url}/health`), 200);
  } finally {
    await server.stop();
  }
});

real("a server that wants a key tells so without one", async ({ start, wilful }) => {
  const program = await wilful(`exec "$real" "$@" --api-key secret`);
  await assert.rejects(start({ program }), { name: "UserError", message: /it wants an API key/ });
});

Deno.test("another server is named by what it says, and its settings stay unverified", async () => {
  let key: string | null = null;
  await using other = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) => {
      key = request.headers.get("authorization");
      if (new URL(request.url).pathname !== "/v1/models") {
        return new Response("<h1>not here</h1>", { status: 404 });
      }
      return Response.json({ data: [{ id: "/srv/models/q", owned_by: "vllm" }] });
    },
  );
  const url = `http://127.0.0.1:${other.addr.port}`;
  const attached = await attachServer({ url, model: "m", settings, apiKey: "secret" });
  assert.equal(key, "Bearer secret");
  assert.deepEqual(attached.engine, {
    name: "vllm",
    build: null,
    version: null,
    obtained: "url",
    package: null,
  });
  assert.deepEqual(attached.models, ["/srv/models/q"]);
  assert(attached.description.checks.every(({ verdict }) => verdict === "unverified"));
  assert(!JSON.stringify(attached).includes("secret"));
});

Deno.test("an address where nobody answers is told", async () => {
  const fails = (url: string, message: RegExp) =>
    assert.rejects(attachServer({ url, model: "m", settings }), { name: "UserError", message });
  await fails("http://127.0.0.1:1", /^Cannot reach a server at http:\/\/127\.0\.0\.1:1: /);
  await fails("127.0.0.1:9931", /it is not an http or https URL/);
});

/** What starts a server in a process of its own, as arguments of Deno, and goes on with the code. */
async function toolArguments(
  folder: string,
  change: Partial<ServerStart>,
  then: string,
): Promise<string[]> {
  assert(engine.ready);
  const { program, modelFile } = engine;
  const script = join(folder, "tool.ts");
  const url = (path: string) => JSON.stringify(new URL(`file://${join(project.root, path)}`).href);
  await Deno.writeTextFile(
    script,
    `import { startServer } from ${url("lib/engine/start_server.ts")};
     import { systemClock } from ${url("lib/base/clock.ts")};
     const start = ${JSON.stringify({ model: "m", modelFile, settings, program, ...change })};
     const server = await startServer({ ...start, clock: systemClock(), startSeconds: 30 });
     ${then}`,
  );
  return ["run", "-A", "-c", join(project.root, "deno.json"), script];
}

/** What is kept of a server whose starter has these variables, which all test files would share. */
async function kept(
  folder: string,
  change: Partial<ServerStart>,
  env: Record<string, string>,
): Promise<string> {
  const then = `await server.stop();
     console.log(JSON.stringify([server.description, server.log(), server.engine]));`;
  const args = await toolArguments(folder, change, then);
  const { code, stdout, stderr } = await runCommand(Deno.execPath(), args, {
    env,
    timeoutMs: 120_000,
  });
  assert.equal(code, 0, stderr);
  return stdout;
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(path).then(() => true, () => false);
}
