import { basename, join } from "node:path";
import { runCommand } from "../base/command.ts";
import { messageOf } from "../base/errors.ts";
import { aptDownload, AptError } from "./apt_download.ts";
import { type EngineProgram, inspectEngine } from "./engine_program.ts";

const PACKAGE = "llama.cpp-tools";
/** Of the package's dependencies only the libraries are of use; the rest would set up a system. */
const WANTED =
  /^(llama\.cpp-tools|zlib1g|lib(c6|gcc-s1|stdc\+\+6|gomp1|ssl|crypto|zstd|ggml|llama).*)$/;
const SUITES = ["forky", "sid"];
const KEYRINGS = ["gpg", "pgp"].map((end) => `/usr/share/keyrings/debian-archive-keyring.${end}`);

/** Either an engine, or the reason why Debian's cannot be had on this machine. */
export type DebianEngine = { program: EngineProgram } | { program: null; reason: string };

/**
 * Debian's llama-server, unpacked into a folder of its own under `cacheDir`; downloaded (13 MB) the
 * first time. Needs `apt-get`, `dpkg-deb` and the keyring of Debian's archive, but no root.
 * Processes that do it at once do not disturb each other: each unpacks for itself and the first one
 * to finish gives the folder its name.
 */
export async function debianEngine(
  { cacheDir, log }: { cacheDir: string; log: (line: string) => void },
): Promise<DebianEngine> {
  const home = join(cacheDir, `llama-server-debian-${Deno.build.arch}`);
  const there = await openInstalled(home);
  if (there) return { program: there };

  const missing = await whatIsMissing();
  if (typeof missing === "string") return { program: null, reason: missing };
  let work: string;
  try {
    await Deno.mkdir(cacheDir, { recursive: true });
    work = await Deno.makeTempDir({ dir: cacheDir, prefix: "install-" });
  } catch (error) {
    const reason = `cannot write to the cache folder (XDG_CACHE_HOME or ~/.cache): ` +
      messageOf(error);
    return { program: null, reason };
  }
  try {
    log("Getting llama-server from Debian's packages (13 MB) into the cache folder.");
    const built = join(work, "engine");
    const faults: string[] = [];
    for (const suite of SUITES) {
      try {
        await unpackFrom({ ...missing, suite }, join(work, suite), built, log);
        await moveInPlace(built, home, work);
        const program = await openInstalled(home);
        if (program) return { program };
        faults.push(`${suite}: the program was unpacked but does not run`);
      } catch (error) {
        if (!(error instanceof AptError)) throw error;
        faults.push(`${suite}: ${error.message}`);
        if (error.unreachable) break;
      }
      await removeIfThere(built);
    }
    return { program: null, reason: `Debian's build cannot be had (${faults.join("; ")})` };
  } finally {
    await removeIfThere(work);
  }
}

/** The installed engine, or null when there is none or it does not run. */
async function openInstalled(home: string): Promise<EngineProgram | null> {
  try {
    const version = (await Deno.readTextFile(join(home, "PACKAGE"))).trim();
    return await inspectEngine(join(home, "llama-server"), {
      obtained: "debian",
      package: version,
    });
  } catch {
    return null;
  }
}

/** The mirror and the keyring, or a sentence on what this machine lacks. */
async function whatIsMissing(): Promise<{ mirror: string; keyring: string } | string> {
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
    try {
      await Deno.stat(path);
      return path;
    } catch { /* the next one, perhaps */ }
  }
  return null;
}

/** The Debian mirror in the sources of the host's own apt. */
async function mirrorOfHost(): Promise<string | null> {
  const folder = "/etc/apt/sources.list.d";
  const files = ["/etc/apt/sources.list"];
  try {
    for await (const { name } of Deno.readDir(folder)) files.push(join(folder, name));
  } catch { /* a host without that folder */ }
  for (const file of files.sort()) {
    const text = await Deno.readTextFile(file).catch(() => "");
    const mirror = text.split("\n").filter((line) => !line.trimStart().startsWith("#"))
      .map((line) => /https?:\/\/\S+\/debian(?=\/?(\s|$))/.exec(line)?.[0]).find(Boolean);
    if (mirror) return mirror;
  }
  return null;
}

/**
 * Puts the program, ld.so, the libraries and ggml's backends into one flat folder. ggml seeks its
 * backends beside the running executable, which is ld.so here, and picks the one that suits the CPU.
 */
async function unpackFrom(
  suite: { mirror: string; keyring: string; suite: string },
  work: string,
  built: string,
  log: (line: string) => void,
): Promise<void> {
  await Deno.mkdir(work);
  const debs = await aptDownload(suite, PACKAGE, (name) => WANTED.test(name), work, log);
  const root = join(work, "root");
  for (const deb of debs) await dpkgDeb("-x", deb, root);
  const lib = join(built, "lib");
  await Deno.mkdir(lib, { recursive: true });
  for await (const path of filesUnder(join(root, "usr/lib"))) {
    if (/^(lib.*\.so(\.[\d.]+)?|ld-linux-.*)$/.test(basename(path))) {
      await Deno.rename(path, join(lib, basename(path)));
    }
  }
  await Deno.rename(join(root, "usr/bin/llama-server"), join(lib, "llama-server"));
  const starter = join(built, "llama-server");
  await Deno.writeTextFile(
    starter,
    `#!/bin/sh
lib=$(dirname "$(readlink -f "$0")")/lib
exec "$lib"/ld-linux-*.so.? --library-path "$lib" --argv0 llama-server "$lib/llama-server" "$@"
`,
  );
  await Deno.chmod(starter, 0o755);
  const tools = debs.find((deb) => basename(deb).startsWith(`${PACKAGE}_`))!;
  const version = (await dpkgDeb("-f", tools, "Version")).trim();
  await Deno.writeTextFile(join(built, "PACKAGE"), `${PACKAGE} ${version} (${suite.suite})\n`);
}

async function dpkgDeb(...args: string[]): Promise<string> {
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

/** Gives the finished folder its name. What another process put there first is kept if it runs. */
async function moveInPlace(built: string, home: string, work: string): Promise<void> {
  for (let attempt = 1;; attempt++) {
    try {
      return await Deno.rename(built, home);
    } catch (error) {
      if (await openInstalled(home)) return;
      if (attempt === 3) throw error;
      // a broken installation stands in the way
      await Deno.rename(home, join(work, `broken-${attempt}`)).catch(() => {});
    }
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
