import assert from "node:assert/strict";
import { formatNotebookText } from "../../lib/notebook/format.ts";
import { denoNotebookMetadata, parseNotebook } from "../../lib/notebook/ipynb.ts";

const asIs = (json: string) => Promise.resolve(json);
const format = async (notebook: object) =>
  await formatNotebookText(
    JSON.stringify({ nbformat: 4, nbformat_minor: 5, ...notebook }),
    "a",
    asIs,
  );
const code = (execution_count: number | null, outputs: object[] = [], more = {}) => ({
  cell_type: "code",
  metadata: {},
  source: "f()",
  execution_count,
  outputs,
  ...more,
});
const result = (execution_count: number) => ({
  output_type: "execute_result",
  execution_count,
  data: { "text/plain": ["1"] },
  metadata: {},
});

Deno.test("the stable form: sorted members, one space, ids kept or given, session data dropped", async () => {
  const { text } = await format({
    metadata: {
      vscode: { x: 1 },
      title: "T",
      language_info: { version: "5.9", name: "typescript", codemirror_mode: "x" },
      papermill: { start_time: "now", parameters: { a: 1 } },
    },
    cells: [
      code(null, [], {
        id: "kept",
        metadata: { tags: [], scrolled: true, execution: { a: "now" } },
      }),
      { source: ["# T\n", "x"], metadata: { tags: ["b", "a"] }, cell_type: "markdown" },
    ],
  });
  assert.equal(
    text,
    `{
 "cells": [
  {
   "cell_type": "code",
   "execution_count": null,
   "id": "kept",
   "metadata": {},
   "outputs": [],
   "source": [
    "f()"
   ]
  },
  {
   "cell_type": "markdown",
   "id": "cell-2",
   "metadata": {
    "tags": [
     "b",
     "a"
    ]
   },
   "source": [
    "# T\\n",
    "x"
   ]
  }
 ],
 "metadata": {
  "language_info": {
   "name": "typescript"
  },
  "papermill": {
   "parameters": {
    "a": 1
   }
  },
  "title": "T"
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`,
  );
  assert.equal(
    (await formatNotebookText(text, "a", asIs)).text,
    text,
    "a second time changes nothing",
  );
});

Deno.test("a Deno notebook tells its language as the kernel does, whatever was there", async () => {
  const { kernelspec, language_info } = denoNotebookMetadata;
  for (const before of [{}, { language_info: { name: "typescript", version: "5.9" } }]) {
    const { text } = await format({ metadata: { kernelspec, ...before }, cells: [] });
    assert.deepEqual(parseNotebook(text, "it").metadata, { kernelspec, language_info });
  }
});

Deno.test("executed cells are numbered 1 to N; without outputs there are no counts", async () => {
  const counts = async (...cells: object[]) => {
    const { text, countsInOrder } = await format({ metadata: {}, cells });
    const formatted = JSON.parse(text).cells as { execution_count: number; outputs: object[] }[];
    const numbers = formatted.flatMap((cell) => [
      cell.execution_count,
      ...cell.outputs.map((output) => (output as { execution_count?: number }).execution_count),
    ]);
    return [countsInOrder, ...numbers];
  };
  const skipped = { metadata: { tags: ["skip-execution"] } };
  assert.deepEqual(await counts(code(3), code(9, [result(9)])), [true, 1, 2, 2]);
  assert.deepEqual(await counts(code(7), code(8)), [true, null, null]);
  assert.deepEqual(await counts(code(4), code(null, [], skipped), code(6, [result(6)])), [
    true,
    1,
    null,
    2,
    2,
  ]);
  // outputs of several sessions are not made to look like one
  assert.deepEqual(await counts(code(3), code(2, [result(2)])), [false, 3, 2, 2]);
  assert.deepEqual(await counts(code(1, [result(1)]), code(null)), [false, 1, 1, null]);
});

Deno.test("adjacent texts of one stream are one, so that timing leaves no trace", async () => {
  const stream = (name: string, text: string) => ({ output_type: "stream", name, text });
  const { text } = await format({
    metadata: {},
    cells: [code(1, [stream("stdout", "a\n"), stream("stdout", "b\n"), stream("stderr", "c\n")])],
  });
  assert.deepEqual(JSON.parse(text).cells[0].outputs, [
    { name: "stdout", output_type: "stream", text: ["a\n", "b\n"] },
    { name: "stderr", output_type: "stream", text: ["c\n"] },
  ]);
});
