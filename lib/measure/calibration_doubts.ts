import type { Calibration } from "../record/calibration.ts";

/** Largest share of a median that the client may add of its own. */
export const ERROR_LIMIT = 0.01;
/** A timer of 10 ms that is later than this in 1 of 100 cases shows a busy host. */
export const LAG_LIMIT_NS = 10e6;

/** Why the times of a record are to be taken with care. */
export interface CalibrationDoubt {
  when: "before" | "after";
  what: "ttft-error" | "response-time-error" | "busy-host";
  /** Found, and the most that is taken: a share of the median, or nanoseconds of lag. */
  found: number;
  limit: number;
  scenario: string | null;
}

/** The medians of one scenario, in nanoseconds; null where it has none. */
export interface ScenarioMedians {
  id: string;
  ttftNs: number | null;
  responseTimeNs: number | null;
}

/**
 * Marks a record by its calibrations: the client's median error exceeds 1 % of a scenario's median,
 * or the event loop was late. Nothing is stored: the mark is derived whenever a record is read.
 */
export function calibrationDoubts(
  calibration: { before: Calibration | null; after: Calibration | null } | null,
  scenarios: readonly ScenarioMedians[],
): CalibrationDoubt[] {
  const doubts: CalibrationDoubt[] = [];
  for (const when of ["before", "after"] as const) {
    const found = calibration?.[when];
    if (!found) continue;
    for (const { id, ttftNs, responseTimeNs } of scenarios) {
      const errors = [
        ["ttft-error", found.ttftError.medianNs, ttftNs],
        ["response-time-error", found.responseTimeError.medianNs, responseTimeNs],
      ] as const;
      for (const [what, errorNs, medianNs] of errors) {
        const share = medianNs === null ? 0 : Math.abs(errorNs) / medianNs;
        if (share <= ERROR_LIMIT) continue;
        doubts.push({ when, what, found: share, limit: ERROR_LIMIT, scenario: id });
      }
    }
    const { p99Ns } = found.loopLag;
    if (p99Ns > LAG_LIMIT_NS) {
      doubts.push({ when, what: "busy-host", found: p99Ns, limit: LAG_LIMIT_NS, scenario: null });
    }
  }
  return doubts;
}
