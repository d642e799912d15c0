import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { parseShape } from "../base/json_file.ts";
import { project } from "../base/project.ts";
import { readJson } from "../base/read_json.ts";
import { type Publication, publishedSchema } from "./published.ts";

/** The publications that come with the project, by id: the folder of each one's bag, its method. */
export const publications = {
  "historical-api-8b": {
    folder: join(project.archive, "historical-api-8b"),
    method: "historical",
  },
  "core-1.1": {
    folder: join(project.data, "core-1.1", "published"),
    method: "core-1.1",
  },
} as const;
/** The id of a publication that comes with the project. */
export type PublicationId = keyof typeof publications;

/** A publication whose method is known to the compiler, so that two methods cannot be mixed. */
export type PublicationOf<Method extends string> = Publication & { readonly method: Method };

/**
 * Reads the published table in a file.
 *
 * @throws {UserError} When it cannot be read or has another shape; the sentence names the member.
 */
export async function readPublished(path: string): Promise<Publication> {
  return parseShape(publishedSchema, await readJson(path), path);
}

/**
 * One of the two publications that come with the project, read from its bag. Whether the bag is
 * unchanged is what `corebook verify` says.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadPublished } from "./published_read.ts";
 *
 * const core = await loadPublished("core-1.1");
 * assert.equal(core.scenarios.length, 12);
 * assert.equal(core.scenarios[0].outputTokensPerSecond, "171.9");
 * ```
 */
export async function loadPublished<Id extends PublicationId>(
  id: Id,
): Promise<PublicationOf<(typeof publications)[Id]["method"]>> {
  const { folder, method } = publications[id];
  const path = join(folder, "data", "published.json");
  const publication = await readPublished(path);
  if (publication.id !== id || publication.method !== method) {
    throw new UserError(
      `Cannot read ${path}: it holds ${publication.id} by the method ${publication.method}, ` +
        `not ${id} by ${method}.`,
      { advice: "Restore the file from version control." },
    );
  }
  return { ...publication, method };
}

/**
 * Reads the published table that a user names: one of the project's by its id, a bag by its folder,
 * or a file.
 *
 * @throws {UserError} When it cannot be read or has another shape.
 */
export async function findPublished(name: string): Promise<Publication> {
  const own = Object.keys(publications).find((id): id is PublicationId => id === name);
  if (own) return loadPublished(own);
  const isFolder = await Deno.stat(name).then((file) => file.isDirectory, () => false);
  return readPublished(isFolder ? join(name, "data", "published.json") : name);
}
