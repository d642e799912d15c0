import assert from "node:assert/strict";
import { join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { pythonOrSkip } from "../parts_python.ts";

const python = await pythonOrSkip();

/** Validates each file and says which nbformat itself would write in another way. */
const script = `
import sys, nbformat
for path in sys.argv[1:]:
    text = open(path, encoding="utf-8", newline="").read()
    notebook = nbformat.reads(text, as_version=nbformat.NO_CONVERT)
    nbformat.validate(notebook)
    same = nbformat.writes(notebook) + "\\n" == text
    print("valid" if same else "valid, but written in another way", path)
`;

Deno.test({
  name: "every notebook that nb run writes is valid for nbformat, which would write the same bytes",
  ignore: !python.ready,
  fn: async () => {
    assert(python.ready);
    const folder = join(project.root, "tests/cases/nasty");
    const paths = [...Deno.readDirSync(folder)]
      .filter((entry) => entry.name.endsWith(".ipynb"))
      .map((entry) => join(folder, entry.name));
    const outDir = await Deno.makeTempDir();
    try {
      const runs = await runNotebooks(paths, {
        outDir,
        timeoutSeconds: 1,
        env: { DENO_V8_FLAGS: "--max-old-space-size=150" },
      });
      const written = runs.map((run) => run.outPath!);
      const { code, stdout, stderr } = await runCommand(
        join(python.bin, "python"),
        ["-c", script, ...written],
        { timeoutMs: 60_000 },
      );
      assert.equal(code, 0, stderr);
      assert.deepEqual(stdout.trim().split("\n"), written.map((path) => `valid ${path}`));
    } finally {
      await Deno.remove(outDir, { recursive: true });
    }
  },
});
