import assert from "node:assert/strict";
import { project } from "../../lib/base/project.ts";
import { executeNotebook } from "../../lib/notebook/run_execute.ts";
import { compareOutputs, mixedNotebook, underLoad } from "../notebooks/mixed.ts";
import { codeNotebook } from "../notebooks/code_cell.ts";

const cells = 300;
const times = 5;

async function runs(): Promise<void> {
  const { notebook, expected } = mixedNotebook(cells);
  for (let i = 0; i < times; i++) {
    const { notebook: executed, failure } = await executeNotebook(notebook, { cwd: project.root });
    assert.equal(failure, null);
    assert.deepEqual(compareOutputs(executed, expected), { outputs: 0, extra: 0, cells: 0 });
  }
}

Deno.test("1,500 cells of mixed outputs: none lost, misplaced or doubled", runs);
Deno.test("the same with every core loaded", () => underLoad(runs));

Deno.test("three kernels side by side with every core loaded", () =>
  underLoad(async () => {
    const { notebook, expected } = mixedNotebook(100);
    const executed = await Promise.all(
      Array.from({ length: 3 }, () => executeNotebook(notebook, { cwd: project.root })),
    );
    for (const { notebook, failure } of executed) {
      assert.equal(failure, null);
      assert.deepEqual(compareOutputs(notebook, expected), { outputs: 0, extra: 0, cells: 0 });
    }
  }));

Deno.test("outputs of 8 MB arrive whole, or the run says that the kernel mixed them up", async () => {
  // the kernel writes one connection from two places; large messages may interleave
  const source = 'console.log("x".repeat(8e6));\nconsole.log("end");';
  const notebook = codeNotebook(Array(4).fill(source));
  const options = { cwd: project.root, timeoutSeconds: 120 };
  const { notebook: executed, failure } = await executeNotebook(notebook, options);
  if (failure !== null) {
    assert.equal(failure.kind, "kernel");
    return assert.match(failure.message, /no message .* larger than 2 MB/);
  }
  const whole = [{ output_type: "stream", name: "stdout", text: `${"x".repeat(8e6)}\nend\n` }];
  for (const cell of executed.cells) {
    assert(cell.cell_type === "code" && JSON.stringify(cell.outputs) === JSON.stringify(whole));
  }
});
