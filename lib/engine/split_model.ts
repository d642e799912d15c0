import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError } from "../base/errors.ts";
import type { ModelFile } from "../record/record.ts";

const PART = /^(.+)-(\d{5})-of-(\d{5})\.gguf$/;

/**
 * The files of a model, in order: the one file, or all the parts of one that is split. llama-server
 * is given the first part and finds the others by their names.
 *
 * @throws {UserError} When it is not the first part, or another is missing.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { partNames } from "./split_model.ts";
 *
 * assert.deepEqual(partNames("big-00001-of-00002.gguf"), [
 *   "big-00001-of-00002.gguf",
 *   "big-00002-of-00002.gguf",
 * ]);
 * assert.deepEqual(partNames("small.gguf"), ["small.gguf"]);
 * ```
 */
export function partNames(name: string): string[] {
  const [, stem, number, of] = PART.exec(name) ?? [];
  if (stem === undefined) return [name];
  if (Number(number) !== 1) {
    throw new UserError(`Cannot use ${name} as a model: it is part ${Number(number)} of ${of}.`, {
      advice: `Name the first part, ${stem}-00001-of-${of}.gguf.`,
    });
  }
  return Array.from(
    { length: Number(of) },
    (_, at) => `${stem}-${String(at + 1).padStart(5, "0")}-of-${of}.gguf`,
  );
}

/**
 * The file that a model is loaded from: the one of that name, or where there is none the first part
 * of `NAME-00001-of-0000N.gguf`; null when neither is in the folder.
 */
export async function findModelFile(folder: string, name: string): Promise<string | null> {
  const isFile = (path: string) => Deno.stat(path).then((entry) => entry.isFile, () => false);
  if (await isFile(join(folder, name))) return join(folder, name);
  const stem = name.replace(/\.gguf$/, "");
  try {
    const first = (await Array.fromAsync(Deno.readDir(folder))).map((entry) => entry.name)
      .filter((other) => PART.exec(other)?.[1] === stem && PART.exec(other)?.[2] === "00001")
      .sort();
    return first.length > 0 ? join(folder, first[0]) : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/**
 * Size and SHA-256 of a model: of its file, or of its parts one after the other, each part listed.
 * `cat NAME-0*.gguf | sha256sum` gives the same.
 *
 * @param path The file, or the first part.
 * @throws {UserError} When a part is missing.
 */
export async function hashModel(
  path: string,
): Promise<Pick<ModelFile, "bytes" | "sha256" | "parts">> {
  const names = partNames(basename(path));
  const whole = createHash("sha256");
  const parts: NonNullable<ModelFile["parts"]> = [];
  for (const file of names) {
    const part = createHash("sha256");
    let bytes = 0;
    try {
      for await (const chunk of createReadStream(join(dirname(path), file))) {
        part.update(chunk);
        whole.update(chunk);
        bytes += chunk.length;
      }
    } catch (error) {
      if ((error as { code?: string }).code !== "ENOENT") throw error;
      throw new UserError(`Cannot use ${basename(path)} as a model: its part ${file} is missing.`, {
        advice: `Put all ${names.length} parts into one folder.`,
        cause: error,
      });
    }
    parts.push({ file, bytes, sha256: part.digest("hex") });
  }
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  const sha256 = whole.digest("hex");
  return parts.length === 1 ? { bytes, sha256 } : { bytes, sha256, parts };
}
