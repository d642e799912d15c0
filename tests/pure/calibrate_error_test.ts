import assert from "node:assert/strict";
import { calibrationDoubts } from "../../lib/measure/calibration_doubts.ts";
import { clientError } from "../../lib/measure/client_error.ts";
import { type Calibration, calibrationSchema } from "../../lib/record/calibration.ts";
import type { Response } from "../../lib/record/response.ts";
import type { TruthLine } from "../../lib/record/truth.ts";
import { summarizeRecord } from "../../lib/summarize/summary.ts";
import { buildRecord } from "../records/build_record.ts";

const { lines } = buildRecord({ plan: { promptTokens: [4], outputTokens: 3 }, events: 3 });
const sound = lines.find((line): line is Response => line.kind === "response")!;

/** A client that is 100 late with the first token and 300 with the end; the second gap is closed. */
const seen = (round: number, index: number, sentNs: number): Response => ({
  ...sound,
  phase: "measured",
  slot: { asked: index, reported: index },
  round,
  index,
  sentNs,
  headersNs: sentNs + 50,
  firstEventNs: sentNs + 1100,
  firstTokenNs: sentNs + 1100,
  firstVisibleNs: sentNs + 1100,
  lastTokenNs: sentNs + 4e6 + 300,
  finalEventNs: sentNs + 4e6 + 300,
  closedNs: sentNs + 4e6 + 300,
  arrivals: { afterNs: [1100, 4e6 - 800, 0], tokens: [1, 1, 1] },
});
/** Its clock has another origin. */
const truth = (request: number, slot: number): TruthLine => ({
  kind: "truth",
  request,
  slot,
  promptTokens: 4,
  receivedNs: 7e9,
  headersNs: 7e9,
  firstTokenNs: 7e9 + 1000,
  lastTokenNs: 7e9 + 4e6,
  finalEventNs: 7e9 + 4e6,
  sentAfterNs: [1000, 2e6 - 1000, 2e6],
  fault: null,
});

Deno.test("a client's error is its time minus the server's", () => {
  const error = clientError({
    responses: [seen(1, 0, 500), seen(1, 1, 520)],
    // two of the warm-up, then the measured ones, the slots in another order
    truth: [truth(1, 0), truth(2, 1), truth(4, 0), truth(3, 1)],
    lagsNs: [1e6, 1e6, 4e6],
    clockResolutionNs: 80,
  });
  assert.deepEqual(error.ttftError, { n: 2, medianNs: 100, p99Ns: 100, maximumNs: 100 });
  assert.equal(error.responseTimeError.medianNs, 300);
  // 1,999,000 sent and 3,999,200 seen; 2,000,000 sent and 0 seen
  assert.deepEqual([error.gapError.n, error.gapError.maximumNs], [4, 2_000_200]);
  assert.equal(error.closedGaps, 2);
  assert.equal(error.barrierSpread!.maximumNs, 20);
  assert.equal(error.loopLag.medianNs, 1e6);
});

Deno.test("a response that does not count, or whose truth is missing, is not compared", () => {
  const values = { lagsNs: [1], clockResolutionNs: 1 };
  const whole = seen(1, 0, 0);
  const broken = { ...whole, finalEventNs: null };
  assert.throws(
    () => clientError({ ...values, responses: [broken], truth: [truth(1, 0), truth(2, 0)] }),
    /its verdict is invalid/,
  );
  assert.throws(
    () => clientError({ ...values, responses: [whole], truth: [truth(1, 0)] }),
    /tells nothing of it/,
  );
});

const calm: Calibration = calibrationSchema.parse({
  version: 1,
  atUtc: "2026-01-01T00:00:00.000Z",
  server: "corebook-simulator 0.1.0",
  asked: { concurrency: 4, promptTokens: 2048, outputTokens: 64, gapNs: 5e6, rounds: 5 },
  ttftError: { n: 20, medianNs: 1e6, p99Ns: 2e6, maximumNs: 2e6 },
  responseTimeError: { n: 20, medianNs: 1e6, p99Ns: 2e6, maximumNs: 2e6 },
  gapError: { n: 1260, medianNs: 5e4, p99Ns: 1e6, maximumNs: 2e6 },
  closedGaps: 0,
  barrierSpread: { n: 5, medianNs: 5e4, p99Ns: 6e4, maximumNs: 6e4 },
  loopLag: { n: 300, medianNs: 1.2e6, p99Ns: 3e6, maximumNs: 5e6 },
  clockResolutionNs: 80,
});

Deno.test("a record is marked when the client adds more than 1 %, or its host was busy", () => {
  const slow = { id: "slow", ttftNs: 200e6, responseTimeNs: 1.5e9 };
  const quick = { id: "quick", ttftNs: 99e6, responseTimeNs: 100e6 };
  assert.deepEqual(calibrationDoubts(null, [slow]), []);
  // 1 ms of 200, and of exactly 100
  assert.deepEqual(calibrationDoubts({ before: calm, after: calm }, [slow]), []);
  const doubts = calibrationDoubts({ before: calm, after: null }, [slow, quick]);
  assert.deepEqual(doubts.map(({ what, scenario }) => [what, scenario]), [["ttft-error", "quick"]]);
  const busy = { ...calm, loopLag: { ...calm.loopLag, p99Ns: 11e6 } };
  const [doubt] = calibrationDoubts({ before: null, after: busy }, [slow]);
  assert.deepEqual([doubt.when, doubt.what, doubt.found], ["after", "busy-host", 11e6]);
});

Deno.test("the mark stands beside the figures of each scenario that it speaks of", async () => {
  const built = buildRecord({
    plan: { promptTokens: [4, 8], concurrency: [1] },
    timing: ({ promptTokens }) => ({ ttftNs: promptTokens === 4 ? 5e7 : 2e8, responseNs: 1e9 }),
    record: {
      calibration: {
        before: calm,
        after: { ...calm, ttftError: { ...calm.ttftError, medianNs: 15e5 } },
      },
    },
  });
  const { scenarios } = await summarizeRecord(built.record, built.lines);
  const notes = scenarios.map(({ notes }) =>
    notes.filter(({ code }) => code === "client-error").map(({ message }) => message)
  );
  assert.deepEqual(notes[1], []);
  assert.equal(notes[0].length, 1);
  assert.match(notes[0][0], /time to first token, as calibrated after the run, is 3\.0% of the/);
});
