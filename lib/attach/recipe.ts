import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { parseShape } from "../base/json_file.ts";
import { project } from "../base/project.ts";
import { readJson } from "../base/read_json.ts";
import type { AttachInput } from "./attach.ts";
import { metaSchema } from "./meta.ts";

/** What an attachment is made of, as a file, so that anyone can make it again. */
const recipeSchema = z.strictObject({
  schema: z.literal("corebook.recipe"),
  version: z.literal(1),
  /** Path from the project's root. */
  notebook: z.string().min(1),
  /** Folders from the project's root, or ids of publications. */
  records: z.array(z.string().min(1)),
  parameters: z.record(z.string(), z.unknown()).default({}),
  ...metaSchema.shape,
});

/**
 * Reads what an attachment is made of.
 *
 * @throws {UserError} When the file cannot be read or has another shape.
 */
export async function readRecipe(path: string): Promise<AttachInput> {
  const { schema: _, version: __, ...recipe } = parseShape(
    recipeSchema,
    await readJson(path),
    path,
  );
  return { ...recipe, notebook: await beside(path, recipe.notebook) };
}

/** A notebook in the project, or else beside the recipe. */
async function beside(recipe: string, notebook: string): Promise<string> {
  const own = join(project.root, notebook);
  const isOwn = await Deno.stat(own).then((info) => info.isFile, () => false);
  return isOwn ? own : resolve(dirname(recipe), notebook);
}
