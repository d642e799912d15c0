import { type DecodedLine, decodeLines } from "../base/byte_lines.ts";
import { canonicalSha256 } from "../base/canonical_json.ts";
import { UserError } from "../base/errors.ts";
import { parseShape } from "../base/json_file.ts";
import { softwareVersion } from "../base/project.ts";
import { readJson } from "../base/read_json.ts";
import { decodeLine } from "./journal.ts";
import { findJournal } from "./read_journal.ts";
import { recordSchema, type RunRecord } from "./record.ts";
import { recordFiles } from "./record_files.ts";
import type { Line } from "./response.ts";
import { createTally } from "./tally.ts";

/** A record as it lies on the disk: its facts in memory, its lines read when they are asked for. */
export interface StoredRecord {
  /** As it was named. */
  folder: string;
  /** What `record.json` says. */
  record: RunRecord;
  /** Name of the file that holds the lines, relative to the folder. */
  journal: string;
  /**
   * Every line in order, in bounded memory. Rejects at the first damaged line, and at the end when
   * the lines are not as many as the totals of an ended run say: half a record is no record.
   */
  lines(): AsyncGenerator<Line>;
  /** The same without giving up: a damaged line is told with its number, the others are read on. */
  everyLine(): AsyncGenerator<DecodedLine<Line>>;
}

/**
 * Reads a record's folder, sealed or not, without looking at its checksums (`loadRecord` does that).
 *
 * @throws {UserError} As {@linkcode readRecordFile}, and when there are no lines.
 */
export async function readRecord(folder: string): Promise<StoredRecord> {
  const record = await readRecordFile(folder);
  const journal = await findJournal(folder, "responses");
  if (!journal) throw new UserError(`Cannot read ${folder}: data/responses.jsonl.gz is missing`);
  const file = `${folder}/${journal.name}`;
  const everyLine = () => decodeLines(journal.chunks(), file, decodeLine);
  return {
    folder,
    record,
    journal: journal.name,
    everyLine,
    lines: () => wholeLines(record, everyLine(), file),
  };
}

/**
 * Reads `record.json` alone.
 *
 * @throws {UserError} When it is missing, is not plain JSON, has an unknown schema or version or a
 * wrong member, or when its plan does not match its SHA-256.
 */
export async function readRecordFile(folder: string): Promise<RunRecord> {
  const path = recordFiles.record(folder);
  const value = await readJson(path);
  refuseUnknown(value, "corebook.record", [1], path);
  const record = parseShape(recordSchema, value, path);
  const planSha256 = canonicalSha256(record.plan);
  if (planSha256 !== record.planSha256) {
    throw new UserError(
      `Cannot read ${path}: planSha256 is ${record.planSha256}, its plan has ${planSha256}`,
    );
  }
  return record;
}

/**
 * Refuses a value whose `schema` and `version` this software does not read.
 *
 * @throws {UserError} With advice that names the schema and version that were found.
 */
function refuseUnknown(
  value: unknown,
  schema: string,
  versions: readonly number[],
  where: string,
): void {
  const found: { schema?: unknown; version?: unknown } = typeof value === "object" && value !== null
    ? value
    : {};
  if (found.schema !== schema) {
    const is = found.schema === undefined ? "has no schema" : `is a ${String(found.schema)}`;
    throw new UserError(`Cannot read ${where}: it ${is}, not a ${schema}`);
  }
  if (versions.includes(found.version as number)) return;
  throw new UserError(
    `Cannot read ${where}: ${schema} version ${JSON.stringify(found.version)} is not known, ` +
      `corebook ${softwareVersion} reads version ${versions.join(", ")}.`,
    { advice: "Read it with the version of corebook that wrote it, or a newer one." },
  );
}

async function* wholeLines(
  record: RunRecord,
  lines: AsyncIterable<DecodedLine<Line>>,
  file: string,
): AsyncGenerator<Line> {
  const tally = createTally(record.plan, record.scenarios);
  for await (const line of lines) {
    if ("damage" in line) {
      throw new UserError(line.damage, {
        advice: line.torn
          ? "The run was cut short while it wrote this line; recover the record first."
          : "Restore the file from a copy.",
      });
    }
    tally.add(line.value);
    yield line.value;
  }
  if (record.state.kind === "running") return;
  for (const fault of totalFaults(record, tally.totals())) {
    throw new UserError(`Cannot read ${file}: ${fault}`);
  }
}

/** Where the totals of a record differ from what its lines add up to, each a sentence. */
export function totalFaults(record: RunRecord, counted: RunRecord["totals"]): string[] {
  return (["responses", "valid", "rounds"] as const)
    .filter((total) => counted[total] !== record.totals[total])
    .map((total) =>
      `the lines hold ${counted[total]} ${TOTALS[total]}, record.json says ${record.totals[total]}`
    );
}

const TOTALS = { responses: "responses", valid: "valid responses", rounds: "rounds" };
