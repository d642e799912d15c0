import assert from "node:assert/strict";
import { checkNotebooks } from "../../lib/notebook/check/check_notebooks.ts";
import { findingLine } from "../../lib/notebook/check/finding.ts";
import { parseCell } from "../../lib/notebook/check/parse_cell.ts";
import { buildScript } from "../../lib/notebook/check/script.ts";
import type { Rule } from "../../lib/notebook/check/rules.ts";

const cases = new URL("../cases/", import.meta.url).pathname;

/** `cell number: message` of each finding of some rules. */
async function findings(path: string, ...rules: Rule[]): Promise<string[]> {
  const found = await checkNotebooks([path], { types: false });
  return found.filter(({ rule }) => rules.length === 0 || rules.includes(rule))
    .map(({ cell, message }) => `${cell?.number ?? "file"}: ${message}`);
}

/** The findings in a notebook of these cells, each `[type, source, tags, more]`. */
async function inNotebook(
  cells: [string, string, string[]?, object?][],
  metadata: object = {},
): Promise<[Rule, number | null, number | null][]> {
  const path = await Deno.makeTempFile({ suffix: ".ipynb" });
  try {
    await Deno.writeTextFile(
      path,
      JSON.stringify({
        nbformat: 4,
        nbformat_minor: 5,
        metadata,
        cells: cells.map(([cell_type, source, tags = [], more = {}], at) => ({
          cell_type,
          id: `c${at}`,
          metadata: { tags },
          source,
          ...(cell_type === "code" ? { outputs: [], execution_count: null } : {}),
          ...more,
        })),
      }),
    );
    const found = await checkNotebooks([path], { types: false });
    return found.map(({ rule, cell, line }) => [rule, cell?.number ?? null, line]);
  } finally {
    await Deno.remove(path);
  }
}

Deno.test("F-NBK-01: cell ids that are missing, doubled, null, or not allowed", async () => {
  const of = (name: string) => findings(`${cases}F-NBK-01/${name}.ipynb`, "cell-id");
  assert.deepEqual(await of("v44_no_ids"), []);
  assert.deepEqual(await of("v45_ok"), []);
  assert.deepEqual(await of("v44_with_id"), [
    "1: the cell has an id, which format 4.4 does not allow",
  ]);
  assert.deepEqual(await of("v45_missing_id"), [
    "1: the cell has no id, which format 4.5 asks for",
  ]);
  assert.deepEqual(await of("v45_duplicate_id"), ["2: an earlier cell has the same id"]);
  assert.deepEqual(await of("v45_null_id"), ["2: the cell's id is null"]);
});

Deno.test("F-NBK-03: execution counts that no single run can give, and stored errors", async () => {
  const of = (name: string) =>
    findings(`${cases}F-NBK-03/${name}.ipynb`, "execution-count", "output-error");
  assert.deepEqual(await of("ok"), []);
  assert.deepEqual(await of("duplicate"), ["3: the count 2 stands twice"]);
  assert.deepEqual(await of("unordered"), [
    "2: the count 3 follows 1",
    "3: the count 3 stands before 2",
  ]);
  assert.deepEqual(await of("gap"), ["3: the count 5 follows 2"]);
  assert.deepEqual(await of("not_from_1"), ["1: the counts start at 7"]);
  assert.deepEqual(
    await inNotebook([
      ["code", "f()"],
      ["code", "g()", ["skip-execution"], {
        outputs: [{ output_type: "stream", name: "stdout", text: "x" }],
      }],
    ]),
    [],
    "what is never executed says nothing of the others",
  );
  assert.deepEqual(await of("not_run"), ["2: the cell was not executed, others were"]);
  assert.deepEqual(await of("error"), [
    "2: the stored output is an error: Error: boom",
    "3: the cell was not executed, others were",
  ]);
});

Deno.test("F-NBK-04: what a Deno kernel can leave behind", async () => {
  const of = (name: string) =>
    findings(`${cases}F-NBK-04/${name}.ipynb`, "output-pending", "output-missing", "output-error");
  assert.deepEqual(await of("pending"), ["1: a stored result is a pending promise"]);
  assert.deepEqual(await of("silent_error"), [
    "1: the cell was executed and shows something, but has no output",
    "2: the cell was executed and shows something, but has no output",
  ]);
  const [collected] = await of("collected");
  assert.match(collected, /^1: the stored output is an error: .*Promise was collected/);
  assert.deepEqual(await of("last_line_only"), []); // nothing shows it afterwards
});

Deno.test("code that a kernel breaks without a word", async () => {
  assert.deepEqual(
    await inNotebook([
      [
        "code",
        'import { a } from "npm:a@1";\nconst b = await import("jsr:@b/c");\nexport * from "x";',
      ],
      ["code", "\nfunction f() {\n  Deno.test('x', () => {});\n}\nimport.meta.url;"],
      ["code", "const x = ;"],
      ["code", "const x = ;", ["raises-exception"]],
      ["code", "// the value\n[1, 2].length\n"],
      ["code", "await show(1);"],
      ["code", "let n = 0;\nn += 1"],
      ["code", "{ a: 1, b: [n] }"],
      ["code", "console.log(1)"],
      ["code", "void Promise.resolve()"],
      ["code", "const s = \"import 'npm:a' Deno.test(1)\";"],
    ]),
    [
      ["literal-import", 1, 1],
      ["literal-import", 1, 2],
      ["deno-test", 2, 3],
      ["import-meta", 2, 5],
      ["last-result", 2, 5],
      ["syntax", 3, 1],
      ["last-result", 5, 2],
      ["last-result", 8, 1],
    ],
  );
});

