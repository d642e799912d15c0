import { isAbsolute, join, resolve } from "node:path";
import { UserError } from "../base/errors.ts";
import { halfSha256 } from "../base/halves.ts";
import { project } from "../base/project.ts";
import { loadScenarios } from "../measure/load_scenarios.ts";
import type { ScenarioRun } from "../measure/scenario.ts";
import type { RunRecord } from "../record/record.ts";
import { type RecordSummary, summarizeRuns } from "./summary.ts";

/** Whether the code that computes figures is the one that was frozen; null without a lock. */
export type AnalysisNow = "same" | "differs" | null;

/** A record with everything that is recomputed from it. */
export interface LoadedRun {
  /** The record's folder, as it was found. */
  readonly folder: string;
  /** `record.json` as it is stored. */
  readonly record: RunRecord;
  /** Each scenario judged anew, with the responses that count. */
  readonly scenarios: readonly ScenarioRun[];
  /** Every figure, recomputed. */
  readonly summary: RecordSummary;
  /** The code that computed the summary, held against the record's lock. */
  readonly analysis: AnalysisNow;
}

/**
 * Loads a record for a notebook: its bag is verified, every response judged anew and every figure
 * recomputed. Nothing is written, and no server or network is needed.
 *
 * @param place A folder: absolute, from the working directory, or from the project's root.
 * @throws {UserError} When there is no such record, or it is damaged, withdrawn or not sealed.
 */
export async function loadRun(place: string): Promise<LoadedRun> {
  const folder = await findFolder(place);
  const { record, scenarios } = await loadScenarios(folder);
  const summary = summarizeRuns(record, scenarios);
  return { folder, record, scenarios, summary, analysis: await analysisNow(record) };
}

async function analysisNow({ frozen }: RunRecord): Promise<AnalysisNow> {
  const reading = frozen?.hashes.reading;
  if (reading === undefined) return null;
  return await halfSha256("reading") === reading ? "same" : "differs";
}

async function findFolder(place: string): Promise<string> {
  const candidates = isAbsolute(place) ? [place] : [resolve(place), join(project.root, place)];
  for (const folder of candidates) {
    const found = await Deno.stat(folder).catch(() => null);
    if (found?.isDirectory) return folder;
  }
  throw new UserError(`Cannot find the record ${place}: there is no such folder.`, {
    advice: "Name it from the project's root, such as data/core-1.1/RECORD.",
  });
}
