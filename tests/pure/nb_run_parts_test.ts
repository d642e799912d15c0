import assert from "node:assert/strict";
import { UserError } from "../../lib/base/errors.ts";
import { assignCellIds } from "../../lib/notebook/cell_ids.ts";
import {
  type CodeCell,
  formatNotebook,
  type Notebook,
  parseNotebook,
} from "../../lib/notebook/ipynb.ts";
import { applyParameters, parametersOf } from "../../lib/notebook/params.ts";
import { declarationsOf } from "../../lib/notebook/params_declarations.ts";
import { importsOf } from "../../lib/notebook/run_imports.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { OutputCollector } from "../../lib/notebook/run_outputs.ts";
import { codeCell } from "../notebooks/code_cell.ts";

function code(source: string, tags?: string[], id = "a"): CodeCell {
  return codeCell(id, source, { metadata: tags ? { tags } : {} });
}

Deno.test("F-NBK-01: ids are kept where they are good, else given, the same each time", () => {
  const ids = (cells: { id?: unknown }[]) => {
    const { cells: named, problems } = assignCellIds(cells);
    return [named.map((cell) => cell.id), problems.map((each) => each.problem)];
  };
  assert.deepEqual(ids([{ id: "m1" }, { id: "c1" }]), [["m1", "c1"], []]);
  assert.deepEqual(ids([{}, { id: "b2" }]), [["cell-1", "b2"], ["missing"]]);
  assert.deepEqual(ids([{ id: "same" }, { id: "same" }]), [["same", "cell-2"], ["not unique"]]);
  assert.deepEqual(ids([{ id: "x1" }, { id: null }]), [["x1", "cell-2"], ["null"]]);
  assert.deepEqual(ids([{ id: "a b" }, { id: "" }]), [["cell-1", "cell-2"], [
    "not allowed",
    "not allowed",
  ]]);
  assert.deepEqual(ids([{}, { id: "cell-1" }]), [["cell-1-2", "cell-1"], ["missing"]]);
});

Deno.test("F-NBK-01: what is written has format 4.5 and stays the same when written twice", () => {
  const old = JSON.stringify({
    nbformat: 4,
    nbformat_minor: 4,
    metadata: {},
    cells: [{
      cell_type: "code",
      execution_count: 1,
      metadata: {},
      outputs: [
        { output_type: "stream", name: "stdout", text: ["a\n", "b"] },
        {
          output_type: "display_data",
          metadata: {},
          data: { "application/json": { 10: 1, 9: 2 } },
        },
      ],
      source: ["1+1\n", "2"],
    }, { cell_type: "markdown", metadata: {}, source: "" }],
  });
  const once = formatNotebook(parseNotebook(old, "old.ipynb"));
  assert.equal(formatNotebook(parseNotebook(once, "once.ipynb")), once);
  assert.match(once, /"nbformat_minor": 5\n}\n$/);
  assert.match(once, /"10": 1,\n\s+"9": 2/);
});

Deno.test("files that are no notebook are refused with the place and advice", () => {
  const refused = (text: string, message: RegExp) =>
    assert.throws(
      () => parseNotebook(text, "x.ipynb"),
      (error) => error instanceof UserError && message.test(`${error.message} ${error.advice}`),
    );
  refused("{", /^Cannot read x\.ipynb: it is not JSON/);
  refused("<<<<<<< HEAD\n{}", /conflict marks/);
  refused('{"nbformat":3,"worksheets":[]}', /format 3, not 4 .*JupyterLab/);
  refused('{"nbformat":4,"nbformat_minor":6,"metadata":{},"cells":[]}', /nbformat_minor/);
  refused(
    '{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"heading"}]}',
    /cells\.0/,
  );
});

Deno.test("parameters: what cells declare", () => {
  const source = `// Parameters of the report
const model = "tiny"; // name of the model
let rounds: number = 5
const ratio = -0.5, other = 1;
let mode: "cold" | "warm" =
  "cold";
// how long
const limit: { hours: number; unit?: "h" } = { hours: 1 };
/**
 * A function
 * of one number.
 */
const f = (a: number) => a;
/** Too large. */
const big = 10n;
let text = "const hidden = 1;"; const last: string | null = null;
{ const inner = 1; }`;
  assert.deepEqual(
    declarationsOf(source).map(({ name, type, defaultText, help }) => [
      name,
      type,
      defaultText,
      help,
    ]),
    [
      ["model", "string", '"tiny"', "name of the model"],
      ["rounds", "number", "5", ""],
      ["ratio", null, "-0.5, other = 1", ""],
      ["mode", '"cold" | "warm"', '"cold"', ""],
      ["limit", '{ hours: number; unit?: "h" }', "{ hours: 1 }", "how long"],
      ["f", null, "(a: number) => a", "A function of one number."],
      ["big", null, "10n", "Too large."],
      ["text", "string", '"const hidden = 1;"', ""],
      ["last", "string | null", "null", ""],
    ],
  );
});

