import { join } from "node:path";
import { type Entry, kindOf } from "../base/file_system.ts";

/** One thing in a folder, links not followed. */
export interface TreeEntry {
  /** Relative to the folder, with `/` between the parts. */
  name: string;
  kind: Entry["kind"];
  /** Of a file, else 0. */
  bytes: number;
  /** Whether someone may run the file; always false where the file system does not tell. */
  executable: boolean;
  /** Whether a directory holds nothing. */
  empty: boolean;
}

/**
 * Everything in a folder at any depth, sorted by name. Links are told, never followed, so that
 * nothing outside the folder is read.
 */
export async function readTree(folder: string): Promise<TreeEntry[]> {
  const tree: TreeEntry[] = [];
  const walk = async (prefix: string): Promise<number> => {
    let count = 0;
    for await (const { name: part } of Deno.readDir(join(folder, prefix))) {
      count++;
      const name = prefix + part;
      const info = await Deno.lstat(join(folder, name));
      const kind = kindOf(info);
      const entry: TreeEntry = {
        name,
        kind,
        bytes: kind === "file" ? info.size : 0,
        executable: kind === "file" && Deno.build.os !== "windows" &&
          ((info.mode ?? 0) & 0o111) !== 0,
        empty: false,
      };
      tree.push(entry);
      if (kind === "directory") entry.empty = await walk(`${name}/`) === 0;
    }
    return count;
  };
  await walk("");
  return tree.sort((a, b) => a.name < b.name ? -1 : 1);
}

/** A word for what stands under a name. */
export function kindWord({ kind }: Pick<TreeEntry, "kind">): string {
  return { file: "file", directory: "directory", link: "link", other: "special file" }[kind];
}
