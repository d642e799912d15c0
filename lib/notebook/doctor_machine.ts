import { runCommand } from "../base/command.ts";
import type { Machine } from "./doctor.ts";
import { Kernel } from "./kernel/kernel.ts";
import { jupyterDataFolder, readKernelspec } from "./kernel/kernelspec.ts";
import { dirname, join } from "node:path";

const fetchMs = 20_000;

/**
 * This machine, for the doctor.
 *
 * @param offline Leaves the network alone.
 */
export function thisMachine(offline: boolean): Machine {
  return {
    denoVersion: Deno.version.deno,
    startKernel: async () => {
      const start = performance.now();
      await using kernel = await Kernel.start({ cwd: Deno.cwd() });
      await kernel.execute("6 * 7", () => {});
      const seconds = (performance.now() - start) / 1000;
      return { seconds, diesWithParent: kernel.diesWithParent };
    },
    kernelspec: () => readKernelspec(jupyterDataFolder()),
    isProgram: async (program) => await firstLineOf(program, ["--version"]) !== null,
    jupyterLab: () => firstLineOf("jupyter-lab", ["--version"]),
    fetchNpm: offline ? null : () => fetchPackage("npm:canonicalize@5.1.0"),
    fetchJsr: offline ? null : () => fetchPackage("jsr:@std/bytes@1"),
    folders: [
      { what: "Folder of the notebooks", path: Deno.cwd() },
      { what: "Temporary folder", path: temporaryFolder() },
    ],
    canWrite,
  };
}

async function firstLineOf(program: string, args: string[]): Promise<string | null> {
  try {
    const { code, stdout } = await runCommand(program, args, { timeoutMs: 20_000 });
    return code === 0 ? stdout.trim().split("\n")[0] : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    if (error instanceof Deno.errors.PermissionDenied) return null;
    throw error;
  }
}

/** Fetches into an empty cache, so that nothing that was fetched before hides a failure. */
async function fetchPackage(specifier: string): Promise<void> {
  const cache = await Deno.makeTempDir({ prefix: "corebook-doctor-" });
  try {
    const { code, stderr, timedOut } = await runCommand(
      Deno.execPath(),
      ["cache", "--quiet", "--no-config", "--no-lock", specifier],
      { cwd: cache, env: { DENO_DIR: cache, NO_COLOR: "1" }, timeoutMs: fetchMs },
    );
    if (timedOut) throw new Error(`no answer within ${fetchMs / 1000} s`);
    if (code !== 0) throw new Error(withoutAddresses(stderr.split("\n")[0]));
  } finally {
    await Deno.remove(cache, { recursive: true });
  }
}

/** What Deno said, without the sentences that only repeat where it looked. */
function withoutAddresses(text: string): string {
  const sentences = text.replace(/^error: /, "").split(/(?<=[.:]) /)
    .filter((sentence) => !sentence.includes("://"));
  return sentences.join(" ").replace(/[.:]$/, "") || "no answer";
}

function temporaryFolder(): string {
  const path = Deno.makeTempDirSync({ prefix: "corebook-doctor-" });
  Deno.removeSync(path);
  return dirname(path);
}

async function canWrite(folder: string): Promise<boolean> {
  const path = join(folder, `.corebook-doctor-${crypto.randomUUID()}`);
  try {
    await Deno.writeTextFile(path, "");
    await Deno.remove(path);
    return true;
  } catch {
    return false; // whatever the reason, nothing can be written there
  }
}
