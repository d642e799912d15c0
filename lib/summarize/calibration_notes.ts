import { type CalibrationDoubt, calibrationDoubts } from "../measure/calibration_doubts.ts";
import type { RunRecord } from "../record/record.ts";
import type { SummaryNote } from "./scenario_notes.ts";
import type { ScenarioSummary } from "./summarize_scenario.ts";

/** What the calibrations of the client say against the figures of a scenario. */
export function calibrationNotes(
  { facts, headline }: Pick<ScenarioSummary, "facts" | "headline">,
  calibration: RunRecord["calibration"],
): SummaryNote[] {
  const medians = {
    id: facts.id,
    ttftNs: headline.ttft.median,
    responseTimeNs: headline.responseTime.median,
  };
  return calibrationDoubts(calibration, [medians]).map((doubt) => ({
    code: doubt.what === "busy-host" ? "busy-host" : "client-error",
    message: sentence(doubt),
  }));
}

function sentence({ when, what, found, limit }: CalibrationDoubt): string {
  if (what === "busy-host") {
    return `The host was busy ${when} the run: one timer in a hundred was more than ` +
      `${(found / 1e6).toFixed(1)} ms late (limit ${limit / 1e6} ms).`;
  }
  const figure = what === "ttft-error" ? "time to first token" : "response time";
  return `The client's own error of the ${figure}, as calibrated ${when} the run, is ` +
    `${(found * 100).toFixed(1)} % of the median (limit ${limit * 100} %).`;
}
