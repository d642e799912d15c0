import process from "node:process";
import { basename, dirname, join, resolve } from "node:path";
import { UserError } from "../base/errors.ts";

/** A module that is to stand beside a notebook, where its imports are found as the kernel does. */
export interface ModuleBeside {
  /** Path of the notebook. */
  notebook: string;
  text: string;
}

/**
 * Writes modules beside their notebooks, hidden, for as long as `use` takes. A signal that ends this
 * process removes them first; what a killed process left is removed by the next one.
 *
 * @param use Gets the paths of the modules, in order.
 * @throws {UserError} When a notebook's folder is not writable.
 */
export async function withModulesBeside<T>(
  modules: readonly ModuleBeside[],
  use: (files: string[]) => Promise<T>,
): Promise<T> {
  const files = modules.map(({ notebook }) =>
    join(
      dirname(resolve(notebook)),
      `.${basename(notebook)}.${process.pid}-${crypto.randomUUID().slice(0, 8)}.ts`,
    )
  );
  const remove = () => files.forEach(removeFile);
  const stops = signals.map((signal) => ({
    signal,
    stop: () => {
      remove();
      endListening();
      Deno.kill(Deno.pid, signal); // as it would have ended without this
    },
  }));
  const endListening = () => {
    for (const { signal, stop } of stops) Deno.removeSignalListener(signal, stop);
  };
  for (const folder of new Set(files.map((file) => dirname(file)))) removeLeftovers(folder);
  for (const { signal, stop } of stops) Deno.addSignalListener(signal, stop);
  try {
    for (const [at, { text }] of modules.entries()) {
      await Deno.writeTextFile(files[at], text, { createNew: true });
    }
    return await use(files);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new UserError(`Cannot look into ${modules[0].notebook}: its folder is not writable`, {
      advice: "Copy the notebook and what it imports to a folder of your own.",
      cause: error,
    });
  } finally {
    endListening();
    remove();
  }
}

const signals: readonly Deno.Signal[] = Deno.build.os === "windows"
  ? ["SIGINT"]
  : ["SIGINT", "SIGTERM", "SIGHUP"];

function removeFile(file: string): void {
  try {
    Deno.removeSync(file);
  } catch {
    // it was never written, or is gone already
  }
}

/** Removes modules whose process is gone. */
function removeLeftovers(folder: string): void {
  for (const { name } of Deno.readDirSync(folder)) {
    const pid = /^\..+\.ipynb\.(\d+)-[0-9a-f]{8}\.ts$/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) removeFile(join(folder, name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: string }).code !== "ESRCH"; // another user's process is alive
  }
}
