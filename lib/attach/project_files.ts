import { join } from "node:path";
import { bagNameFault } from "../archive/bag_name.ts";
import { readTree } from "../archive/tree.ts";
import { project } from "../base/project.ts";
import { checkConfig, checkConfigFiles } from "./check_config.ts";

/** The files beside `lib/` that make its sources run and say under which terms. */
const beside = ["deno.json", "deno.lock", "LICENSE", "METHOD.md"];

/**
 * The sources that computed the numbers, as they go into an attachment: all of `lib/`, so that the
 * check, the notebook and the command line run there as they do here.
 *
 * @returns Content by path.
 */
export async function projectFiles(): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of beside) files.set(name, await Deno.readFile(join(project.root, name)));
  const text = (name: string) => new TextDecoder().decode(files.get(name));
  for (const [name, content] of checkConfig(text("deno.json"), text("deno.lock"))) {
    files.set(name, new TextEncoder().encode(content));
  }
  for (const { name, kind } of await readTree(join(project.root, "lib"))) {
    const path = `lib/${name}`;
    if (kind !== "file" || path.includes("/.") || bagNameFault(path)) continue;
    files.set(path, await Deno.readFile(join(project.root, path)));
  }
  return files;
}

/** Whether a path of an attachment is of the project's own sources, which are public. */
export function isProjectFile(path: string): boolean {
  return path.startsWith("lib/") || beside.includes(path) ||
    Object.values(checkConfigFiles).includes(path);
}
