import { decodeLines } from "../base/byte_lines.ts";
import { UserError } from "../base/errors.ts";
import type { FileSystem } from "../base/file_system.ts";
import { decodeLine } from "../record/journal.ts";
import { readRecordFile } from "../record/read.ts";
import type { RunRecord } from "../record/record.ts";
import { recordFiles } from "../record/record_files.ts";
import type { Line } from "../record/response.ts";
import { createTally, type Tally } from "../record/tally.ts";
import { wholeLinesEnd } from "../record/torn_end.ts";
import { isSealed } from "./seal.ts";

/** A run that its process did not bring to an end, as it lies on the disk. */
export interface Unfinished {
  folder: string;
  record: RunRecord;
  tally: Tally;
  /** Bytes of the journal that are whole lines; null when it is packed already. */
  journalBytes: number | null;
  /** Bytes of a line that was being written when the power or the space went. */
  tornBytes: number;
  /** Latest time in the journal. */
  lastNs: number;
  /** What was noted of the text that the prompts were made of. */
  promptTexts: string[];
}

/**
 * Reads a record that is not sealed and changes nothing. What stands behind the last whole line is
 * the trace of a write that was cut short, and was never promised to be kept; a damaged line with
 * whole ones behind it is damage.
 *
 * @throws {UserError} When the record is sealed, is none, or is damaged.
 */
export async function readUnfinished(files: FileSystem, folder: string): Promise<Unfinished> {
  if (await isSealed(files, folder)) {
    throw new UserError(`Cannot go on with ${folder}: it is sealed.`, {
      advice: "A sealed record is never touched; start a new run.",
    });
  }
  const record = await readRecordFile(folder);
  const tally = createTally(record.plan, record.scenarios);
  let lastNs = record.state.kind === "stopped" ? record.state.atNs : 0;
  const promptTexts: string[] = [];
  const take = (line: Line) => {
    tally.add(line);
    if (line.kind === "note" && line.code === "prompt-text") promptTexts.push(line.message);
    lastNs = Math.max(lastNs, latestNs(line));
  };
  const path = recordFiles.journal(folder);
  if (!await files.exists(path)) {
    const packed = await files.exists(recordFiles.packedJournal(folder));
    const journalBytes = packed ? null : 0;
    return { folder, record, tally, journalBytes, tornBytes: 0, lastNs, promptTexts };
  }
  const bytes = await files.read(path);
  const journalBytes = wholeLinesEnd(bytes);
  for await (const line of decodeLines([bytes.subarray(0, journalBytes)], path, decodeLine)) {
    if ("damage" in line) throw new UserError(line.damage);
    take(line.value);
  }
  const tornBytes = bytes.length - journalBytes;
  return { folder, record, tally, journalBytes, tornBytes, lastNs, promptTexts };
}

/** The latest of the times that a line holds. */
function latestNs(line: Line): number {
  if (line.kind === "note" || line.kind === "counters") return line.atNs;
  if (line.kind === "round") return line.endedNs;
  const { scheduledNs, sentNs, lastTokenNs, finalEventNs, closedNs } = line;
  return Math.max(scheduledNs, sentNs ?? 0, lastTokenNs ?? 0, finalEventNs ?? 0, closedNs ?? 0);
}
