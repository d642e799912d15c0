import { join } from "node:path";
import { project } from "../base/project.ts";
import { readJson } from "../base/read_json.ts";

/** What a bench of the project has written into `data/bench`; the bench's own type says its shape. */
export async function savedBench<T>(name: string): Promise<T> {
  return await readJson(join(project.data, "bench", `${name}.json`)) as T;
}
