import assert from "node:assert/strict";
import { join, resolve } from "node:path";
import { verifyFolder } from "../../lib/archive/verify.ts";
import { project } from "../../lib/base/project.ts";
import { publications } from "../../lib/record/published_read.ts";

Deno.test("every byte, name and kind in archive/ is as the ledger has it", async () => {
  const archive = resolve(project.archive);
  const verdicts = await Array.fromAsync(verifyFolder(archive, [archive]));
  const faults = verdicts.flatMap(({ folder, faults }) =>
    faults.map(({ file, message }) => `${join(folder, file)}: ${message}`)
  );
  assert.deepEqual(faults, []);
  assert(verdicts.some(({ what }) => what === "ledger"));
  assert(verdicts.some(({ what }) => what === "bag"));
});

Deno.test("the publications outside the archive are as they were sealed", async () => {
  for (const { folder } of Object.values(publications)) {
    for await (const { faults } of verifyFolder(folder)) assert.deepEqual(faults, [], folder);
  }
});

Deno.test("every record in data/ that is under version control is as it was sealed", async () => {
  for (const name of ["core-1.1", "simulated"]) {
    const verdicts = await Array.fromAsync(verifyFolder(join(project.data, name)));
    assert(verdicts.length > 0, name);
    for (const { folder, faults } of verdicts) assert.deepEqual(faults, [], folder);
  }
});
