import assert from "node:assert/strict";
import { project } from "../../lib/base/project.ts";

async function git(...args: string[]): Promise<string | null> {
  try {
    const { success, stdout } = await new Deno.Command("git", {
      args: ["-c", "safe.directory=*", ...args], // a clone may belong to somebody else
      cwd: project.root,
      stderr: "null",
    }).output();
    return success ? new TextDecoder().decode(stdout) : null;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

const commits = await git("log", "--reverse", "--format=%H", "--", "archive/LEDGER");
if (commits === null) console.error("SKIPPED: the ledger's history, there is no git repository.");

Deno.test({
  name: "the ledger only ever grew, through every commit that this clone has",
  ignore: commits === null,
  fn: async () => {
    let before: string[] = [];
    for (const commit of commits!.split("\n").filter((line) => line !== "")) {
      const ledger = await git("show", `${commit}:archive/LEDGER`);
      assert(ledger !== null, `commit ${commit} took the ledger away`);
      const lines = ledger.split("\n");
      for (const line of before) assert(lines.includes(line), `${commit} changed ${line}`);
      before = lines;
    }
    const now = (await Deno.readTextFile(`${project.archive}/LEDGER`)).split("\n");
    for (const line of before) assert(now.includes(line), `the working copy changed ${line}`);
  },
});
