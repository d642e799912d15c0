import assert from "node:assert/strict";
import { join } from "node:path";
import { dataMime } from "../../lib/base/data_mime.ts";
import { project } from "../../lib/base/project.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import type { TableJson } from "../../lib/present/table_json.ts";

Deno.test("notebook 03 shows the articles' tables cell for cell", async () => {
  const [run] = await runNotebooks([join(project.notebooks, "03-published-tables.ipynb")], {});
  assert.equal(run.status, "completed", run.status === "failed" ? run.sentence : "");
  const tableOf = (id: string) => {
    const cell = run.notebook.cells.find((cell) => cell.id === id);
    assert(cell?.cell_type === "code" && cell.outputs.length === 1, id);
    const [output] = cell.outputs;
    assert(output.output_type === "display_data", id);
    return output.data[dataMime] as TableJson;
  };
  const printed = await Deno.readTextFile(
    new URL("../cases/published-tables/tables.txt", import.meta.url),
  );
  const tables = printed.trim().split("\n\n").map((text) =>
    text.split("\n").map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()))
  );
  ["historical-verbatim", "core-verbatim", "soak-verbatim"].forEach((id, at) => {
    const { columns, rows } = tableOf(id);
    const [heads, , ...cells] = tables[at];
    assert.deepEqual(columns.map((column) => column.head), heads);
    assert.deepEqual(rows.map((row) => columns.map((column) => row[column.id].text)), cells);
  });
  assert.equal(tableOf("beside-table").rows.length, 8);
  const figures = run.notebook.cells.filter((cell) => cell.id.endsWith("-figure"));
  assert.equal(figures.length, 2);
  for (const cell of run.notebook.cells) {
    if (cell.cell_type === "code" && cell.id !== "load") assert.equal(cell.outputs.length, 1);
  }
});
