import { join } from "node:path";
import type { FileSystem } from "../base/file_system.ts";
import type { Plan } from "../record/plan.ts";
import { spilledBlockEvents, type SpillPlace } from "./client/arrival_spill.ts";

/**
 * Where a run keeps the arrivals of responses that are too long for memory, until their lines are
 * written: beside the lines, under names that sealing removes. Undefined where all fit.
 */
export function spillOf(
  folder: string,
  { outputTokens }: Pick<Plan, "outputTokens">,
  files: FileSystem,
): SpillPlace | undefined {
  return outputTokens > spilledBlockEvents ? { files, folder: join(folder, "data") } : undefined;
}

/** Removes what a round has left there. */
export async function removeSpilled({ files, folder }: SpillPlace): Promise<void> {
  for (const { name } of await files.list(folder)) {
    if (/^arrivals-.*\.tmp$/.test(name)) await files.remove(join(folder, name));
  }
}
