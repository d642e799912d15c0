import { join } from "node:path";
import { bagInfo, sealBag } from "../archive/bag.ts";
import { TAG_MANIFEST } from "../archive/bag_files.ts";
import type { FileSystem } from "../base/file_system.ts";
import { packFile } from "../base/pack_file.ts";
import type { RunRecord } from "../record/record.ts";

/** Whether a record's folder is sealed, so that nothing may touch it any more. */
export function isSealed(files: FileSystem, folder: string): Promise<boolean> {
  return files.exists(join(folder, TAG_MANIFEST));
}

/**
 * Ends a record: packs its line files, removes what unfinished writes left, and makes the folder a
 * bag. Cut short at any moment, it can be called again and goes on.
 *
 * @param wallMs Now; the bag's date.
 */
export async function sealRecord(
  files: FileSystem,
  folder: string,
  { record, wallMs }: { record: RunRecord; wallMs: number },
): Promise<void> {
  const data = join(folder, "data");
  for (const { name } of await files.list(data)) {
    if (name.endsWith(".tmp")) await files.remove(join(data, name));
  }
  for (const { name } of await files.list(data)) {
    if (!name.endsWith(".jsonl")) continue;
    const path = join(data, name);
    await packFile(files, path, `${path}.gz`);
    await files.syncDirectory(data);
    await files.remove(path);
  }
  await files.syncDirectory(data);
  await sealBag(folder, {
    files,
    info: bagInfo({
      identifier: record.id,
      description: record.provenance.statement,
      date: new Date(wallMs).toISOString().slice(0, 10),
    }),
  });
}
