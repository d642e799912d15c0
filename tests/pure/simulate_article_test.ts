import assert from "node:assert/strict";
import { loadRecord } from "../../lib/archive/load.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import { loadPublished } from "../../lib/record/published_read.ts";
import { summarizeRecord } from "../../lib/summarize/summary.ts";
import { simulatedRun } from "../simulated_run.ts";

Deno.test("the 12 scenarios on the simulator give the published table, string by string", async () => {
  const published = await loadPublished("core-1.1");
  const out = await Deno.makeTempDir();
  try {
    const result = await simulatedRun(await loadPlan("core-1.1"), { profile: "article-gpu", out });
    assert.deepEqual(result.record.totals, { responses: 180, valid: 180, rounds: 72 });
    const { record, lines } = await loadRecord(result.folder);
    assert.equal(record.provenance.kind, "simulated");
    assert.equal(record.engine.name, "corebook-simulator");
    const summary = await summarizeRecord(record, lines());
    const seconds = (ns: number | null) => (ns! / 1e9).toFixed(1);
    const simulated = summary.scenarios.map(({ facts, headline }) => ({
      model: facts.model.name,
      promptTokens: facts.promptTokens,
      concurrency: facts.concurrency,
      ttft: seconds(headline.ttft.median),
      response: seconds(headline.responseTime.median),
      throughput: headline.throughput.value!.toFixed(1),
    }));
    assert.deepEqual(
      simulated,
      published.scenarios.map((row) => ({
        model: row.model,
        promptTokens: row.promptTokens,
        concurrency: row.concurrency,
        ttft: row.ttftMedianSeconds,
        response: row.responseMedianSeconds,
        throughput: row.outputTokensPerSecond,
      })),
    );
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
