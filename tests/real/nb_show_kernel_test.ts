import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { type Output, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";

const module = (name: string) => new URL(`../../lib/notebook/${name}.ts`, import.meta.url).href;
const textOf = (output: Output) =>
  output.output_type === "display_data" ? output.data["text/plain"] : output.output_type;

Deno.test("show() and live() in a kernel: values, DataFrames, progress in place, the limit", async () => {
  await Deno.mkdir(project.out, { recursive: true });
  const folder = await Deno.makeTempDir({ dir: project.out, prefix: "nb_show_" });
  try {
    const sources = [
      `import { show } from "${module("show")}";\nimport { live } from "${module("show_live")}";`,
      "await show(null); await show(10n); await show(NaN); console.log('between'); await show('');",
      'import { DataFrame } from "danfojs";\nawait show(new DataFrame({ a: [1, 2.5], b: ["x", null] }));',
      "const progress = await live('0 of 2', { intervalMs: 0 });\nawait show('below');\n" +
      "await progress.update('1 of 2');",
      "await progress.end('done');",
      "await show('x'.repeat(2_000_000));",
    ];
    const path = join(folder, "a.ipynb");
    await writeNotebook(path, codeNotebook(sources));
    const [run] = await runNotebooks([path]);
    assert(run.status === "failed");
    assert.match(run.sentence, /cell 6 of 6 .*its output has 2\.0 MB/);
    const shown = run.notebook.cells.map((cell) =>
      cell.cell_type === "code" ? cell.outputs.map(textOf) : []
    );
    assert.deepEqual(shown.slice(1, 5), [
      ["null", "10n", "NaN", "stream", ""],
      ["  a  b\n  1  x\n2.5  null"],
      ["done", "below"],
      [],
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
