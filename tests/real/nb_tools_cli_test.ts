import assert from "node:assert/strict";
import { main } from "../../lib/cli.ts";
import { formatNotebook, readNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { sampleNotebook } from "../notebooks/export_sample.ts";

/** Runs a command line; its exit status and what it printed. */
async function run(...args: string[]): Promise<{ status: number; out: string; err: string }> {
  const { log, error } = console;
  const out: string[] = [];
  const err: string[] = [];
  console.log = (...values) => void out.push(values.join(" "));
  console.error = (...values) => void err.push(values.join(" "));
  try {
    return { status: await main(["nb", ...args]), out: out.join("\n"), err: err.join("\n") };
  } finally {
    Object.assign(console, { log, error });
  }
}

Deno.test("check, fmt, export and from-ts on the command line", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/a.ipynb`;
  const names = (where: string) => [...Deno.readDirSync(where)].map(({ name }) => name).sort();
  try {
    const notebook = await sampleNotebook();
    await writeNotebook(path, notebook);

    const checked = await run("check", "--no-types", "--json", path);
    assert.equal(checked.status, 1);
    const rules = JSON.parse(checked.out).map(({ rule }: { rule: string }) => rule);
    assert.deepEqual([...new Set(rules)].sort(), ["execution-count", "output-error"]);
    const ignored = ["--ignore", "execution-count", "output-error"];
    assert.equal((await run("check", "--no-types", path, ...ignored)).status, 0);
    assert.match((await run("check", path, "--ignore", "none")).err, /no such rule/);

    for (const form of ["html", "md", "ts", "figures"]) {
      assert.equal((await run("export", path, "--to", form)).status, 0, form);
    }
    assert.deepEqual(names(folder), ["a.html", "a.ipynb", "a.md", "a.ts", "a_figures", "a_files"]);
    const figures = ["latency-throughput.png", "latency-throughput.svg"];
    assert.deepEqual([names(`${folder}/a_figures`), names(`${folder}/a_files`)], [
      figures,
      figures,
    ]);
    assert.match((await run("export", path, "--to", "ts")).err, /a\.ts: it is there already/);
    assert.equal((await run("export", path, "--to", "pdf")).status, 2);

    const before = await Deno.readTextFile(path);
    assert.equal((await run("from-ts", `${folder}/a.ts`)).status, 0);
    assert.equal(await Deno.readTextFile(path), before, "outputs are kept");
    assert.equal((await run("from-ts", `${folder}/a.ts`, "--out", `${folder}/new`)).status, 0);
    const anew = await readNotebook(`${folder}/new/a.ipynb`);
    assert.deepEqual(
      anew.cells.map(({ source }) => source),
      notebook.cells.map(({ source }) => source),
    );

    await Deno.writeTextFile(`${folder}/new/a.ipynb`, formatNotebook(anew).replaceAll(" ", "  "));
    assert.equal((await run("fmt", "--check", `${folder}/new/a.ipynb`)).status, 1);
    assert.equal((await run("fmt", `${folder}/new/a.ipynb`)).status, 0);
    assert.equal((await run("fmt", "--check", `${folder}/new/a.ipynb`)).status, 0);
    assert.match((await run("fmt", path)).err, /counts are those of no single run/);
    assert.match((await run("check", `${folder}/none.ipynb`)).err, /^Cannot read .*none\.ipynb/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
