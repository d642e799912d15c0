import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { type NotebookRun, runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import type { Place, RecordSpec } from "../records/build_record.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

const plan = { promptTokens: [2048], concurrency: [4] };

async function executed(
  notebook: string,
  specs: RecordSpec[],
  parametersOf: (folders: string[]) => Record<string, unknown>,
): Promise<NotebookRun> {
  const parent = await Deno.makeTempDir();
  try {
    const folders: string[] = [];
    for (const spec of specs) folders.push(await writeSealedRecord(parent, { plan, ...spec }));
    const [run] = await runNotebooks([join(project.notebooks, notebook)], {
      parameters: parametersOf(folders),
    });
    return run;
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

/** The HTML of all outputs of a cell. */
function htmlOf(run: NotebookRun, id: string): string {
  assert.equal(run.status, "completed", run.status === "failed" ? run.sentence : "");
  const cell = run.notebook.cells.find((cell) => cell.id === id);
  assert(cell?.cell_type === "code" && cell.outputs.length > 0, id);
  return cell.outputs.map((output) =>
    output.output_type === "display_data" ? String(output.data["text/html"]) : ""
  ).join("\n");
}

Deno.test("notebook 04 shows a soak, its hours and its slowest responses", async () => {
  const timing = ({ round, index }: Place) => ({
    ttftNs: 4e9 + index * 1e6,
    responseNs: 20e9 + round * 1e6 + (round === 77 ? 9e9 : 0),
  });
  const soak = { ...plan, soak: { minimumSeconds: 3600 } };
  const run = await executed(
    "04-soak.ipynb",
    [{ plan: soak, rounds: () => 200, timing }],
    ([record]) => ({ record }),
  );
  assert.match(htmlOf(run, "soak-table"), /<td class="number">800<\/td>/);
  assert.match(htmlOf(run, "soak-figure"), /SIMULATED/);
  assert.match(htmlOf(run, "hours-table"), /data-table="soak-hours"/);
  assert.match(htmlOf(run, "thermal-table"), /not measured/);
  assert.match(htmlOf(run, "simulated-hours"), /class="provenance">simulated/);
  assert.equal(htmlOf(run, "slow-responses").match(/29\.077/g)?.length, 4);
});

Deno.test("notebook 06 compares two records and refuses what may not be compared", async () => {
  const timing = (factor: number) => ({ round }: Place) => ({
    ttftNs: 1e8 * factor,
    responseNs: (1e9 + round * 1e6) * factor,
  });
  const parameters = ([a, b]: string[]) => ({ a, b, language: "de" });
  const run = await executed("06-compare-runs.ipynb", [
    { id: "first", timing: timing(1) },
    { id: "second", timing: timing(2) },
  ], parameters);
  assert.match(htmlOf(run, "decision-table"), /die zweite Seite ist langsamer, Verhältnis 2,000/);
  assert.match(htmlOf(run, "scenario-table"), /langsamer/);
  assert.match(htmlOf(run, "comparison-figure"), /SIMULIERT/);
  assert.match(htmlOf(run, "metric-tables"), /Zeit bis zum ersten Token/);
  const refused = await executed("06-compare-runs.ipynb", [
    { id: "first", timing: timing(1) },
    { id: "second", timing: timing(2), plan: { ...plan, method: "historical" } },
  ], parameters);
  assert(refused.status === "failed");
  assert.match(refused.sentence, /method: core-1\.1 against historical/);
});
