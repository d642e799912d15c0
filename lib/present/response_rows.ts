import { isMeasured, responsesOf } from "../measure/scenario.ts";
import type { LoadedRun } from "../summarize/load_run.ts";

/** One response that counts, as a row for a data frame or a table of one's own. */
export interface ResponseRow extends Record<string, string | number> {
  /** Id of the scenario within the plan. */
  scenario: string;
  /** Rows of the two stand in no figure together. */
  status: "completed" | "unverified";
  /** danfojs has a `round` of its own. */
  roundNumber: number;
  /** Place in its round, from 1. */
  requestNumber: number;
  /** From the start of the run's first response that counts. */
  minute: number;
  /** Time to first token. */
  ttftSeconds: number;
  /** Time to the end of the response. */
  responseSeconds: number;
}

/** Every response that counts, in the order of scenarios, rounds and places. */
export function responseRows({ scenarios }: Pick<LoadedRun, "scenarios">): ResponseRow[] {
  const measured = scenarios.filter(isMeasured);
  const beganNs = measured.flatMap(({ rounds }) => rounds.map(({ startNs }) => startNs))
    .reduce((first, ns) => Math.min(first, ns), Infinity);
  return measured.flatMap((run) =>
    responsesOf(run).map(({ round, index, startNs, firstTokenNs, endNs }) => ({
      scenario: run.facts.id,
      status: run.status,
      roundNumber: round,
      requestNumber: index + 1,
      minute: (startNs - beganNs) / 60e9,
      ttftSeconds: (firstTokenNs - startNs) / 1e9,
      responseSeconds: (endNs - startNs) / 1e9,
    }))
  );
}