Deno.test("parameters: injected behind their cell, read by type, unknown names refused", () => {
  const notebook: Notebook = {
    metadata: {},
    cells: [
      code("1", [], "first"),
      code('const rounds = 5;\nlet label: string = "";\nlet on = false;', ["parameters"], "p"),
      code("rounds", [], "last"),
    ],
  };
  const values = { rounds: "7", label: "7", on: "true" };
  const once = applyParameters(notebook, values, "a.ipynb");
  assert.deepEqual(once.cells.map((cell) => cell.id), [
    "first",
    "p",
    "injected-parameters",
    "last",
  ]);
  assert.equal(
    once.cells[2].source,
    '// Parameters\nconst rounds = 7;\nlet label: string = "7";\nlet on = true;',
  );
  assert.deepEqual(once.cells[2].metadata, { tags: ["injected-parameters"] });
  const twice = applyParameters(once, { rounds: 8 }, "a.ipynb");
  assert.deepEqual(twice.cells.map((cell) => cell.id), once.cells.map((cell) => cell.id));
  assert.equal(twice.cells[2].source, "// Parameters\nconst rounds = 8;");
  assert.deepEqual(parametersOf(twice).map((each) => each.name), ["rounds", "label", "on"]);
  assert.equal(applyParameters(notebook, {}, "a.ipynb"), notebook);

  const refused = (values: Record<string, unknown>, message: RegExp) =>
    assert.throws(
      () => applyParameters(notebook, values, "a.ipynb"),
      (error) =>
        error instanceof UserError && error.exitCode === 2 &&
        message.test(`${error.message} ${error.advice}`),
    );
  refused({ round: "7" }, /no such parameter It has: rounds, label, on\./);
  refused({ rounds: "many" }, /rounds is of type number, which "many" is not/);
  refused({ on: "yes" }, /on is of type boolean/);
  refused({ rounds: null }, /rounds is of type number, which null is not/);
});

Deno.test("imports are found in each form, with their places", () => {
  const source = `import a from "./a.ts"; import 'b';
export * from "npm:c@1";
import d, {
  e,
} from "jsr:@d/d";
const f = await import("f"), g = await import( 'g');
import type { H } from "h";`;
  assert.deepEqual(
    importsOf(source).map(({ specifier, position: { line, column } }) => [specifier, line, column]),
    [
      ["./a.ts", 1, 15],
      ["b", 1, 32],
      ["npm:c@1", 2, 15],
      ["jsr:@d/d", 5, 8],
      ["f", 6, 24],
      ["g", 6, 48],
      ["h", 7, 24],
    ],
  );
});

Deno.test("outputs: streams join, displays are updated everywhere, clearing may wait", () => {
  const outputs = new OutputCollector();
  const [first, second] = [code("1"), code("2")];
  const send = (cell: CodeCell, type: string, content: Record<string, unknown>) =>
    outputs.add(cell, { type, parentId: null, content });
  const shown = { data: { "text/html": "0" }, metadata: {}, transient: { display_id: "bar" } };
  send(first, "stream", { name: "stdout", text: "a" });
  send(first, "stream", { name: "stdout", text: "b" });
  send(first, "display_data", shown);
  send(first, "display_data", shown);
  send(second, "update_display_data", { ...shown, data: { "text/html": "1" } });
  const updated = { output_type: "display_data", data: { "text/html": "1" }, metadata: {} };
  assert.deepEqual(first.outputs, [
    { output_type: "stream", name: "stdout", text: "ab" },
    updated,
    updated,
  ]);
  assert.deepEqual(second.outputs, []);
  send(first, "clear_output", { wait: true });
  assert.equal(first.outputs.length, 3);
  send(first, "stream", { name: "stderr", text: "new" });
  assert.deepEqual(first.outputs, [{ output_type: "stream", name: "stderr", text: "new" }]);
  assert.throws(() => send(first, "stream", { text: "a" }), /stream message whose name is wrong/);
  send(first, "comm_open", {});
  assert.equal(first.outputs.length, 1);
});

Deno.test("a run is refused before it starts when it would overwrite or confuse files", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const write = async (path: string, metadata: Record<string, unknown> = {}) => {
      await Deno.writeTextFile(`${folder}/${path}`, formatNotebook({ metadata, cells: [] }));
      return `${folder}/${path}`;
    };
    await Deno.mkdir(`${folder}/b`);
    const [a, other] = [await write("a.ipynb"), await write("b/a.ipynb")];
    const python = await write("p.ipynb", { kernelspec: { name: "python3", language: "python" } });
    const outDir = `${folder}/out`;
    await assert.rejects(runNotebooks([a], { outDir: folder }), /would replace it/);
    await assert.rejects(runNotebooks([a, other], { outDir }), /both would be written to/);
    await assert.rejects(
      runNotebooks([python], { outDir }),
      /for the kernel python3, not for Deno/,
    );
    await assert.rejects(runNotebooks([`${folder}/none.ipynb`], { outDir }), /none\.ipynb/);
    await assert.rejects(Deno.stat(outDir), Deno.errors.NotFound);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
