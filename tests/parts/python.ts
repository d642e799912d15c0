import { join } from "node:path";
import { runCommand } from "../../lib/base/command.ts";
import { cacheFolder } from "../../lib/engine/cache_folder.ts";

/** Python programs for tests, or why they are missing. */
export type PythonPart =
  /** `bin` is the folder of the programs `python`, `jupyter-lab` and so on. */
  | { ready: true; bin: string }
  | { ready: false; reason: string };

/** The front ends of notebooks. */
const jupyter = ["jupyterlab==4.6.6", "nbconvert==7.17.2", "nbformat==5.11.1"];
const installMs = 900_000;

/**
 * A virtual environment of the tests' own in the cache folder, made at the first use. Where it
 * cannot be made, the tests are skipped loudly; with COREBOOK_NO_SKIP=1 that is an error.
 *
 * Call it at the top of a test file: `const python = await pythonOrSkip();`, then
 * `Deno.test({ name, ignore: !python.ready, fn })`.
 *
 * @param packages With exact versions, as pip has them; each list gets an environment of its own.
 * @param bare Those that are installed without what they depend on.
 */
export async function pythonOrSkip(
  packages: readonly string[] = jupyter,
  bare: readonly string[] = [],
): Promise<PythonPart> {
  const part = await install(packages, bare);
  if (part.ready) return part;
  if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw new Error(part.reason);
  console.error(`SKIPPED: what needs ${[...packages, ...bare].join(", ")}. ${part.reason}`);
  return part;
}

async function install(pinned: readonly string[], bare: readonly string[]): Promise<PythonPart> {
  const all = [...pinned, ...bare];
  const folder = join(cacheFolder(), all.join("-").replaceAll("==", "-"));
  const done = join(folder, "installed");
  await Deno.mkdir(cacheFolder(), { recursive: true });
  using lock = await Deno.open(`${folder}.lock`, { write: true, create: true });
  await lock.lock(true); // test files run side by side
  const bin = join(folder, Deno.build.os === "windows" ? "Scripts" : "bin");
  if (await exists(done)) return { ready: true, bin };
  const pip = ["-m", "pip", "install", "--quiet", "--no-input"];
  const commands: [string, string[]][] = [
    ["python3", ["-m", "venv", "--clear", folder]],
    [join(bin, "python"), [...pip, ...pinned]],
  ];
  if (bare.length > 0) commands.push([join(bin, "python"), [...pip, "--no-deps", ...bare]]);
  for (const [program, args] of commands) {
    try {
      const { code, stderr } = await runCommand(program, args, { timeoutMs: installMs });
      if (code === 0) continue;
      const why = stderr.trim().split("\n").at(-1);
      return { ready: false, reason: `${args.slice(0, 3).join(" ")} failed: ${why}` };
    } catch (error) {
      return { ready: false, reason: `${program} cannot be run: ${(error as Error).message}` };
    }
  }
  await Deno.writeTextFile(done, `${all.join("\n")}\n`);
  return { ready: true, bin };
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch {
    return false;
  }
}
