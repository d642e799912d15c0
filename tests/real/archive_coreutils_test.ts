import assert from "node:assert/strict";
import { join } from "node:path";
import { faultLine } from "../../lib/archive/fault.ts";
import { verifyFolder } from "../../lib/archive/verify.ts";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { harm, withBag } from "../records/sealed_bag.ts";

async function coreutilsPasses(bag: string): Promise<boolean> {
  for (const list of ["manifest-sha512.txt", "tagmanifest-sha512.txt"]) {
    const { success } = await new Deno.Command("sha512sum", {
      args: ["-c", "--strict", "--status", list],
      cwd: bag,
      stderr: "null",
    }).output();
    if (!success) return false;
  }
  return true;
}

Deno.test("whenever sha512sum -c --strict fails, so does verifyBag", async () => {
  await withBag(async (bag) => assert(await coreutilsPasses(bag)));
  const random = seededRandom(3);
  let refusedByBoth = 0;
  for (let run = 0; run < 100; run++) {
    await withBag(async (bag) => {
      const done = await harm(bag, random);
      const passes = (await verifyBag(bag)).faults.length === 0;
      if (await coreutilsPasses(bag)) return;
      refusedByBoth++;
      assert(!passes, `case ${run}: ${done}`);
    });
  }
  assert(refusedByBoth > 20);
});

Deno.test("a pipe in a file's place is told and not read, which would never end", () =>
  withBag(async (bag) => {
    const path = join(bag, "data/raw/a.json");
    await Deno.remove(path);
    assert((await new Deno.Command("mkfifo", { args: [path] }).output()).success);
    const [verdict] = await Array.fromAsync(verifyFolder(bag));
    assert.match(verdict.faults.map(faultLine).join("\n"), /a\.json: is a special file/);
  }));
