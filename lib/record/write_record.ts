import { join } from "node:path";
import { type FileSystem, replaceFile } from "../base/file_system.ts";
import { parseShape } from "../base/json_file.ts";
import { recordSchema, type RunRecord } from "./record.ts";
import { recordFiles } from "./record_files.ts";

/**
 * Makes the folder of a new record: `YYYY-MM-DDTHHMMSSZ_PLAN_HOSTLABEL` under `parent`, with `-2`,
 * `-3` and so on behind it when the name is taken. A folder that is there is never used.
 *
 * @returns The folder's name, which is the record's id.
 */
export async function createRecordFolder(
  files: FileSystem,
  parent: string,
  name: { wallMs: number; plan: string; host: string },
): Promise<string> {
  await files.makeDirectory(parent, { recursive: true });
  const stem = `${stamp(name.wallMs)}_${name.plan}_${name.host}`;
  for (let number = 1;; number++) {
    const id = number === 1 ? stem : `${stem}-${number}`;
    const folder = join(parent, id);
    if (await files.exists(folder)) continue;
    try {
      await files.makeDirectory(folder);
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) continue; // another run was quicker
      throw error;
    }
    await files.makeDirectory(join(folder, "data"));
    await files.syncDirectory(folder);
    await files.syncDirectory(parent);
    return id;
  }
}

/**
 * Replaces `record.json` in one step: a crash leaves the old one or the new one.
 *
 * @throws {UserError} When the record does not have the shape that readers ask for.
 */
export async function writeRecordFile(
  files: FileSystem,
  folder: string,
  record: RunRecord,
): Promise<void> {
  const path = recordFiles.record(folder);
  const text = JSON.stringify(parseShape(recordSchema, record, "record.json to be"), null, 2);
  await replaceFile(files, path, text + "\n");
  await files.syncDirectory(join(folder, "data"));
}

/** `2026-11-30T093105Z`: sorts by time and is a name on every file system. */
function stamp(wallMs: number): string {
  return new Date(wallMs).toISOString().replace(/\.\d+Z$/, "Z").replaceAll(":", "");
}
