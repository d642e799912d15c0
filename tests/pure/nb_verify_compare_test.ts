import assert from "node:assert/strict";
import { dataMime } from "../../lib/base/data_mime.ts";
import type { Cell, Notebook, Output } from "../../lib/notebook/ipynb.ts";
import { compareOutputs, differences } from "../../lib/notebook/verify_compare.ts";

const json = (value: unknown): Output => ({
  output_type: "display_data",
  data: { [dataMime]: value, "text/plain": String(Math.random()) },
  metadata: {},
});
const text = (text: string): Output => ({ output_type: "stream", name: "stdout", text });
const notebook = (outputs: Output[], tags: string[] = []): Notebook => {
  const cell: Cell = {
    cell_type: "code",
    id: "a",
    metadata: { tags },
    source: "f()",
    execution_count: 1,
    outputs,
  };
  return { metadata: {}, cells: [{ cell_type: "raw", id: "r", metadata: {}, source: "" }, cell] };
};
const messages = (before: Notebook, after: Notebook, tolerance = 1e-9) =>
  compareOutputs(before, after, tolerance).map(({ cell, message }) => `${cell.number}: ${message}`);

Deno.test("tables are compared by values, numbers within a relative tolerance", () => {
  const compare = (before: unknown, after: unknown, tolerance = 1e-9) => [
    ...differences(before, after, "$", tolerance),
  ];
  assert.deepEqual(compare(100, 101, 0.01), []);
  assert.deepEqual(compare(100, 101.02, 0.01), ["$: 100 is now 101.02"]);
  assert.deepEqual(compare(0, 1e-300), ["$: 0 is now 1e-300"], "nothing is near to zero but zero");
  assert.deepEqual(
    compare({ b: 1, a: [null] }, { a: [null], b: 1 }),
    [],
    "the order of members is none",
  );
  assert.deepEqual(compare({ rows: [{ n: 1 }, { n: 2 }] }, { rows: [{ n: 1 }, { n: "2" }] }), [
    '$.rows[1].n: 2 is now "2"',
  ]);
  assert.deepEqual(compare({ a: null }, {}), ["$.a: null is now missing"]);
  assert.deepEqual(compare([1], { 0: 1 }), ['$: [1] is now {"0":1}']);
});

Deno.test("only what matters is compared: JSON everywhere, texts where they are tagged", () => {
  assert.deepEqual(messages(notebook([json({ n: 1 })]), notebook([json({ n: 1 })])), []);
  assert.deepEqual(messages(notebook([json({ n: 1 })]), notebook([json({ n: 2 })])), [
    "2: $.n: 1 is now 2",
  ]);
  assert.deepEqual(messages(notebook([json(1), json(2)]), notebook([json(1)])), [
    "2: 2 JSON outputs stored, 1 JSON output now",
  ]);
  assert.deepEqual(messages(notebook([text("a\nb\n")]), notebook([text("a\nc\n")])), []);
  const tagged = (value: string) => notebook([text(value)], ["check-output"]);
  assert.deepEqual(messages(tagged("a\nb\n"), tagged("a\nc\n")), [
    '2: line 2 of the text: "b" is now "c"',
  ]);
  assert.deepEqual(messages(tagged("a\n"), tagged("a\nb\n")), [
    '2: line 2 of the text: "" is now "b"',
  ]);
  const ignored = (value: number) => notebook([json(value)], ["ignore-output"]);
  assert.deepEqual(messages(ignored(1), ignored(2)), []);
});
