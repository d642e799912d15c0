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
  return [...kinds.values()].map((doubts) => {
    const worst = doubts.reduce((a, b) => b.found > a.found ? b : a);
    return {
      code: worst.what === "busy-host" ? "busy-host" : "client-error",
      message: sentence(worst),
    };
  });
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
