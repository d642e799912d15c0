/**
 * The 12 scenarios of CORE-1.1 on the simulator and the wall clock, scaled: how far sockets, timers
 * and the client lead away from the times that the profile says, which are the published ones.
 * `--scale=0.1` is ten times as fast (about two minutes); `--json` prints one object.
 */
import { systemClock } from "../../lib/base/clock.ts";
import { calibrateClient, calibrationOf } from "../../lib/cli/calibrate_client.ts";
import { calibrationLines } from "../../lib/cli/calibrate.ts";
import { simulatePlan } from "../../lib/cli/simulate_plan.ts";
import { loadRecord } from "../../lib/archive/load.ts";
import { loadPlan, planPath } from "../../lib/plan/load.ts";
import { loadPublished } from "../../lib/record/published_read.ts";
import { summarizeRecord } from "../../lib/summarize/summary.ts";

const scale = Number(
  Deno.args.find((arg) => arg.startsWith("--scale="))?.slice("--scale=".length) ?? 0.1,
);
const plan = await loadPlan("core-1.1");
const clock = systemClock();
const calibration = await calibrateClient(calibrationOf(plan), {
  clock,
  signal: new AbortController().signal,
});
const out = await Deno.makeTempDir();
try {
  const { folder } = await simulatePlan({
    plan,
    planFile: planPath("core-1.1"),
    profile: "article-gpu",
    clock: { kind: "wall", timeScale: scale },
    out,
    progress: () => {},
    log: () => {},
  });
  const { record, lines } = await loadRecord(folder);
  const { scenarios } = await summarizeRecord(record, lines());
  const published = await loadPublished("core-1.1");
  const rows = scenarios.map(({ facts, headline }, at) => ({
    scenario: facts.id,
    published: published.scenarios[at].outputTokensPerSecond,
    tokensPerSecond: headline.throughput.value! * scale,
    ttftSeconds: headline.ttft.median! / 1e9 / scale,
    responseSeconds: headline.responseTime.median! / 1e9 / scale,
  }));
  if (Deno.args.includes("--json")) {
    console.log(JSON.stringify({ scale, rows, calibration }));
  } else {
    console.log(`Simulated, all times multiplied by ${scale} and scaled back:`);
    for (const { scenario, published, tokensPerSecond } of rows) {
      const off = (tokensPerSecond / Number(published) - 1) * 100;
      const found = `${tokensPerSecond.toFixed(1)} tokens/s, published ${published}`;
      console.log(`  ${scenario.padEnd(34)} ${found}, ${off.toFixed(2)} %`);
    }
    for (const line of calibrationLines(calibration)) console.log(line);
  }
} finally {
  await Deno.remove(out, { recursive: true });
}
