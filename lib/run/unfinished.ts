import { UserError } from "../base/errors.ts";
import type { FileSystem } from "../base/file_system.ts";
import { parseShape } from "../base/json_file.ts";
import { readJson } from "../base/read_json.ts";
import { decodeLine } from "../record/journal.ts";
import { refuseUnknown } from "../record/read.ts";
import { recordSchema, type RunRecord } from "../record/record.ts";
import type { Line } from "../record/response.ts";
import { createTally, type Tally } from "../record/tally.ts";
import { recordFiles } from "../record/write_record.ts";
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
  const journalBytes = readWholeLines(bytes, path, take);
  const tornBytes = bytes.length - journalBytes;
  return { folder, record, tally, journalBytes, tornBytes, lastNs, promptTexts };
}

async function readRecordFile(folder: string): Promise<RunRecord> {
  const path = recordFiles.record(folder);
  const value = await readJson(path);
  refuseUnknown(value, "corebook.record", [1], path);
  return parseShape(recordSchema, value, path);
}

/** Calls `take` for each whole line and returns where the last one ends. */
function readWholeLines(bytes: Uint8Array, path: string, take: (line: Line) => void): number {
  const decoder = new TextDecoder();
  let end = 0;
  let bad: unknown = null;
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const feed = bytes.indexOf(10, start);
    const next = feed < 0 ? bytes.length : feed + 1;
    try {
      if (feed < 0) throw new UserError(`Cannot read ${path}:${number}: the line is torn`);
      const line = decodeLine(decoder.decode(bytes.subarray(start, feed)), `${path}:${number}`);
      if (bad) throw bad;
      take(line);
      end = next;
    } catch (error) {
      if (bad === error) throw error;
      bad ??= error;
    }
    start = next;
  }
  return end;
}

/** The latest of the times that a line holds. */
function latestNs(line: Line): number {
  if (line.kind === "note" || line.kind === "counters") return line.atNs;
  if (line.kind === "round") return line.endedNs;
  const { scheduledNs, sentNs, lastTokenNs, finalEventNs, closedNs } = line;
  return Math.max(scheduledNs, sentNs ?? 0, lastTokenNs ?? 0, finalEventNs ?? 0, closedNs ?? 0);
}
