import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { formatNotebookText } from "../../lib/notebook/format.ts";
import { parseNotebook, writeNotebook } from "../../lib/notebook/ipynb.ts";
import { fromPercent, toPercent } from "../../lib/notebook/percent.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { pythonOrSkip } from "../parts/python.ts";

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

/** Has nbformat judge the files. */
async function judge(paths: string[]): Promise<void> {
  assert(python.ready);
  const { code, stdout, stderr } = await runCommand(
    join(python.bin, "python"),
    ["-c", script, ...paths],
    { timeoutMs: 60_000 },
  );
  assert.equal(code, 0, stderr);
  assert.deepEqual(stdout.trim().split("\n"), paths.map((path) => `valid ${path}`));
}

function notebooksIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].filter(({ name }) => name.endsWith(".ipynb"))
    .map(({ name }) => join(folder, name));
}

const nasty = join(project.root, "tests/cases/nasty");
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name: `valid for nbformat, to the byte: ${name}`, ignore: !python.ready, fn });

test("every notebook that nb run writes", async () => {
  const outDir = await Deno.makeTempDir();
  try {
    const runs = await runNotebooks(notebooksIn(nasty), {
      outDir,
      timeoutSeconds: 1,
      env: { DENO_V8_FLAGS: "--max-old-space-size=150" },
    });
    await judge(runs.map((run) => run.outPath!));
  } finally {
    await Deno.remove(outDir, { recursive: true });
  }
});

test("what nb fmt and nb from-ts make of notebooks of each version, and the project's own", async () => {
  const outDir = await Deno.makeTempDir();
  try {
    const ids = join(project.root, "tests/cases/F-NBK-01");
    const written: string[] = [];
    for (const path of [...notebooksIn(nasty), ...notebooksIn(ids)]) {
      const formatted = join(outDir, `formatted-${basename(path)}`);
      const { text } = await formatNotebookText(
        await Deno.readTextFile(path),
        path,
        (json) => Promise.resolve(json),
      );
      await Deno.writeTextFile(formatted, text);
      const back = join(outDir, `back-${basename(path)}`);
      await writeNotebook(back, fromPercent(toPercent(parseNotebook(text, path)), path));
      written.push(formatted, back);
    }
    await judge([...written, ...notebooksIn(project.notebooks)]);
  } finally {
    await Deno.remove(outDir, { recursive: true });
  }
});
