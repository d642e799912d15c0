import assert from "node:assert/strict";
import { formatNotebook, readNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { called } from "../called.ts";
import { sampleNotebook } from "../notebooks/export_sample.ts";

Deno.test("check, fmt, export and from-ts on the command line", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/a.ipynb`;
  const names = (where: string) => [...Deno.readDirSync(where)].map(({ name }) => name).sort();
  try {
    const notebook = await sampleNotebook();
    await writeNotebook(path, notebook);

    const checked = await called("nb", "check", "--no-types", "--json", path);
    assert.equal(checked.status, 1);
    const rules = JSON.parse(checked.out).map(({ rule }: { rule: string }) => rule);
    assert.deepEqual([...new Set(rules)].sort(), ["execution-count", "output-error"]);
    const ignored = ["--ignore", "execution-count", "output-error"];
    assert.equal((await called("nb", "check", "--no-types", path, ...ignored)).status, 0);
    assert.match((await called("nb", "check", path, "--ignore", "none")).error, /no such rule/);

    for (const form of ["html", "md", "ts", "figures"]) {
      assert.equal((await called("nb", "export", path, "--to", form)).status, 0, form);
    }
    assert.deepEqual(names(folder), ["a.html", "a.ipynb", "a.md", "a.ts", "a_figures", "a_files"]);
    const figures = ["latency-throughput.png", "latency-throughput.svg"];
    assert.deepEqual([names(`${folder}/a_figures`), names(`${folder}/a_files`)], [
      figures,
      figures,
    ]);
    assert.match(
      (await called("nb", "export", path, "--to", "ts")).error,
      /a\.ts: it is there already/,
    );
    assert.equal((await called("nb", "export", path, "--to", "pdf")).status, 2);

    const before = await Deno.readTextFile(path);
    assert.equal((await called("nb", "from-ts", `${folder}/a.ts`)).status, 0);
    assert.equal(await Deno.readTextFile(path), before, "outputs are kept");
    assert.equal(
      (await called("nb", "from-ts", `${folder}/a.ts`, "--out", `${folder}/new`)).status,
      0,
    );
    const anew = await readNotebook(`${folder}/new/a.ipynb`);
    assert.deepEqual(
      anew.cells.map(({ source }) => source),
      notebook.cells.map(({ source }) => source),
    );

    await Deno.writeTextFile(`${folder}/new/a.ipynb`, formatNotebook(anew).replaceAll(" ", "  "));
    assert.equal((await called("nb", "fmt", "--check", `${folder}/new/a.ipynb`)).status, 1);
    assert.equal((await called("nb", "fmt", `${folder}/new/a.ipynb`)).status, 0);
    assert.equal((await called("nb", "fmt", "--check", `${folder}/new/a.ipynb`)).status, 0);
    assert.match((await called("nb", "fmt", path)).error, /counts are those of no single run/);
    assert.match(
      (await called("nb", "check", `${folder}/none.ipynb`)).error,
      /^Cannot read .*none\.ipynb/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
