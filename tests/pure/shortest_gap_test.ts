import assert from "node:assert/strict";
import { join } from "node:path";
import { project } from "../../lib/base/project.ts";
import { calibrationOf } from "../../lib/cli/calibrate_client.ts";
import { shortestGapMs } from "../../lib/cli/shortest_gap.ts";
import { readRecordFile } from "../../lib/record/read.ts";

const folder = join(project.data, "simulated", "2026-01-01T000000Z_core-1.1_simulated");

Deno.test("the calibration after a campaign has the rate of its fastest scenario", async () => {
  // the published medians of Qwen3-8B, four at once, 2048 tokens: (3.3 s - 0.7 s) / 255 = 10 ms
  const gapMs = await shortestGapMs(folder);
  assert.equal(gapMs!.toFixed(0), "10");
  const { plan } = await readRecordFile(folder);
  assert.equal(calibrationOf(plan, gapMs!).gapMs, gapMs);
});

Deno.test("a calibration at a slow rate takes fewer tokens, so that it lasts seconds", async () => {
  const { plan } = await readRecordFile(folder);
  assert.deepEqual(
    [5, 20, 500].map((gapMs) => calibrationOf(plan, gapMs).outputTokens),
    [64, 32, 16],
  );
});
