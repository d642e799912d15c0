import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { cacheFolder } from "../engine/cache_folder.ts";
import { findModelFile } from "../engine/split_model.ts";
import { writeTinyModel } from "../engine/tiny_model.ts";
import type { Plan } from "../record/plan.ts";

/** The model that the project makes itself, so that nothing need be downloaded to try it. */
const TINY = "tiny-cycle.gguf";

/**
 * The files of a plan's models, by the models' ids. The tiny model is made where it is missing.
 *
 * @param folder Where they lie; the cache folder unless given.
 * @throws {UserError} When one is missing.
 */
export async function findModels(plan: Plan, folder?: string): Promise<Map<string, string>> {
  const place = folder ?? join(cacheFolder(), "models");
  const found = new Map<string, string>();
  for (const { id, file } of plan.models) {
    const path = await findModelFile(place, file);
    if (path === null && file !== TINY) {
      throw new UserError(`Cannot measure ${id}: there is no ${file} in ${place}.`, {
        advice: "Name the folder of the model files with --models.",
      });
    }
    found.set(id, path ?? await makeTinyModel(place));
  }
  return found;
}

async function makeTinyModel(folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const path = join(folder, TINY);
  await writeTinyModel(path);
  return path;
}
