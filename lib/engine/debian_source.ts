import { join } from "node:path";
import { runCommand } from "../base/command.ts";

const KEYRINGS = ["gpg", "pgp"].map((end) => `/usr/share/keyrings/debian-archive-keyring.${end}`);

/** Where Debian's packages come from, and the keys that its release files must be signed by. */
export interface DebianSource {
  mirror: string;
  keyring: string;
}

/**
 * The Debian mirror that this machine's own apt uses, or the one in the variable DEBIAN_MIRROR, and
 * the archive's keyring.
 *
 * @returns Else what this machine lacks, in words.
 */
export async function findDebianSource(): Promise<DebianSource | string> {
  if (Deno.build.os !== "linux") return "Debian's build runs on Linux only";
  for (const tool of ["apt-get", "dpkg-deb"]) {
    try {
      await runCommand(tool, ["--version"], { timeoutMs: 10_000 });
    } catch {
      return `there is no ${tool} on this machine`;
    }
  }
  const keyring = await firstThere(KEYRINGS);
  if (!keyring) {
    return "the keyring of Debian's archive is missing (package debian-archive-keyring)";
  }
  const mirror = Deno.env.get("DEBIAN_MIRROR") ?? await mirrorOfHost();
  if (!mirror) {
    return "apt on this machine names no Debian mirror (name one in the variable DEBIAN_MIRROR)";
  }
  return { mirror, keyring };
}

async function firstThere(paths: string[]): Promise<string | null> {
  for (const path of paths) {
    if (await Deno.stat(path).then(() => true, () => false)) return path;
  }
  return null;
}

async function mirrorOfHost(): Promise<string | null> {
  const folder = "/etc/apt/sources.list.d";
  const files = ["/etc/apt/sources.list"];
  try {
    for await (const { name } of Deno.readDir(folder)) files.push(join(folder, name));
  } catch { /* a host without that folder */ }
  for (const file of files.sort()) {
    const mirror = mirrorIn(await Deno.readTextFile(file).catch(() => ""));
    if (mirror) return mirror;
  }
  return null;
}

/**
 * The first Debian mirror that a file of apt sources names, of either format.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { mirrorIn } from "./debian_source.ts";
 *
 * assert.equal(
 *   mirrorIn("Types: deb\nURIs: https://mirror.example/debian/\nSuites: trixie\n"),
 *   "https://mirror.example/debian",
 * );
 * assert.equal(mirrorIn("# deb http://a.example/debian sid main\n"), null);
 * assert.equal(mirrorIn("deb http://a.example/debian-security trixie-security main\n"), null);
 * ```
 */
export function mirrorIn(sources: string): string | null {
  for (const line of sources.split("\n")) {
    if (line.trimStart().startsWith("#")) continue;
    const mirror = /https?:\/\/\S+\/debian(?=\/?(\s|$))/.exec(line)?.[0];
    if (mirror) return mirror;
  }
  return null;
}
