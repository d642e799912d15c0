/**
 * How long the figures of a long record take, and in how much memory: `deno run -A
 * tests/bench/summary_speed.ts`. The lines come from memory, then from a sealed record on the disk.
 *
 * @module
 */
import { rmSync } from "node:fs";
import { loadRecord } from "../../lib/archive/load.ts";
import { catalogue } from "../../lib/measure/catalogue.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { isMeasured } from "../../lib/measure/scenario.ts";
import type { Line } from "../../lib/record/response.ts";
import { pointValue } from "../../lib/summarize/figure.ts";
import { summarizeRecord } from "../../lib/summarize/summary.ts";
import { buildRecord } from "../records/build_record.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

const spec = {
  plan: { promptTokens: [8192], concurrency: [4], soak: { minimumSeconds: 600 } },
  rounds: () => 576,
  timing: ({ round, index }: { round: number; index: number }) => ({
    ttftNs: 1e9 + (round * 7919 + index * 104729) % 1e8,
    responseNs: 5e9 + (round * 15485863 + index * 32452843) % 1e8,
  }),
};

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const start = performance.now();
  await work();
  const seconds = (performance.now() - start) / 1e3;
  const megabytes = Deno.memoryUsage().rss / 2 ** 20;
  console.log(`${what}: ${seconds.toFixed(2)} s, resident ${megabytes.toFixed(0)} MiB`);
}

const { record, lines } = buildRecord(spec);
const responses = lines.filter(({ kind }) => kind === "response").length;
console.log(`${responses} responses (the warm-up among them) of 256 tokens`);
await timed("point figures, lines in memory", async () => {
  const [scenario] = (await readScenarios(record, lines)).filter(isMeasured);
  for (const metric of catalogue) pointValue(metric, scenario);
});
await timed("whole summary with intervals, lines in memory", () => summarizeRecord(record, lines));

const parent = await Deno.makeTempDir();
addEventListener("unload", () => rmSync(parent, { recursive: true, force: true }));
const folder = await writeSealedRecord(parent, { ...spec, events: 256 });
await timed("point figures from the sealed record on disk, verified", async () => {
  const stored = await loadRecord(folder);
  const [scenario] = (await readScenarios(stored.record, stored.lines())).filter(isMeasured);
  for (const metric of catalogue) pointValue(metric, scenario);
});

/** Ten times the rounds, made one after the other: the events of one response are there at a time. */
function* tenfold(): Generator<Line> {
  const rounds = 576;
  const lengthNs = 4e12;
  for (let copy = 0; copy < 10; copy++) {
    for (const line of lines) {
      if (
        line.kind === "note" || line.kind === "counters" || (copy > 0 && line.phase === "warmup")
      ) continue;
      const round = line.phase === "warmup" ? line.round : line.round + copy * rounds;
      const shifted = Object.entries(line).map(([name, value]) =>
        name.endsWith("Ns") && value !== null
          ? [name, (value as number) + copy * lengthNs]
          : [name, value]
      );
      yield { ...Object.fromEntries(shifted), round };
    }
  }
}
await timed("whole summary of ten times as many, lines as they come", async () => {
  const summary = await summarizeRecord(record, tenfold());
  console.log(`${summary.scenarios[0].counts.responses} responses counted`);
});
