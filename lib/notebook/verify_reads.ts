import { messageOf } from "../base/errors.ts";

/** A note of what a kernel reads; give its environment to the kernel. */
export interface ReadLog extends AsyncDisposable {
  /** Makes Deno write down every path whose permission it checks. */
  env: Record<string, string>;
  /** The paths that were read, as the code named them, each once. */
  paths(): Promise<string[]>;
}

/**
 * Opens a note of the files and folders that a kernel reads, by Deno's own audit of permissions
 * (https://docs.deno.com/runtime/reference/env_variables/). Imports of modules are not in it.
 */
export async function openReadLog(): Promise<ReadLog> {
  const file = await Deno.makeTempFile({ prefix: "corebook-reads-", suffix: ".jsonl" });
  return {
    env: { DENO_AUDIT_PERMISSIONS: file },
    paths: async () => {
      const lines = (await Deno.readTextFile(file)).split("\n");
      const paths = lines.map((line) => {
        try {
          const { permission, value } = JSON.parse(line);
          return permission === "read" && typeof value === "string" ? value : null;
        } catch {
          return null; // the last line of a kernel that was killed
        }
      });
      return [...new Set(paths.filter((path) => path !== null))];
    },
    [Symbol.asyncDispose]: async () => {
      await Deno.remove(file).catch(messageOf);
    },
  };
}
