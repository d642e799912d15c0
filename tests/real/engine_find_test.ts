import assert from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { debianEngine } from "../../lib/engine/debian_engine.ts";
import { findEngine } from "../../lib/engine/find_engine.ts";
import { engineOrSkip } from "../parts/engine.ts";

const engine = await engineOrSkip();
const debian = engine.ready && engine.program.engine.obtained === "debian";
if (engine.ready && !debian) {
  console.error("SKIPPED: tests of Debian's build, since another llama-server was found first.");
}

interface Tools {
  folder: string;
  lines: string[];
  log(line: string): void;
  /** Writes an executable that answers every call with the script. */
  program(name: string, script: string): Promise<string>;
}

function inFolder(test: (tools: Tools) => Promise<void>): () => Promise<void> {
  return async () => {
    const folder = await Deno.makeTempDir();
    const lines: string[] = [];
    const program = async (name: string, script: string) => {
      const path = join(folder, name);
      await Deno.writeTextFile(path, `#!/bin/sh\n${script}\n`);
      await Deno.chmod(path, 0o755);
      return path;
    };
    try {
      await test({ folder, lines, log: (line) => lines.push(line), program });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  };
}

/** Looks for an engine in a process of its own: variables of this one reach other test files. */
async function search(
  name: "findEngine" | "debianEngine",
  cacheDir: string,
  env: Record<string, string>,
): Promise<{ found: Awaited<ReturnType<typeof findEngine>>; lines: string[] }> {
  const file = { findEngine: "find_engine", debianEngine: "debian_engine" }[name];
  const url = new URL(`../../lib/engine/${file}.ts`, import.meta.url).href;
  const code = `
    import { ${name} } from ${JSON.stringify(url)};
    const lines = [];
    const log = (line) => lines.push(line);
    const found = await ${name}({ cacheDir: ${JSON.stringify(cacheDir)}, log });
    console.log(JSON.stringify({ found, lines }));`;
  const { code: status, stdout, stderr } = await runCommand(Deno.execPath(), ["eval", code], {
    env,
    cwd: project.root,
    timeoutMs: 600_000,
  });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const version = (number: number) =>
  `echo "version: 9.9.9 (build ${number}, commit abc1234)" >&2; exit 0`;

Deno.test(
  "the named engine is taken, and a newer build than those tried is warned of",
  inFolder(async ({ lines, log, program }) => {
    const server = await program("my-server", version(99999));
    const { program: found } = await findEngine({ server, log });
    assert.deepEqual(found, {
      path: server,
      buildNumber: 99999,
      engine: {
        name: "llama-server",
        build: "b99999-abc1234",
        version: "9.9.9",
        obtained: "option",
        package: null,
      },
    });
    assert.equal(lines[0], "Engine: llama-server 9.9.9 (b99999-abc1234), named by --server.");
    assert.match(lines[1], /^Build 99999 is newer than those tried .*11669/);
    lines.length = 0;
    await findEngine({ server: await program("old", version(11669)), log });
    assert.equal(lines.length, 1);
  }),
);

Deno.test(
  "a named engine that does not run is told in a sentence",
  inFolder(async ({ folder, log, program }) => {
    const fails = (server: string, message: RegExp) =>
      assert.rejects(findEngine({ server, log }), { name: "UserError", message });
    await fails(
      join(folder, "none"),
      /^Cannot use .*none as llama-server: there is no such file\.$/,
    );
    await fails(folder, /it is not a file that may be executed/);
    await Deno.writeTextFile(join(folder, "text"), "hello");
    await fails(join(folder, "text"), /it is not a file that may be executed/);
    await fails(
      await program("true", "exit 0"),
      /--version ended with status 0 and said nothing\.$/,
    );
    await fails(
      await program("lib", "echo 'error while loading shared libraries: libx.so' >&2; exit 127"),
      /--version ended with status 127 and said "error while loading .*libx\.so"/,
    );
  }),
);

Deno.test(
  "the engine on PATH comes first; without any the reasons are told",
  inFolder(async ({ folder, program }) => {
    const path = await program("llama-server", version(11000));
    const { found } = await search("findEngine", folder, { PATH: folder });
    assert.equal(found.program?.path, path);
    assert.equal(found.program?.engine.obtained, "path");

    await program("llama-server", "exit 1");
    const { found: none, lines } = await search("findEngine", folder, { PATH: folder });
    assert.match(lines[0], /^Passing over the llama-server on PATH\. Cannot use /);
    assert.deepEqual(none, {
      program: null,
      reason: "No engine: the one on PATH does not run, and " +
        (Deno.build.os === "linux"
          ? "there is no apt-get on this machine."
          : "Debian's build runs on Linux only."),
    });
  }),
);

Deno.test({
  name: "a mirror that cannot be reached is a reason, and nothing is left behind",
  ignore: !debian,
  fn: inFolder(async ({ folder, log }) => {
    const { found } = await search("debianEngine", folder, {
      DEBIAN_MIRROR: "http://127.0.0.1:1/debian",
    });
    assert.equal(found.program, null);
    assert.match("reason" in found ? found.reason : "", /forky: .*Could not connect to 127/);
    assert.deepEqual([...Deno.readDirSync(folder)], []);
    const nowhere = await debianEngine({ cacheDir: "/dev/null/cache", log });
    assert.match(
      "reason" in nowhere ? nowhere.reason : "",
      /^the cache folder .* cannot be written/,
    );
  }),
});

Deno.test({
  name: "Debian's build: two at once, an expired release file told, a broken one replaced",
  ignore: !debian,
  fn: inFolder(async ({ folder, lines, log }) => {
    // apt reads this after the host's own settings: every release file is too old
    const settings = join(folder, "apt.conf");
    await Deno.writeTextFile(settings, 'Acquire::Max-ValidTime "1";\n');
    const cacheDir = join(folder, "cache");
    const get = () => debianEngine({ cacheDir, log });
    const expired = () => search("debianEngine", cacheDir, { APT_CONFIG: settings });
    const searches = await Promise.all([expired(), expired()]);
    const both = searches.map(({ found }) => found);
    const [first] = both;
    if (!first.program && Deno.env.get("COREBOOK_NO_SKIP") !== "1") {
      console.error(`SKIPPED: getting Debian's build. ${first.reason}`);
      return;
    }
    for (const { program } of both) assert.match(program!.engine.package!, /^llama\.cpp-tools 1:/);
    for (const { lines } of searches) {
      assert(lines.some((line) => /has expired on this mirror/.test(line)));
    }
    const home = both[0].program!.path.slice(0, -"/llama-server".length);
    assert.deepEqual([...Deno.readDirSync(cacheDir)].map(({ name }) => join(cacheDir, name)), [
      home,
    ]);

    assert.deepEqual(await get(), both[0]); // there already: nothing is downloaded
    assert.deepEqual(lines, []);
    await Deno.remove(join(home, "lib", "libllama.so.0"));
    assert.deepEqual(await get(), both[0]);
    assert.match(lines[0], /^Getting llama-server from Debian's packages/);
  }),
});
