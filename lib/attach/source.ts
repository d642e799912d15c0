import { join, resolve } from "node:path";
import { messageOf, UserError } from "../base/errors.ts";
import { project } from "../base/project.ts";
import type { Publication } from "../record/published.ts";
import { publications, readPublished } from "../record/published_read.ts";
import { type LoadedRun, loadRun } from "../summarize/load_run.ts";

/** What an attachment's numbers come from, and where it lies among the attachment's files. */
export type Source =
  /** Raw responses, from which every figure is recomputed. */
  | { kind: "record"; id: string; path: string; run: LoadedRun }
  /** Printed figures without raw values: digits to compare, and an audit. */
  | { kind: "published"; id: string; path: string; publication: Publication };

/**
 * Opens what an article's numbers come from: a record's folder, a publication's folder, or one of
 * the publications that come with the project by its id.
 *
 * @param name A folder from the working directory or from the project's root, or an id.
 * @throws {UserError} When there is no such source, or it is damaged.
 */
export async function articleSource(name: string): Promise<Source> {
  return await loadSource("", await sourceFolder(name));
}

/** The folder of a source that a user names. */
export async function sourceFolder(name: string): Promise<string> {
  const own = Object.entries(publications).find(([id]) => id === name)?.[1].folder;
  const candidates = own ? [own] : [resolve(name), resolve(project.root, name)];
  for (const folder of candidates) {
    if (await Deno.stat(folder).then((info) => info.isDirectory, () => false)) return folder;
  }
  throw new UserError(`Cannot find ${name}: there is no such folder or publication.`, {
    advice: `Name a record's folder, or ${Object.keys(publications).join(" or ")}.`,
  });
}

/**
 * Loads the source in a folder of the attachment. A record's bag is verified by that.
 *
 * @param root Folder of the attachment's files.
 * @param path Folder of the source's bag in it.
 * @throws {UserError} When the folder holds neither a record nor a publication, or is damaged.
 */
export async function loadSource(root: string, path: string): Promise<Source> {
  const folder = join(root, path);
  if (await isFile(join(folder, "data/record.json"))) {
    const run = await loadRun(folder);
    return { kind: "record", id: run.record.id, path, run };
  }
  try {
    const publication = await readPublished(join(folder, "data/published.json"));
    return { kind: "published", id: publication.id, path, publication };
  } catch (cause) {
    throw new UserError(
      `Cannot take ${path}: it is neither a record nor a publication (${messageOf(cause)})`,
      { cause },
    );
  }
}

/** The sentence that says where a source's numbers come from. */
export function statementOf(source: Source): { kind: string; statement: string } {
  return source.kind === "record" ? source.run.record.provenance : source.publication.provenance;
}

/** The file of a source that a reader of a number looks into. */
export function rawFileOf(source: Source): string {
  const file = source.kind === "record" ? "responses.jsonl.gz" : "published.json";
  return `${source.path}/data/${file}`;
}

async function isFile(path: string): Promise<boolean> {
  return await Deno.stat(path).then((info) => info.isFile, () => false);
}