Deno.test("names that the kernel refuses, and those that it takes again", async () => {
  const findings = await inNotebook([
    ["code", 'const a = 1, { b, c: [d] } = x;\nimport { e, type T } from "e";\nlet f;\nclass G {}'],
    ["code", "var h;\nfunction i() {}\nenum J { A }\nfor (var k = 0;;) {}\nconst enum L { A }"],
    ["code", 'const e = 1, T = 2;\nimport * as a from "a";\nlet G;\nclass f {}\nvar i;\nlet L;'],
    ["code", "function k() {}\nvar J;\nlet m; { let a; }\ndeclare const h: number;"],
    ["code", "let a = 2;"],
    ["code", "var d;\nfunction e() {}"],
    ["code", "let k;\nconst G = 1;"],
    ["code", "let h;", ["raises-exception"]],
    ["code", "let h;", ["skip-execution"]],
    ["code", "const Deno = 1;"],
  ]);
  assert.deepEqual(findings, [
    ["redeclaration", 5, 1],
    ["redeclaration", 6, 1],
    ["redeclaration", 6, 2],
    ["redeclaration", 7, 1],
    ["redeclaration", 7, 2],
    ["deno-name", 10, 1],
  ]);
});

Deno.test("pictures without words, outputs of 2 MB, parameters that nobody declares", async () => {
  const shown = (data: object, metadata = {}) => ({
    execution_count: 1,
    outputs: [{ output_type: "display_data", data, metadata }],
  });
  assert.deepEqual(
    await inNotebook([
      ["markdown", "text\n\n![](a.png) ![words](b.png) `![](c)`\n<img src=d>\n```\n![](e)\n```"],
      ["code", "await show(p);", [], shown({ "image/png": "AAAA" })],
    ]),
    [["alt-text", 1, 3], ["alt-text", 1, 4], ["alt-text", 2, null]],
  );
  assert.deepEqual(
    await inNotebook([
      [
        "code",
        "await show(p);",
        [],
        shown({ "image/png": "A" }, { "image/png": { alt: "words" } }),
      ],
    ]),
    [],
  );
  assert.deepEqual(
    await inNotebook([["code", "await show(p);", [], shown({ "text/plain": "x".repeat(2e6) })]]),
    [["output-size", 1, null]],
  );
  assert.deepEqual(
    await inNotebook([
      ["code", "const a = 1;", ["injected-parameters"]],
    ]),
    [["parameters", 1, null]],
  );
  assert.deepEqual(
    await inNotebook([
      ["code", "const a = 1;", ["parameters"]],
      ["code", "const a = 2, c = 3;\nconst b = 2;", ["injected-parameters"]],
      ["code", "const c = 1;", ["parameters"]],
    ]),
    [["parameters", 2, null], ["parameters", 3, null]],
  );
  assert.deepEqual(await inNotebook([["code", "1"]], { papermill: { parameters: { a: 1 } } }), [
    ["parameters", null, null],
    ["last-result", 1, 1],
  ]);
});

Deno.test("a finding says where, what and how to mend it, in one line", async () => {
  const [first] = await checkNotebooks([`${cases}F-NBK-03/gap.ipynb`], { types: false });
  assert.match(
    findingLine(first).replace(cases, ""),
    /^F-NBK-03\/gap\.ipynb: cell 1 \(id a\), line 1, column 1: last-result: .*\. Write `await show/,
  );
});

Deno.test("a notebook in another language is checked for its form only", async () => {
  const python = { kernelspec: { name: "python3", language: "python" } };
  assert.deepEqual(await inNotebook([["code", "import numpy as np\nx = 1"]], python), []);
});

Deno.test("the module for the type checker keeps the place of every line", () => {
  const script = (...sources: string[]) =>
    buildScript(sources.map((source, index) => {
      const parsed = parseCell(source);
      assert(parsed.ok);
      return { index, source, statements: parsed.statements };
    }));
  const { text, origins } = script(
    'const a = 1;\nimport { b } from "b";',
    'import { b } from "b";\nconst a = b;',
    "const { c, d: [e] } = f();",
    "class e {}",
  );
  assert.equal(
    text,
    [
      'import { b } from "b";',
      "const a = 1;",
      "                      ",
      "{",
      "                      ",
      "const a = b;",
      "const { c, d: [e] } = f();",
      "{",
      "class e {}",
      "}}",
      "export {};",
      "",
    ].join("\n"),
  );
  assert.deepEqual(origins.map((each) => each && `${each.cell}:${each.line}`), [
    "0:2",
    "0:1",
    "0:2",
    null,
    "1:1",
    "1:2",
    "2:1",
    null,
    "3:1",
    null,
    null,
  ]);
});
