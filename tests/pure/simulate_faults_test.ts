import assert from "node:assert/strict";
import { loadRecord } from "../../lib/archive/load.ts";
import { judgeResponse } from "../../lib/record/validity.ts";
import { type Fault, faultKinds } from "../../lib/simulate/fault.ts";
import { smallPlan } from "../runs/scripted_run.ts";
import { simulatedRun } from "../runs/simulated_run.ts";

/** The verdict on the response that a fault befell; `exit` needs a process of its own. */
const verdicts: Record<Exclude<Fault["kind"], "exit">, string[]> = {
  "status-500": ["http-status"],
  "error-event": ["error-event"],
  "cut": ["connection-lost"],
  "silence": ["silence"],
  "short": ["token-count", "stop-type"],
  "cache-hit": ["cache-hit", "prompt-not-processed"],
  "truncated": ["truncated"],
  "wrong-slot": ["wrong-slot"],
  "second-final-event": ["second-final-event"],
};

Deno.test("each scripted fault is found by the runner, and spoils its round alone", async () => {
  const plan = smallPlan({ concurrency: [2], measuredRounds: 3, outputTokens: 8 });
  const out = await Deno.makeTempDir();
  try {
    for (const kind of faultKinds.filter((kind) => kind !== "exit")) {
      // the warm-up has 1 and 2; the second measured round has 5 and 6
      const fault: Fault = { request: 6, kind, afterTokens: 4 };
      const { folder } = await simulatedRun(plan, { faults: [fault], out });
      const { record, lines } = await loadRecord(folder);
      const [cell] = record.scenarios;
      assert.deepEqual([cell.status, cell.roundsCompleted], ["partial", 2], kind);
      const bad: string[][] = [];
      for await (const line of lines()) {
        if (line.kind !== "response") continue;
        const verdict = judgeResponse(line);
        if (verdict.status !== "invalid") continue;
        bad.push(verdict.reasons);
        assert.deepEqual([line.round, line.index], [2, 1]);
      }
      assert.deepEqual(bad, [verdicts[kind]], kind);
    }
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});

Deno.test("the same plan, profile and seed give the same responses to the nanosecond", async () => {
  const plan = smallPlan({ promptTokens: [3000], outputTokens: 20 });
  const out = await Deno.makeTempDir();
  try {
    const times = [];
    for (let run = 0; run < 2; run++) {
      const { folder } = await simulatedRun(plan, { out });
      const { lines } = await loadRecord(folder);
      const found = [];
      for await (const line of lines()) {
        if (line.kind === "response") found.push([line.sentNs, line.arrivals, line.finalEventNs]);
      }
      times.push(found);
    }
    assert.equal(times[0].length, 9);
    assert.deepEqual(times[0], times[1]);
  } finally {
    await Deno.remove(out, { recursive: true });
  }
});
