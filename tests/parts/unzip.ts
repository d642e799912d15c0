import { runCommand } from "../../lib/base/command.ts";

/**
 * Whether Info-ZIP's `unzip` is there; where it is not, the tests are skipped loudly, and with
 * COREBOOK_NO_SKIP=1 that is an error.
 */
export async function unzipOrSkip(): Promise<boolean> {
  const there = await runCommand("unzip", ["-v"], { timeoutMs: 10_000 })
    .then(({ code }) => code === 0, () => false);
  if (there) return true;
  const reason = "There is no unzip (Debian: apt-get install unzip).";
  if (Deno.env.get("COREBOOK_NO_SKIP") === "1") throw new Error(reason);
  console.error(`SKIPPED: tests that unpack a ZIP with another tool. ${reason}`);
  return false;
}
