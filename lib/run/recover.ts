import type { FileSystem } from "../base/file_system.ts";
import { outcomeOf } from "../record/outcome.ts";
import type { RunRecord } from "../record/record.ts";
import { recordFiles } from "../record/record_files.ts";
import { cutTornEnd } from "../record/torn_end.ts";
import { writeRecordFile } from "../record/write_record.ts";
import { INTERRUPTED, wasCutShort } from "./cut_short.ts";
import { lockRun } from "./lock.ts";
import { sealRecord } from "./seal.ts";
import { readUnfinished, type Unfinished } from "./unfinished.ts";

/**
 * Closes a run that was cut short: cuts a torn last line, counts from the lines how far each
 * scenario came, marks the record as interrupted (or leaves the end that it had written) and seals
 * it. Cut short itself, it can be called again.
 *
 * @param options.wallMs Now; the bag's date.
 * @throws {UserError} When the record is sealed, damaged, or another process is at work on it.
 */
export async function recoverRecord(
  folder: string,
  { files, wallMs }: { files: FileSystem; wallMs: number },
): Promise<RunRecord> {
  using _lock = await lockRun(folder);
  const unfinished = await readUnfinished(files, folder);
  let { record } = unfinished;
  await cutTornEnd(files, recordFiles.telemetry(folder));
  if (unfinished.journalBytes !== null) {
    await cutTornEnd(files, recordFiles.journal(folder));
    (await files.append(recordFiles.journal(folder))).close(); // it may have died before its first line
    record = closedRecord(unfinished);
    await writeRecordFile(files, folder, record);
  }
  await sealRecord(files, folder, { record, wallMs });
  return record;
}

/** The record as it is to be read, by what the lines say. */
function closedRecord({ record, tally, lastNs }: Unfinished): RunRecord {
  const over = record.state.kind !== "running";
  const reason = record.state.kind === "stopped" ? record.state.reason : INTERRUPTED;
  return {
    ...record,
    state: over ? record.state : { kind: "interrupted", reason },
    scenarios: record.scenarios.map((cell) => {
      const { id, model, promptTokens, concurrency, resumed } = cell;
      const seen = tally.scenario(id);
      const told = seen.responses > 0 && cell.status !== "not-started" ? cell.reason : null;
      const why = seen.responses === 0
        ? `Not reached: ${reason}`
        : told ?? (wasCutShort(seen, record.plan) ? reason : null);
      const started = { id, model, promptTokens, concurrency, resumed };
      return outcomeOf(started, seen, record.plan, why);
    }),
    totals: tally.totals(),
    clock: { ...record.clock, endNs: record.clock.endNs ?? lastNs },
  };
}
