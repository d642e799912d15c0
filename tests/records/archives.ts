import { join } from "node:path";
import type { AddOptions } from "../../lib/archive/add_bag.ts";
import { readTree } from "../../lib/archive/tree.ts";
import { verifyFolder } from "../../lib/archive/verify.ts";
import { hashFile } from "../../lib/base/hash.ts";
import { hastyFiles } from "./hasty_files.ts";

/** What a test adds a bag with. */
export const options: AddOptions = {
  files: hastyFiles(),
  date: "2026-01-31",
  licence: { url: "https://spdx.org/licenses/MIT.html", name: "MIT License" },
  publisher: "The Corebook authors",
};

/** What is wrong in an archive, as `file: message`. */
export async function archiveFaults(archive: string): Promise<string[]> {
  const verdicts = await Array.fromAsync(verifyFolder(archive, [archive]));
  return verdicts.flatMap(({ faults }) => faults.map(({ file, message }) => `${file}: ${message}`));
}

/** Every name under a folder with what it holds, to see that nothing changed. */
export async function contentOf(folder: string): Promise<string[]> {
  return await Promise.all(
    (await readTree(folder)).map(async ({ name, kind }) =>
      kind === "file"
        ? `${name} ${await hashFile("sha256", join(folder, name))}`
        : `${name} ${kind}`
    ),
  );
}

/** Copies a small folder, in one go. */
export async function copyFolder(from: string, to: string): Promise<void> {
  Deno.mkdirSync(to);
  for (const { name, kind } of await readTree(from)) {
    if (kind === "directory") Deno.mkdirSync(join(to, name));
    else Deno.copyFileSync(join(from, name), join(to, name));
  }
}
