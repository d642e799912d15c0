import { join } from "node:path";
import { cacheFolder } from "../lib/engine/cache_folder.ts";

const VALIDATOR = "roc-validator==0.13.0";

/**
 * A Python with the RO-Crate validator, in an environment of its own in the cache; null where it
 * cannot be had, which is said loudly and with COREBOOK_NO_SKIP=1 is an error.
 */
export async function crateValidatorOrSkip(): Promise<string | null> {
  const folder = join(cacheFolder(), VALIDATOR.replace("==", "-"));
  const python = join(folder, "bin", "python");
  try {
    if (await runs(python, ["-c", "import rocrate_validator"])) return python;
    await run("python3", ["-m", "venv", "--clear", folder]);
    await run(python, ["-m", "pip", "install", "--quiet", VALIDATOR]);
    return python;
  } catch (error) {
    if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw error;
    console.error(`SKIPPED: the check of descriptions by ${VALIDATOR}. ${error}`);
    return null;
  }
}

async function runs(program: string, args: string[]): Promise<boolean> {
  return await run(program, args).then(() => true, () => false);
}

async function run(program: string, args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (success) return;
  const last = new TextDecoder().decode(stderr).trim().split("\n").at(-1);
  throw new Error(`${program} ${args.join(" ")}: ${last}`);
}
