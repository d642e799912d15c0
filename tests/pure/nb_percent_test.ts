import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { UserError } from "../../lib/base/errors.ts";
import type { Cell, Notebook } from "../../lib/notebook/ipynb.ts";
import { fromPercent, toPercent } from "../../lib/notebook/percent.ts";

Deno.test("a notebook as TypeScript: markers, ids, tags, Markdown as comments", () => {
  const notebook: Notebook = {
    metadata: { title: "T" },
    cells: [
      { cell_type: "markdown", id: "t", metadata: {}, source: "# Title\n\ntext" },
      {
        cell_type: "code",
        id: "p",
        metadata: { tags: ["parameters"] },
        source: "const a = 1;",
        execution_count: 3,
        outputs: [{ output_type: "stream", name: "stdout", text: "x" }],
      },
    ],
  };
  const text = toPercent(notebook);
  assert.equal(
    text,
    '// ---\n// jupyter: {"title":"T"}\n// ---\n\n// %% [markdown] {"id":"t"}\n// # Title\n//\n// text\n\n' +
      '// %% {"id":"p","tags":["parameters"]}\nconst a = 1;\n',
  );
  assert.deepEqual(fromPercent(text, "a.ts", notebook), notebook, "with the outputs of before");
  const changed = fromPercent(text.replace("a = 1", "a = 2"), "a.ts", notebook).cells[1];
  assert(changed.cell_type === "code" && changed.outputs.length === 0);
  assert.equal(changed.execution_count, null);
});

Deno.test("any notebook comes back from TypeScript as it was", () => {
  const random = seededRandom(11);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)];
  const lines = [
    "",
    "",
    " ",
    "// %%",
    "//%%",
    "// \\%%",
    "// \\\\%% {",
    "%%",
    "\\%%",
    "// ---",
    "// jupyter: {}",
    "const x = `",
    "// x",
    "//",
    "/",
    "# Ü – 漢",
    "a\r",
    "\t",
    "/* %% */",
    "[markdown]",
    "\u2028",
  ];
  const text = () => Array.from({ length: Math.floor(random() * 6) }, () => pick(lines)).join("\n");
  const metadata = () =>
    pick<Record<string, unknown>>([{}, { tags: ["a b"] }, { id: 1, "+id": 2, attachments: null }, {
      title: "]} [raw]",
      deep: { x: [null, "// %%\n"] },
    }]);
  for (let n = 0; n < 500; n++) {
    const cells = Array.from({ length: Math.floor(random() * 5) }, (_, at): Cell => {
      const common = { id: `c${at}`, metadata: metadata(), source: text() };
      return pick<Cell>([
        { cell_type: "code", ...common, execution_count: null, outputs: [] },
        { cell_type: "raw", ...common },
        { cell_type: "markdown", ...common },
        { cell_type: "markdown", ...common, attachments: { "a.png": { "image/png": "AA" } } },
      ]);
    });
    const notebook = { metadata: metadata(), cells };
    assert.deepEqual(fromPercent(toPercent(notebook), "a.ts"), notebook);
  }
});

Deno.test("TypeScript written by hand: no head, no ids, titles, text before the first marker", () => {
  const { metadata, cells } = fromPercent(
    'import "x";\n\n// %% Load [markdown]\n// words\nmore\n\n// %%\nf();',
    "a.ts",
  );
  assert.equal((metadata.kernelspec as { name: string }).name, "deno");
  assert.deepEqual(cells.map(({ cell_type, id, source }) => [cell_type, id, source]), [
    ["code", "cell-1", 'import "x";'],
    ["markdown", "cell-2", "words\nmore"],
    ["code", "cell-3", "f();"],
  ]);
  assert.deepEqual(cells[1].metadata, { title: "Load" });
  assert.throws(
    () => fromPercent("// %% [tab]\n", "a.ts"),
    (error) =>
      error instanceof UserError && /a\.ts:1: there is no cell type tab/.test(error.message),
  );
  assert.throws(() => fromPercent("// %% {nope}\n", "a.ts"), /Cannot read a\.ts:1/);
});
