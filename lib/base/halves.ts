import { join, relative, sep } from "node:path";
import { project } from "./project.ts";
import { hashFile, hashHex } from "./hash.ts";

/** The two halves of the software, which meet at the record. */
export type Half = "collecting" | "reading";

/** Folders and single files of `lib`. What both halves stand on counts for both. */
const parts: Record<Half, string[]> = {
  collecting: [
    ...["base", "record", "archive", "plan", "engine", "run"],
    // of the command line, what decides how a run is measured
    ...[
      "measure_plan",
      "resume_plan",
      "set_up_run",
      "open_server",
      "open_guard",
      "model_folder",
      "calibrate_client",
      "shortest_gap",
    ]
      .map((name) => `cli/${name}.ts`),
  ],
  reading: ["base", "record", "archive", "stats", "measure", "summarize", "present"],
};

/**
 * SHA-256 of a half's source files: of the lines `SHA-256 PATH`, sorted by path. The built-in plans
 * and their locks are not source.
 */
export async function halfSha256(half: Half): Promise<string> {
  const lib = join(project.root, "lib");
  const paths: string[] = [];
  for (const part of parts[half]) {
    if (part.endsWith(".ts")) paths.push(join(lib, part));
    else await collect(join(lib, part), paths);
  }
  const lines = await Promise.all(paths.map(async (path) => {
    const name = relative(lib, path).split(sep).join("/");
    return `${await hashFile("sha256", path)} ${name}\n`;
  }));
  const byName = (line: string) => line.slice(65);
  return hashHex("sha256", lines.sort((a, b) => byName(a) < byName(b) ? -1 : 1).join(""));
}

/** SHA-256 of the file that pins every package. */
export function lockFileSha256(): Promise<string> {
  return hashFile("sha256", join(project.root, "deno.lock"));
}

async function collect(folder: string, paths: string[]): Promise<void> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory && entry.name !== "plans") await collect(path, paths);
    else if (entry.isFile && entry.name.endsWith(".ts")) paths.push(path);
  }
}
