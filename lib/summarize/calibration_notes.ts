import { type CalibrationDoubt, calibrationDoubts } from "../measure/calibration_doubts.ts";
import type { RunRecord } from "../record/record.ts";
import type { SummaryNote } from "./scenario_notes.ts";
import type { ScenarioSummary } from "./summarize_scenario.ts";

/** What the calibrations say against the figures of a scenario, the worse of the two of each kind. */
export function calibrationNotes(
  { facts, headline }: Pick<ScenarioSummary, "facts" | "headline">,
  calibration: RunRecord["calibration"],
): SummaryNote[] {
  const medians = {
    id: facts.id,
    ttftNs: headline.ttft.median,
    responseTimeNs: headline.responseTime.median,
  };
  const kinds = Map.groupBy(calibrationDoubts(calibration, [medians]), ({ what }) => what);
  return [...kinds.values()].map((doubts) =>
    noteOf(doubts.reduce((a, b) => b.found > a.found ? b : a))
  );
}

function noteOf({ when, what, found, limit }: CalibrationDoubt): SummaryNote {
  if (what === "busy-host") {
    const message = `The host was busy ${when} the run: one timer in a hundred was more than ` +
      `${(found / 1e6).toFixed(1)} ms late (limit ${limit / 1e6} ms).`;
    return { code: "busy-host", when, lagNs: found, limitNs: limit, message };
  }
  const metric = what === "ttft-error" ? "ttft" : "response-time";
  const name = metric === "ttft" ? "time to first token" : "response time";
  const message = `The client's own error of the ${name}, as calibrated ${when} the run, is ` +
    `${(found * 100).toFixed(1)}% of the median, over the limit of ${limit * 100}%: the time may ` +
    "be too long by about as much.";
  return { code: "client-error", when, metric, share: found, limit, message };
}
