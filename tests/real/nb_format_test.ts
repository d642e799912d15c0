import assert from "node:assert/strict";
import { formatNotebookText } from "../../lib/notebook/format.ts";
import { denoFmt } from "../../lib/base/deno_fmt.ts";

Deno.test("deno fmt formats the code by the folder's settings, and a second time changes nothing", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/deno.json`, '{ "fmt": { "singleQuote": true } }');
    const cell = (cell_type: string, source: string) => ({
      cell_type,
      id: crypto.randomUUID(),
      metadata: {},
      source,
    });
    const json = JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { kernelspec: { name: "deno", display_name: "Deno", language: "typescript" } },
      cells: [
        { ...cell("code", 'const   a="b"'), execution_count: null, outputs: [] },
        { ...cell("code", "const = ;"), execution_count: null, outputs: [] },
        cell("markdown", "* one\n* two"),
      ],
    });
    const once = await formatNotebookText(json, "a", (json) => denoFmt(json, "ipynb", folder));
    const sources = JSON.parse(once.text).cells.map((each: { source: string[] }) =>
      each.source.join("")
    );
    assert.deepEqual(sources, ["const a = 'b';", "const = ;", "- one\n- two"]);
    assert.equal(
      (await formatNotebookText(once.text, "a", (json) => denoFmt(json, "ipynb", folder))).text,
      once.text,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
