import assert from "node:assert/strict";
import { Writable } from "node:stream";
import { jsonView, plainView, terminalView } from "../../lib/cli/progress_views.ts";
import type { ProgressEvent } from "../../lib/run/progress.ts";
import { type ScriptedRun, scriptedRun, smallPlan } from "../runs/scripted_run.ts";

const spoilt = { with: { truncated: true } };

/** A run of one scenario whose second measured round does not count, a second a round. */
async function eventsOf(run: ScriptedRun = {}): Promise<ProgressEvent[]> {
  const { events } = await scriptedRun({
    plan: smallPlan({ concurrency: [1] }),
    script: (_, fired) => ({ endAfterNs: 1e9, ...(fired === 3 ? spoilt : {}) }),
    ...run,
  });
  return events;
}

Deno.test("progress as lines says scenario, round, responses, rate and the time left", async () => {
  const lines: string[] = [];
  const view = plainView((line) => lines.push(line));
  for (const event of await eventsOf()) view(event);
  assert.deepEqual(lines.map((line) => line.replace(/\/\S+\//, "")), [
    "Waiting for the server of tiny-cycle",
    "The server of tiny-cycle is ready",
    "Writing 2026-01-01T000000Z_small_example",
    "Scenario 1 of 1: tiny-cycle-4x1",
    "  warm-up: 1 of 1 responses, 1.0 s, 3 tokens/s, 2 s left",
    "  round 1 of 2: 1 of 1 responses, 1.0 s, 3 tokens/s, 1 s left",
    "  round 2 of 2: 0 of 1 responses, 1.0 s, 3 tokens/s, does not count (truncated), 0 s left",
    "  partial: 1 round counts. 1 of 2 rounds count (truncated)",
    "Done. 0 of 1 scenarios completed, sealed in 2026-01-01T000000Z_small_example",
  ]);
});

Deno.test("progress for machines is one JSON value a line, in the order of events", async () => {
  const lines: string[] = [];
  const view = jsonView((line) => lines.push(line));
  const events = await eventsOf();
  for (const event of events) view(event);
  assert.deepEqual(lines.map((line) => JSON.parse(line)), JSON.parse(JSON.stringify(events)));
  assert(lines.every((line) => !line.includes("\n")));
});

Deno.test("a terminal shows the round that runs and the temperature, and draws nothing meanwhile", async () => {
  let drawn = "";
  const out = Object.assign(
    new Writable({
      write: (chunk, _, done) => {
        drawn += chunk;
        done();
      },
    }),
    { isTTY: true, columns: 100, rows: 30 },
  ) as unknown as NodeJS.WriteStream;
  const view = terminalView(out);
  const reading = { atNs: 1, celsius: 61, marginCelsius: null, slowdown: false };
  const guard = {
    reading: () => reading,
    tripped: new Promise<never>(() => {}),
    stop: () => Promise.resolve(),
  };
  let underWay = "";
  await scriptedRun({
    plan: smallPlan({ concurrency: [1] }),
    // the barrier has been passed: nothing is drawn until the response has ended
    script: () => {
      underWay = drawn;
      return { atEnd: () => assert.equal(drawn, underWay) };
    },
    tools: { progress: view, openGuard: () => Promise.resolve(guard) },
  });
  assert.match(
    drawn,
    /tiny-cycle-4x1: round 1 of 2 is running, 1 request, 61 degrees C, 1 s left/,
  );
  assert.match(drawn, /round 2 of 2: 1 of 1 responses, .*61 degrees C/);
  assert.match(drawn, /completed: 2 rounds count/);
});
