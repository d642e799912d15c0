import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { messageOf, UserError } from "../base/errors.ts";
import { parseShape } from "../base/json_file.ts";
import { readJson } from "../base/read_json.ts";
import { type Plan, planSchema } from "../record/plan.ts";

const folder = fileURLToPath(new URL("./plans/", import.meta.url));

/** The ids of the plans that come with the project, sorted. */
export function builtInPlans(): string[] {
  return [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.endsWith(".json") && !name.endsWith(".lock.json"))
    .map((entry) => entry.name.slice(0, -".json".length))
    .sort();
}

/** The file of a plan: a built-in one by its id, any other by its path. */
export function planPath(idOrPath: string): string {
  return builtInPlans().includes(idOrPath) ? join(folder, `${idOrPath}.json`) : idOrPath;
}

/**
 * Reads a plan: a built-in one by its id, any other by the path of its JSON file.
 *
 * @throws {UserError} When there is no such plan, or it has an unknown or repeated member, a wrong value or
 * scenarios that do not fit their slots; the sentence names the member.
 */
export async function loadPlan(idOrPath: string): Promise<Plan> {
  const path = planPath(idOrPath);
  const where = `the plan ${path}`;
  const advice = `Name a JSON file or one of the built-in plans: ${builtInPlans().join(", ")}.`;
  return parseShape(planSchema, await readJson(path, { where, advice }), where);
}

/**
 * The plain text whose tokens make a plan's prompts: the file beside the plan's own, else the one
 * beside the built-in plans.
 *
 * @throws {UserError} When there is none, or it cannot be read.
 */
export async function loadPromptText(file: string, planFile: string = folder): Promise<string> {
  let cause: unknown;
  for (const path of [join(dirname(planFile), file), join(folder, file)]) {
    try {
      return await Deno.readTextFile(path);
    } catch (error) {
      cause ??= error;
    }
  }
  throw new UserError(`Cannot read the prompt text ${file}: ${messageOf(cause)}.`, {
    advice: "Put it beside the plan.",
    cause,
  });
}
