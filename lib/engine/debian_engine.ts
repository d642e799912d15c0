import { basename, join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { aptDownload, AptError } from "./apt_download.ts";
import { type DebianSource, findDebianSource } from "./debian_source.ts";
import { type EngineProgram, type EngineSearch, inspectEngine } from "./engine_program.ts";
import { dpkgDeb, unpackEngine } from "./unpack_engine.ts";

const PACKAGE = "llama.cpp-tools";
/** Of the package's dependencies only the libraries are of use; the rest would set up a system. */
const WANTED =
  /^(llama\.cpp-tools|zlib1g|lib(c6|gcc-s1|stdc\+\+6|gomp1|ssl|crypto|zstd|ggml|llama).*)$/;
const SUITES = ["forky", "sid"];
const WORK_PREFIX = "install-";
const STALE_MS = 3600_000;

/**
 * Debian's llama-server, unpacked into a folder of its own under `cacheDir`; downloaded (13 MB) the
 * first time. Needs `apt-get`, `dpkg-deb` and the keyring of Debian's archive, but no root.
 * Processes that do it at once do not disturb each other: each unpacks for itself and the first one
 * to finish gives the folder its name.
 */
export async function debianEngine(
  { cacheDir, log }: { cacheDir: string; log: (line: string) => void },
): Promise<EngineSearch> {
  const home = join(cacheDir, `llama-server-debian-${Deno.build.arch}`);
  const there = await openInstalled(home);
  if (there) return { program: there };

  const source = await findDebianSource();
  if (typeof source === "string") return { program: null, reason: source };
  let work: string;
  try {
    await Deno.mkdir(cacheDir, { recursive: true });
    await removeStale(cacheDir);
    work = await Deno.makeTempDir({ dir: cacheDir, prefix: WORK_PREFIX });
  } catch (error) {
    const where = "the cache folder (in XDG_CACHE_HOME or ~/.cache)";
    return { program: null, reason: `${where} cannot be written: ${messageOf(error)}` };
  }
  try {
    log("Getting llama-server from Debian's packages (13 MB) into the cache folder.");
    return await install(source, home, work, log);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Tries the suites in turn. */
async function install(
  source: DebianSource,
  home: string,
  work: string,
  log: (line: string) => void,
): Promise<EngineSearch> {
  const faults: string[] = [];
  for (const suite of SUITES) {
    const folder = join(work, suite);
    const built = join(folder, "engine");
    try {
      await Deno.mkdir(folder);
      const wanted = (name: string) => WANTED.test(name);
      const debs = await aptDownload({ ...source, suite }, PACKAGE, wanted, folder, log);
      await unpackEngine(debs, built, join(folder, "root"));
      const tools = debs.find((deb) => basename(deb).startsWith(`${PACKAGE}_`))!;
      const version = (await dpkgDeb("-f", tools, "Version")).trim();
      await Deno.writeTextFile(join(built, "PACKAGE"), `${PACKAGE} ${version} (${suite})\n`);
      await moveInPlace(built, home, work);
      const program = await openInstalled(home);
      if (program) return { program };
      faults.push(`${suite}: the program was unpacked but does not run`);
    } catch (error) {
      if (!(error instanceof AptError)) throw error;
      faults.push(`${suite}: ${error.message}`);
      if (error.unreachable) break;
    }
  }
  return { program: null, reason: `Debian's build cannot be had (${faults.join("; ")})` };
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

/** Removes what installations left behind that were killed. */
async function removeStale(cacheDir: string): Promise<void> {
  for await (const { name } of Deno.readDir(cacheDir)) {
    if (!name.startsWith(WORK_PREFIX)) continue;
    const path = join(cacheDir, name);
    const { mtime } = await Deno.stat(path);
    if (mtime && Date.now() - mtime.getTime() > STALE_MS) {
      await Deno.remove(path, { recursive: true });
    }
  }
}
