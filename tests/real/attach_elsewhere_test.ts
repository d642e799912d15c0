import assert from "node:assert/strict";
import { join } from "node:path";
import { attach, machineTools } from "../../lib/attach/attach.ts";
import { projectFiles } from "../../lib/attach/project_files.ts";
import { runCommand } from "../../lib/base/command.ts";
import { hashFile } from "../../lib/base/hash.ts";
import { project } from "../../lib/base/project.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";
import { programOrSkip, unzip } from "../parts/program.ts";

const notebook = join(project.notebooks, "01-core-matrix.ipynb");
const hasUnzip = await programOrSkip(unzip);
const software = await projectFiles();
const plan = { promptTokens: [512, 2048], concurrency: [1, 4], measuredRounds: 3 };

async function withMade(
  test: (made: { zip: string; folder: string; besides: string }) => Promise<void>,
): Promise<void> {
  const besides = await Deno.makeTempDir();
  try {
    const record = await writeSealedRecord(besides, { plan });
    const build = (out: string) =>
      attach(
        { notebook, records: [record], language: "pl", authors: ["Family, Given"], licence: "MIT" },
        join(besides, out),
        { ...machineTools(), software: () => Promise.resolve(software) },
      );
    const { zip, folder } = await build("one");
    const again = await build("two");
    const [hash, other] = [await hashFile("sha512", zip), await hashFile("sha512", again.zip)];
    assert.equal(hash, other, "two builds give the same ZIP");
    await test({ zip, folder, besides });
  } finally {
    await Deno.remove(besides, { recursive: true });
  }
}

Deno.test({
  name: "a reader with Deno and nothing else checks the ZIP by the tool inside, then offline",
  ignore: !hasUnzip,
  fn: () =>
    withMade(async ({ zip, besides }) => {
      const home = join(besides, "home");
      await Deno.mkdir(home);
      const { code: unzipped } = await runCommand("unzip", ["-q", zip], {
        cwd: home,
        timeoutMs: 60_000,
      });
      assert.equal(unzipped, 0);
      const env = { HOME: home, DENO_DIR: join(home, "deno"), NO_COLOR: "1" };
      const check = (...flags: string[]) =>
        runCommand(Deno.execPath(), [
          "run",
          "-A",
          ...flags,
          "--config",
          "01-core-matrix/data/check.json",
          "01-core-matrix/data/lib/cli.ts",
          "check",
          "01-core-matrix",
        ], { cwd: home, env, timeoutMs: 300_000 });
      const first = await check();
      assert.equal(first.code, 0, `${first.stdout}\n${first.stderr}`);
      assert.match(first.stdout, /whose sources are those inside/);
      assert.match(first.stdout, /0 different/);
      const offline = await check("--cached-only");
      assert.equal(offline.code, 0, offline.stderr);
      assert.equal(offline.stdout, first.stdout);
    }),
});

Deno.test("check --execute executes the notebook again with the sources inside", () =>
  withMade(async ({ zip }) => {
    const { code, stdout, stderr } = await runCommand(Deno.execPath(), [
      "run",
      "-A",
      join(project.root, "lib/cli.ts"),
      "check",
      zip,
      "--execute",
    ], { timeoutMs: 300_000, env: { NO_COLOR: "1" } });
    assert.equal(code, 0, `${stdout}\n${stderr}`);
    assert.match(stdout, /against the notebook executed again: \d+ equal\n/);
  }));
