import assert from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project, softwareVersion } from "../../lib/base/project.ts";
import { loadRun } from "../../lib/summarize/load_run.ts";
import { npm, programOrSkip } from "../parts/program.ts";

const hasNpm = await programOrSkip(npm);
const deno = Deno.execPath();

/** Runs a program that must succeed and returns all that it said. */
async function run(program: string, args: string[], cwd = project.root): Promise<string> {
  const env = { NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1" };
  const { code, stdout, stderr } = await runCommand(program, args, {
    timeoutMs: 300_000,
    cwd,
    env,
  });
  assert.equal(code, 0, `${program} ${args.join(" ")}: ${stderr}`);
  return stdout + stderr;
}

Deno.test("every name that notebooks import is documented, with the types it takes and gives", async () => {
  await run(deno, ["doc", "--lint", "lib/mod.ts"]);
});

Deno.test("the package for JSR can be published, and holds what a user needs and no more", async () => {
  const said = await run(deno, [
    ...["publish", "--dry-run", "--allow-dirty", "--no-check"],
    // the record's types are inferred from their schemas, and written nowhere a second time
    "--allow-slow-types",
  ]);
  const packed = [...said.matchAll(/^\s+file:\/\/(\S+) \(/gm)].map(([, path]) =>
    decodeURI(path).slice(project.root.length)
  );
  assert(packed.includes("lib/mod.ts") && packed.includes("lib/plan/plans/core-1.1.json"));
  assert(packed.includes("data/core-1.1/published/data/published.json"));
  const tops = new Set(packed.map((path) => path.split("/")[0]));
  assert.deepEqual([...tops].sort(), [
    ...["CHANGELOG.md", "CITATION.cff", "LICENSE", "METHOD.md", "README.md"],
    ...["archive", "data", "deno.json", "lib"],
  ]);
});

Deno.test({
  name: "installed by npm elsewhere, the package reads a record as the project does, with types",
  ignore: !hasNpm,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      const tarball = join(folder, "corebook.tgz");
      await run(deno, ["run", "-A", "tests/jobs/npm_package.ts", tarball]);
      await Deno.writeTextFile(join(folder, "package.json"), '{ "type": "module" }');
      const quick = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
      await run("npm", ["install", ...quick, tarball], folder);
      await Deno.writeTextFile(
        join(folder, "question.ts"),
        `import { loadPublished, loadRun } from "corebook";
const { summary, analysis } = await loadRun(Deno.args[0]);
const medianNs: number | null = summary.scenarios[0].headline.ttft.median;
// @ts-expect-error a summary is no number: the types are there
const wrong: number = summary;
const { scenarios } = await loadPublished("core-1.1");
console.log(JSON.stringify([medianNs, analysis, scenarios.length, summary.software.version]));
`,
      );
      const record = await measuredRecord();
      const said = await run(deno, ["run", "-A", "--check", "-q", "question.ts", record], folder);
      const { summary, analysis } = await loadRun(record);
      const medianNs = summary.scenarios[0].headline.ttft.median;
      assert.deepEqual(JSON.parse(said), [medianNs, analysis, 12, softwareVersion]);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** A record of the matrix that comes with the project. */
async function measuredRecord(): Promise<string> {
  const folder = join(project.data, "core-1.1");
  for await (const { name } of Deno.readDir(folder)) {
    if (/^\d.*_core-1\.1-tiny_/.test(name)) return join(folder, name);
  }
  throw new Error(`no record in ${folder}`);
}
