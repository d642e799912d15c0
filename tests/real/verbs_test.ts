import assert from "node:assert/strict";
import { join } from "node:path";
import { readNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { called } from "../called.ts";
import { inFolder } from "../in_folder.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

Deno.test("nb verify tells whether stored outputs still hold, by words and by its status", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.ipynb");
    await Deno.writeTextFile(join(folder, "deno.json"), "{}");
    await writeNotebook(path, codeNotebook(["1 + 1"]));
    assert.equal((await called("nb", "run", path, "--in-place")).status, 0);
    const same = await called("nb", "verify", path);
    assert.equal(same.status, 0, same.error);
    assert.match(same.out, /a\.ipynb: ok, nothing changed, the same outputs/);

    const notebook = await readNotebook(path);
    notebook.cells[0].source = "1 + 2";
    await writeNotebook(path, notebook);
    const stale = await called("nb", "verify", path, "--no-run");
    assert.equal(stale.status, 1);
    assert.match(stale.out, /a\.ipynb: stale: .* changed since it was executed/);
    assert.match(stale.error, /Not verified: 1 of 1 notebooks/);
    const { out } = await called("nb", "verify", path, "--no-run", "--json");
    assert.equal(JSON.parse(out)[0].ok, false);
  }));

Deno.test("calibrate says the client's own error, in words or as a record keeps it", async () => {
  const small = ["--concurrency", "2", "--prompt-tokens", "8", "--output-tokens", "4"];
  const words = ["calibrate", ...small, "--gap", "1", "--rounds", "2"];
  const { status, out, error } = await called(...words);
  assert.equal(status, 0, error);
  assert.match(out, /The client's own error, 2 at once, 8 prompt tokens, .* 4 responses:/);
  const { asked } = JSON.parse((await called(...words, "--json")).out);
  assert.deepEqual([asked.concurrency, asked.gapNs], [2, 1e6]);
  const refused = await called("calibrate", "--rounds", "none");
  assert.equal(refused.status, 2);
  assert.match(refused.error, /--rounds is a number above 0, not none/);
});

Deno.test("attach makes a folder and a ZIP that check accepts, beside the article's page", () =>
  inFolder(async (folder) => {
    const plan = { promptTokens: [512, 2048], concurrency: [1, 4], measuredRounds: 3 };
    const record = await writeSealedRecord(folder, { plan });
    const made = await called(
      ...["attach", "notebooks/01-core-matrix.ipynb", "--records", record, "--out", folder],
      ...["--author", "Family, Given", "--name", "mine"],
    );
    assert.equal(made.status, 0, made.error);
    assert.match(made.out, /mine: \d+ tables, \d+ figures\./);
    const page = join(folder, "page.html");
    await Deno.writeTextFile(page, "<p>No table of it.</p>");
    const checked = await called("check", join(folder, "mine.zip"), "--article", page);
    assert.match(checked.out, /0 different/);
    const both = await called("attach", "a.ipynb", "--recipe", "b.json");
    assert.equal(both.status, 2);
    const none = await called("attach");
    assert.match(none.error, /name a notebook or a --recipe/);
  }));
