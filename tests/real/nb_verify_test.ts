import assert from "node:assert/strict";
import { formatNotebookText } from "../../lib/notebook/format.ts";
import { denoFmt } from "../../lib/base/deno_fmt.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { readNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { isVerified, verifyNotebooks } from "../../lib/notebook/verify.ts";
import { codeCell } from "../notebooks/code_cell.ts";

const cell = (id: string, source: string, tags: string[] = []) =>
  codeCell(id, source, { metadata: { tags } });

Deno.test("a notebook tells what changed since it was executed, and what comes out otherwise", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/a.ipynb`;
  const stale = async (run = false) => (await verifyNotebooks([path], { run }))[0].stale;
  try {
    await Deno.writeTextFile(`${folder}/deno.json`, '{ "lock": { "frozen": true } }');
    await Deno.writeTextFile(`${folder}/deno.lock`, '{ "version": "5" }');
    await Deno.writeTextFile(`${folder}/lib.ts`, 'export * from "./deep.ts";');
    await Deno.writeTextFile(`${folder}/deep.ts`, "export const factor = 2;");
    await Deno.writeTextFile(`${folder}/data.json`, "[1, 2]");
    await writeNotebook(path, {
      metadata: {},
      cells: [
        { cell_type: "markdown", id: "t", metadata: {}, source: "# T" },
        cell(
          "load",
          'import { factor } from "./lib.ts";\nconst data = JSON.parse(Deno.readTextFileSync("data.json"));',
        ),
        cell(
          "table",
          'Deno.jupyter.broadcast("display_data", { data: { "application/json": { n: data[0] * factor } }, metadata: {}, transient: {} });',
        ),
      ],
    });
    const [unstamped] = await verifyNotebooks([path], { run: false });
    assert.deepEqual([unstamped.hasStamp, unstamped.stale], [false, []]);
    const [empty] = await verifyNotebooks([path]);
    assert.deepEqual([empty.hasOutputs, empty.differences], [false, null], "it was not executed");

    const [run] = await runNotebooks([path], { inPlace: true });
    assert.equal(run.status, "completed");
    const before = await Deno.readTextFile(path);
    const [fresh] = await verifyNotebooks([path]);
    assert.deepEqual(fresh, {
      path,
      stale: [],
      hasStamp: true,
      hasOutputs: true,
      differences: [],
      failure: null,
    });
    assert(isVerified(fresh));
    assert.equal(await Deno.readTextFile(path), before, "the file is left as it is");

    const [copy] = await runNotebooks([path], { outDir: `${folder}/out` });
    assert.equal(copy.notebook.metadata.corebook, undefined, "a copy elsewhere has no stamp");

    await Deno.writeTextFile(`${folder}/deep.ts`, "export const factor = 3;");
    assert.deepEqual(await stale(), ["the library"]);
    await Deno.writeTextFile(`${folder}/data.json`, "[1, 3]");
    await Deno.writeTextFile(`${folder}/deno.lock`, '{ "version": "5", "remote": {} }');
    assert.deepEqual(await stale(), ["the lock file", "the library", "data.json"]);
    const [changed] = await verifyNotebooks([path]);
    assert.deepEqual(changed.differences, [{
      cell: { number: 3, id: "table" },
      message: "$.n: 2 is now 3",
    }]);
    assert(!isVerified(changed));

    await Deno.remove(`${folder}/data.json`);
    assert.deepEqual(await stale(), ["the lock file", "the library", "data.json (gone)"]);
    const [failed] = await verifyNotebooks([path]);
    assert.match(failed.failure!, /cell 2 of 3 \(id load/);
    assert.equal(failed.differences, null);

    const notebook = await readNotebook(path);
    notebook.cells[2].source += "\n// changed";
    notebook.cells[0].source = "# Other words";
    await writeNotebook(path, notebook);
    assert.equal((await stale())[0], "the code");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("what does not bear on the outputs makes no notebook stale", async () => {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/a.ipynb`;
  const stale = async () => (await verifyNotebooks([path], { run: false }))[0].stale;
  const write = (name: string, text: string) => Deno.writeTextFile(`${folder}/${name}`, text);
  try {
    await write("deno.json", '{ "imports": { "own": "./front.ts" } }');
    await write(
      "front.ts",
      'export { used, type Shape as UsedShape } from "./used.ts";\n' +
        'export * from "./star.ts";\nexport { other as another } from "./other.ts";',
    );
    await write("used.ts", 'import type { T } from "./types.ts";\nexport const used: T = 1;');
    await write("types.ts", "export type T = number;");
    await write("star.ts", "export const starred = 2;");
    await write("other.ts", 'import "./deep.ts";\nexport const other = 3;');
    await write("deep.ts", "export {};");
    await write("a_test.ts", "");
    const source = "import {used}   from 'own'\nconsole.log( used )";
    await writeNotebook(path, { metadata: {}, cells: [cell("a", source)] });
    const [run] = await runNotebooks([path], { inPlace: true });
    assert.equal(run.status, "completed");
    const text = await Deno.readTextFile(path);
    const formatted = await formatNotebookText(
      text,
      path,
      (json) => denoFmt(json, "ipynb", folder),
    );
    assert.notEqual(formatted.text, text);
    await Deno.writeTextFile(path, formatted.text);
    assert.deepEqual(await stale(), [], "formatting");

    for (const name of ["other.ts", "deep.ts", "star.ts", "types.ts", "a_test.ts"]) {
      await Deno.writeTextFile(`${folder}/${name}`, "// changed\n", { append: true });
    }
    await write("deno.json", '{ "imports": { "own": "./front.ts" }, "tasks": {} }');
    assert.deepEqual(await stale(), [], "modules of other names, types, tests, settings");
    await Deno.writeTextFile(`${folder}/used.ts`, "// changed\n", { append: true });
    assert.deepEqual(await stale(), ["the library"]);
    await write("front.ts", 'export { used } from "./other.ts";');
    assert.deepEqual(await stale(), ["the library"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
