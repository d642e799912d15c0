import { messageOf, UserError } from "../base/errors.ts";
import type { ScenarioCell } from "../record/outcome.ts";
import type { Plan } from "../record/plan.ts";
import type { RunRecord, RunState } from "../record/record.ts";
import type { CampaignTools } from "./campaign_tools.ts";
import { type OpenRun, runBlock } from "./model_block.ts";
import { sealRecord } from "./seal.ts";
import { RecordWriteError, type Session } from "./session.ts";
import type { StopSwitch } from "./stop.ts";

/** How a campaign ended, and where its record lies. */
export interface CampaignResult {
  folder: string;
  record: RunRecord;
  /** False when the disk would not take it; the record can be read and gone on with all the same. */
  sealed: boolean;
}

/**
 * Runs what is left of a plan, model by model: each scenario in order, every line on the disk before
 * the next round, `record.json` replaced after each scenario, the record sealed at the end, whatever
 * the end is.
 *
 * @param todo The scenarios to run, in order.
 * @throws {UserError} When the first server could not be had, or the user stopped before it was
 * ready: nothing was measured and no folder was made.
 */
export async function runCampaign(
  plan: Pick<Plan, "models" | "endpoint" | "limits">,
  todo: readonly ScenarioCell[],
  tools: CampaignTools,
): Promise<CampaignResult> {
  const { stop } = tools;
  const run: OpenRun = { session: null, guard: null, reporter: null, cell: null };
  try {
    for (const block of blocksOf(todo)) {
      if (stop.cause()) break;
      const model = plan.models.find(({ id }) => id === block[0].model)!;
      await runBlock(model, block, plan, run, tools);
    }
  } catch (error) {
    if (!run.session) throw notBegun(error, stop);
    const by = error instanceof RecordWriteError ? "disk" : "error";
    stop.stop(by, messageOf(error), "at-once");
    if (by === "error" && !(error instanceof UserError)) {
      // a fault of ours: the record says that it happened, the stack says where
      console.error(error);
    }
  }
  if (!run.session) throw stoppedEarly();
  return await finish({ ...run, session: run.session }, tools);
}

/** Scenarios of one model that follow one another share a server. */
function blocksOf(cells: readonly ScenarioCell[]): ScenarioCell[][] {
  const blocks: ScenarioCell[][] = [];
  for (const cell of cells) {
    const block = blocks.at(-1);
    if (block?.[0].model === cell.model) block.push(cell);
    else blocks.push([cell]);
  }
  return blocks;
}

/** Writes how the run ended and seals it, unless the disk was what ended it. */
async function finish(
  { session, guard, cell }: OpenRun & { session: Session },
  { files, clock, stop, progress, calibrate }: CampaignTools,
): Promise<CampaignResult> {
  await guard?.stop().catch((error) => stop.stop("error", messageOf(error), "at-once"));
  const calibration = stop.cause() ? null : await calibrate?.(session.folder) ?? null;
  if (calibration) session.calibrated(calibration);
  const cause = stop.cause();
  if (cause) {
    if (cell) session.explain(cell, cause.reason);
    for (const other of session.cells) {
      if (session.outcome(other).status === "not-started") {
        session.explain(other, `Not reached: ${cause.reason}`);
      }
    }
  }
  const state: RunState = cause ? { kind: "stopped", ...cause } : { kind: "completed" };
  const { folder } = session;
  let record = session.view(state);
  let sealed = false;
  try {
    record = await session.save(state);
    if (cause?.by !== "disk") {
      await sealRecord(files, folder, { record, wallMs: clock.wallMs() });
      sealed = true;
    }
  } catch (error) {
    progress({ kind: "note", code: "not-sealed", message: messageOf(error) });
  } finally {
    session.close();
  }
  progress({ kind: "run-ended", folder, state, scenarios: record.scenarios, sealed });
  return { folder, record, sealed };
}

/** What a run fails with that has no record yet. */
function notBegun(error: unknown, stop: StopSwitch): unknown {
  if (stop.cause()?.by === "user") return stoppedEarly(error);
  if (!(error instanceof RecordWriteError)) return error;
  return new UserError(`Cannot write the record: ${error.message}.`, { cause: error });
}

function stoppedEarly(cause?: unknown): UserError {
  return new UserError("Stopped before anything was measured: no record was made.", {
    exitCode: 130,
    cause,
  });
}
