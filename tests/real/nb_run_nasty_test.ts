import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import type { Notebook, Output } from "../../lib/notebook/ipynb.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";

/** What stands beside each nasty notebook; a text between slashes is a pattern. */
interface Expected {
  why: string;
  env?: Record<string, string>;
  timeoutSeconds?: number;
  notebookTimeoutSeconds?: number;
  status: "completed" | "failed";
  failure?: Record<string, string | number | null>;
  /** Outputs by cell id; cells that are not named are not looked at. */
  outputs?: Record<string, unknown[]>;
  counts?: (number | null)[];
}

const folder = join(project.root, "tests/cases/nasty");
const names = [...Deno.readDirSync(folder)]
  .map((entry) => entry.name)
  .filter((name) => name.endsWith(".ipynb"))
  .map((name) => name.replace(/\.ipynb$/, ""))
  .sort();

Deno.test("there are at least 20 nasty notebooks", () => assert(names.length >= 20));

for (const name of names) {
  Deno.test(`nasty notebook: ${name}`, async () => {
    const json = await Deno.readTextFile(join(folder, `${name}.expected.json`));
    const { env, timeoutSeconds, notebookTimeoutSeconds, ...expected }: Expected = JSON.parse(json);
    const outDir = await Deno.makeTempDir();
    try {
      const [run] = await runNotebooks([join(folder, `${name}.ipynb`)], {
        outDir,
        env,
        timeoutSeconds: timeoutSeconds ?? 20,
        notebookTimeoutSeconds,
      });
      assert.equal(run.status, expected.status, run.status === "failed" ? run.sentence : "");
      if (run.status === "failed") {
        const { kind, cell, name, message } = run.failure;
        const found = {
          kind,
          cell: cell?.id,
          name,
          message,
          line: cell?.line ?? null,
          column: cell?.column ?? null,
        };
        assertLike(found, expected.failure);
      }
      const written: Notebook = JSON.parse(await Deno.readTextFile(join(outDir, `${name}.ipynb`)));
      assert.equal(written.cells.length, run.notebook.cells.length);
      for (const cell of run.notebook.cells) {
        const outputs = expected.outputs?.[cell.id];
        if (cell.cell_type !== "code" || outputs === undefined) continue;
        assert.deepEqual(cell.outputs.map(brief), outputs, cell.id);
      }
      const counts = run.notebook.cells.flatMap((cell) =>
        cell.cell_type === "code" ? [cell.execution_count] : []
      );
      const oneToN = counts.map((_, index) => index + 1);
      if (run.status === "completed") assert.deepEqual(counts, expected.counts ?? oneToN);
    } finally {
      await Deno.remove(outDir, { recursive: true });
    }
  });
}

function brief(output: Output): unknown {
  switch (output.output_type) {
    case "stream":
      return { [output.name]: output.text };
    case "error":
      return { error: `${output.ename}: ${output.evalue}` };
    case "execute_result":
      return { result: output.data["text/plain"] };
    case "display_data":
      return output.data;
  }
}

function assertLike(found: Record<string, unknown>, expected: Expected["failure"]): void {
  for (const [key, value] of Object.entries(expected ?? {})) {
    const pattern = /^\/(.*)\/$/s.exec(String(value))?.[1];
    if (pattern === undefined) {
      assert.equal(found[key], value, `${key} of ${JSON.stringify(found)}`);
    } else assert.match(String(found[key]), new RegExp(pattern), key);
  }
}
