import assert from "node:assert/strict";
import { join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { project } from "../../lib/base/project.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import { loadPublished } from "../../lib/record/published_read.ts";
import { summarizeRecord } from "../../lib/summarize/summary.ts";
import { simulatedRun } from "../runs/simulated_run.ts";

const published = await loadPublished("core-1.1");
/** The rehearsals that lie in the project. */
const rehearsals = {
  matrix: join(project.data, "simulated", "2026-01-01T000000Z_core-1.1_simulated"),
  soak: join(project.data, "simulated", "2026-01-01T000000Z_core-1.1-soak_simulated"),
};
const seconds = (ns: number | null) => (ns! / 1e9).toFixed(1);

async function timesOf(folder: string) {
  const { lines } = await loadRecord(folder);
  const times = [];
  for await (const line of lines()) {
    if (line.kind !== "response") continue;
    times.push([line.scenario, line.round, line.index, line.sentNs, line.arrivals.afterNs]);
  }
  return times;
}

Deno.test("the 12 scenarios on the simulator give the published table, string by string", async () => {
  const out = await Deno.makeTempDir();
  try {
    const result = await simulatedRun(await loadPlan("core-1.1"), { profile: "article-gpu", out });
    assert.deepEqual(result.record.totals, { responses: 180, valid: 180, rounds: 72 });
    const { record, lines } = await loadRecord(result.folder);
    assert.equal(record.provenance.kind, "simulated");
    assert.equal(record.engine.name, "corebook-simulator");
    const summary = await summarizeRecord(record, lines());
    assert.deepEqual(
      summary.scenarios.map(({ facts, headline }) => ({
        model: facts.model.name,
        promptTokens: facts.promptTokens,
        concurrency: facts.concurrency,
        ttft: seconds(headline.ttft.median),
        response: seconds(headline.responseTime.median),
        throughput: headline.throughput.value!.toFixed(1),
      })),
      published.scenarios.map((row) => ({
        model: row.model,
        promptTokens: row.promptTokens,
        concurrency: row.concurrency,
        ttft: row.ttftMedianSeconds,
        response: row.responseMedianSeconds,
        throughput: row.outputTokensPerSecond,
      })),
    );
    assert.deepEqual(await timesOf(result.folder), await timesOf(rehearsals.matrix));
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("the four-hour soak on the simulator gives the published figures", async () => {
  const { record, lines } = await loadRecord(rehearsals.soak);
  assert.equal(record.provenance.kind, "simulated");
  const { scenarios, soaks } = await summarizeRecord(record, lines());
  const [{ headline, counts }] = scenarios;
  const soak = published.soak!;
  const { p95 } = headline.responseTime;
  assert.deepEqual(
    [soaks[0].minutes.toFixed(1), counts.rounds, counts.responses],
    [soak.measuredMinutes, soak.rounds, soak.responses],
  );
  assert.deepEqual(
    [headline.throughput.value!.toFixed(1), seconds(headline.responseTime.median)],
    [soak.outputTokensPerSecond, soak.responseMedianSeconds],
  );
  assert.equal(p95.status === "given" && seconds(p95.value), soak.responseP95Seconds);
});
