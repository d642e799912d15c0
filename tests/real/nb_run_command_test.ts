import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { inFolder } from "../in_folder.ts";

const nasty = join(project.root, "tests/cases/nasty");

/** `corebook nb ...` as a user calls it. */
async function nb(args: string[], env: Record<string, string> = {}) {
  const cli = ["run", "-A", join(project.root, "lib/cli.ts"), "nb", ...args];
  return await runCommand(Deno.execPath(), cli, {
    cwd: project.root,
    env: { NO_COLOR: "1", ...env },
    timeoutMs: 120_000,
  });
}

Deno.test("nb run: one notebook that fails does not keep the others from running", () =>
  inFolder(async (folder) => {
    const paths = ["colours", "syntax_error"].map((name) => join(nasty, `${name}.ipynb`));
    const out = join(folder, "out");
    const { code, stdout, stderr } = await nb(["run", ...paths, "--out", out]);
    assert.equal(code, 1);
    assert.match(stdout, /colours\.ipynb: completed in \d+\.\d s, written to .*colours\.ipynb\n$/);
    const place = /syntax_error\.ipynb: cell 2 of 2 \(id c2, `const a = 1;`\), line 3, column 10: /;
    assert.match(stderr, place);
    assert.match(stderr, /: SyntaxError: Expression expected\n/);
    assert.match(stderr, /1 of 2 notebooks failed\n$/);
    const written = [...Deno.readDirSync(out)].map((entry) => entry.name).sort();
    assert.deepEqual(written, ["colours.ipynb", "syntax_error.ipynb"]);
  }));

Deno.test("notebooks run side by side and tell how far they are", () =>
  inFolder(async (outDir) => {
    const told: string[] = [];
    const slow = join(nasty, "slow_notebook.ipynb");
    const twin = join(outDir, "slow_twin.ipynb");
    await Deno.copyFile(slow, twin);
    await runNotebooks([slow, twin], {
      outDir: join(outDir, "out"),
      jobs: 2,
      progress: ({ path, state, done, of }) =>
        told.push(`${basename(path)} ${state} ${done}/${of}`),
    });
    const at = (name: string, state: string) =>
      told.findIndex((line) => line.startsWith(`${name}.ipynb ${state}`));
    const names = ["slow_notebook", "slow_twin"];
    const began = Math.max(...names.map((name) => at(name, "running")));
    const ended = Math.min(...names.map((name) => at(name, "completed")));
    assert(began >= 0 && began < ended, told.join("\n"));
    assert.match(told[ended], /(\d+)\/\1$/);
  }));

Deno.test("nb run -p and nb params: values are injected, others are refused as wrong usage", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.ipynb");
    await Deno.writeTextFile(
      path,
      JSON.stringify({
        nbformat: 4,
        nbformat_minor: 5,
        metadata: {},
        cells: [
          ["p", "const rounds = 5; // how many", { tags: ["parameters"] }],
          ["show", "console.log(rounds * 2);", {}],
        ].map(([id, source, metadata]) => ({ cell_type: "code", id, source, metadata })),
      }),
    );
    const listed = await nb(["params", path]);
    assert.deepEqual([listed.code, listed.stdout], [0, "rounds: number = 5  // how many\n"]);
    const run = await nb(["run", path, "-p", "rounds=21", "--in-place", "--json"]);
    assert.equal(run.code, 0, run.stderr);
    const [{ status, outPath }] = JSON.parse(run.stdout);
    assert.deepEqual([status, outPath], ["completed", path]);
    const cells = JSON.parse(await Deno.readTextFile(path)).cells;
    assert.deepEqual(cells.map((cell: { id: string }) => cell.id), [
      "p",
      "injected-parameters",
      "show",
    ]);
    assert.deepEqual(cells[2].outputs[0].text, ["42\n"]);
    const refused = await nb(["run", path, "-p", "round=1", "--in-place"]);
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /no such parameter.* It has: rounds\./);
    const executed = await Deno.readTextFile(path);
    const unstarted = await nb(["run", path, "--in-place", "--kernel-flags", "--no-such-flag"]);
    assert.equal(unstarted.code, 1);
    assert.match(unstarted.stderr, /--no-such-flag/);
    assert.equal(await Deno.readTextFile(path), executed, "earlier outputs are kept");
    assert.equal(
      (await nb(["run", path, "--in-place", "--kernel-flags", "--unstable-kv"])).code,
      0,
    );
    assert.equal((await nb(["run", path, "--timeout", "soon"])).code, 2);
    assert.equal((await nb(["run", path, "--in-place", "--out", folder])).code, 2);
  }));

Deno.test("nb kernel install and nb doctor: what is registered is found to be right", () =>
  inFolder(async (folder) => {
    const installed = await nb(["kernel", "install", "--prefix", folder]);
    assert.equal(installed.code, 0, installed.stderr);
    const data = join(folder, "share", "jupyter");
    const files = [...Deno.readDirSync(join(data, "kernels", "deno"))].map((entry) => entry.name);
    assert(files.includes("kernel.json") && files.some((name) => name.startsWith("logo-")));
    const { code, stdout } = await nb(["doctor", "--offline", "--json"], {
      JUPYTER_DATA_DIR: data,
    });
    assert.equal(code, 0);
    const findings: { check: string; status: string }[] = JSON.parse(stdout);
    const status = Object.fromEntries(findings.map((each) => [each.check, each.status]));
    assert.equal(status["Kernel"], "ok");
    assert.equal(status["Kernel in Jupyter and VS Code"], "ok");
  }));
