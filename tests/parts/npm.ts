import { runCommand } from "../../lib/base/command.ts";

/**
 * Whether npm is there; where it is not, the tests are skipped loudly, and with COREBOOK_NO_SKIP=1
 * that is an error.
 */
export async function npmOrSkip(): Promise<boolean> {
  const there = await runCommand("npm", ["--version"], { timeoutMs: 30_000 })
    .then(({ code }) => code === 0, () => false);
  if (there) return true;
  const reason = "There is no npm (Debian: apt-get install npm).";
  if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw new Error(reason);
  console.error(`SKIPPED: tests that install the package. ${reason}`);
  return false;
}
