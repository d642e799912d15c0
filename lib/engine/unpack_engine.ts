import { basename, join } from "node:path";
import { runCommand } from "../base/command.ts";
import { AptError } from "./apt_download.ts";

const STARTER = `#!/bin/sh
lib=$(dirname "$(readlink -f "$0")")/lib
exec "$lib"/ld-linux-*.so.? --library-path "$lib" --argv0 llama-server "$lib/llama-server" "$@"
`;

/**
 * Unpacks Debian packages into one folder in which llama-server runs on any Linux: the program,
 * ld.so, the libraries and ggml's backends lie together in `lib`, with a starter beside it. ggml
 * seeks its backends beside the running executable, which is ld.so here, and picks the one that
 * suits the CPU.
 *
 * @param folder Is made; must lie on the file system of `work`.
 * @param work An empty folder for what is unpacked.
 */
export async function unpackEngine(debs: string[], folder: string, work: string): Promise<void> {
  for (const deb of debs) await dpkgDeb("-x", deb, work);
  const lib = join(folder, "lib");
  await Deno.mkdir(lib, { recursive: true });
  for await (const path of filesUnder(join(work, "usr/lib"))) {
    if (/^(lib.*\.so(\.[\d.]+)?|ld-linux-.*)$/.test(basename(path))) {
      await Deno.rename(path, join(lib, basename(path)));
    }
  }
  await Deno.rename(join(work, "usr/bin/llama-server"), join(lib, "llama-server"));
  const starter = join(folder, "llama-server");
  await Deno.writeTextFile(starter, STARTER);
  await Deno.chmod(starter, 0o755);
}

/**
 * The output of `dpkg-deb`.
 *
 * @throws {AptError} When it fails.
 */
export async function dpkgDeb(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand("dpkg-deb", args, { timeoutMs: 120_000 });
  if (code !== 0) throw new AptError(`dpkg-deb: ${stderr.trim()}`);
  return stdout;
}

/** Files and links; the links among libraries point to their neighbours. */
async function* filesUnder(folder: string): AsyncGenerator<string> {
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) yield* filesUnder(path);
    else yield path;
  }
}
