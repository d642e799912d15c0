import assert from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { type Output, readNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { installKernelspec } from "../../lib/notebook/kernel/kernelspec.ts";
import { pythonOrSkip } from "../parts/python.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";

const python = await pythonOrSkip();
const cells = 100;
const show = new URL("../../lib/notebook/show.ts", import.meta.url).href;

const textOf = (output: Output) =>
  output.output_type === "display_data" ? output.data["text/plain"] : output.output_type;

Deno.test({
  name: "nbconvert, which loses outputs of other cells, keeps every one of show()",
  ignore: !python.ready,
  fn: async () => {
    assert(python.ready);
    const folder = await Deno.makeTempDir();
    try {
      const data = join(folder, "data");
      await installKernelspec(data);
      const sources = [
        `import { show } from "${show}";`,
        ...Array.from(
          { length: cells },
          (_, n) => `await show([{ n: ${n} }]); await show("last ${n}");`,
        ),
      ];
      await writeNotebook(join(folder, "a.ipynb"), codeNotebook(sources));
      const { code: status, stderr } = await runCommand(
        join(python.bin, "jupyter-nbconvert"),
        ["--to", "notebook", "--execute", "--output", "b.ipynb", "a.ipynb"],
        { timeoutMs: 120_000, cwd: folder, env: { JUPYTER_DATA_DIR: data } },
      );
      assert.equal(status, 0, stderr);
      const [, ...executed] = (await readNotebook(join(folder, "b.ipynb"))).cells;
      const wrong = executed.filter((cell, n) => {
        const texts = cell.cell_type === "code" ? cell.outputs.map(textOf) : [];
        return texts.length !== 2 || !String(texts[0]).endsWith(`\n${n}`) ||
          texts[1] !== `last ${n}`;
      });
      assert.deepEqual(wrong, []);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});
