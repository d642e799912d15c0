import { runCommand } from "../../base/command.ts";
import { UserError } from "../../base/errors.ts";
import { kernelEnvironment } from "./environment.ts";
import { basename, dirname, join } from "node:path";
import { z } from "zod";

const kernelspecFile = z.object({
  argv: z.array(z.string()).min(1),
  env: z.record(z.string(), z.string()).default({}),
});

/** A kernel as Jupyter knows it; `path` is its `kernel.json`. */
export interface Kernelspec {
  path: string;
  argv: string[];
  env: Record<string, string>;
}

/** What of the machine decides where Jupyter keeps its data. */
export interface JupyterPlace {
  os: typeof Deno.build.os;
  env(name: string): string | undefined;
}

const thisMachine: JupyterPlace = { os: Deno.build.os, env: (name) => Deno.env.get(name) };

/**
 * The user's Jupyter data folder
 * (https://docs.jupyter.org/en/latest/use/jupyter-directories.html#data-files); JupyterLab,
 * Notebook and VS Code look for kernels there.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { jupyterDataFolder } from "./kernelspec.ts";
 *
 * const env = (name: string) => ({ HOME: "/home/ada" } as Record<string, string>)[name];
 * assert.equal(jupyterDataFolder({ os: "linux", env }), "/home/ada/.local/share/jupyter");
 * assert.equal(jupyterDataFolder({ os: "darwin", env }), "/home/ada/Library/Jupyter");
 * ```
 */
export function jupyterDataFolder({ os, env }: JupyterPlace = thisMachine): string {
  const told = env("JUPYTER_DATA_DIR");
  if (told) return told;
  if (os === "windows") return join(env("APPDATA") ?? "", "jupyter");
  const home = env("HOME") ?? "";
  if (os === "darwin") return join(home, "Library", "Jupyter");
  return join(env("XDG_DATA_HOME") || join(home, ".local", "share"), "jupyter");
}

/**
 * Registers this Deno as the kernel `deno`, with the environment that keeps outputs the same
 * everywhere; an earlier registration is replaced.
 *
 * @param dataFolder A Jupyter data folder, of the user or of one Python environment.
 */
export async function installKernelspec(dataFolder: string): Promise<Kernelspec> {
  const folder = join(dataFolder, "kernels", "deno");
  const spec = {
    argv: [Deno.execPath(), "jupyter", "--kernel", "--conn", "{connection_file}"],
    display_name: "Deno",
    language: "typescript",
    env: { ...kernelEnvironment },
  };
  const path = join(folder, "kernel.json");
  try {
    await Deno.mkdir(folder, { recursive: true });
    await copyLogos(folder);
    await Deno.writeTextFile(path, JSON.stringify(spec, null, 2) + "\n");
  } catch (cause) {
    throw new UserError(`Cannot register the kernel in ${folder}: ${(cause as Error).message}`, {
      advice: "Give a folder that you may write to by --prefix.",
      cause,
    });
  }
  return { path, argv: spec.argv, env: spec.env };
}

/** The kernel `deno` in a Jupyter data folder; null where there is none. */
export async function readKernelspec(dataFolder: string): Promise<Kernelspec | null> {
  const path = join(dataFolder, "kernels", "deno", "kernel.json");
  let json: string;
  try {
    json = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
  try {
    return { path, ...kernelspecFile.parse(JSON.parse(json)) };
  } catch (cause) {
    throw new UserError(`Cannot read ${path}: it is no description of a kernel`, { cause });
  }
}

/** The logos that Deno itself would install; without them the launcher shows a letter. */
async function copyLogos(folder: string): Promise<void> {
  const home = await Deno.makeTempDir({ prefix: "corebook-logos-" });
  try {
    await runCommand(Deno.execPath(), ["jupyter", "--install"], {
      env: { HOME: home, APPDATA: home, XDG_DATA_HOME: join(home, "share") },
      timeoutMs: 30_000,
    });
    for (const path of filesBelow(home)) {
      const isLogo = /^logo-.*\.(?:png|svg)$/.test(basename(path));
      if (isLogo && basename(dirname(path)) === "deno") {
        await Deno.copyFile(path, join(folder, basename(path)));
      }
    }
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

function filesBelow(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory ? filesBelow(path) : [path];
  });
}
