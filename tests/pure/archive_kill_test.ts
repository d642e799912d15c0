import assert from "node:assert/strict";
import { join } from "node:path";
import { addBag } from "../../lib/archive/add_bag.ts";
import { loadRecord } from "../../lib/archive/load.ts";
import { isDraft } from "../../lib/archive/place_bag.ts";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { withdrawBag } from "../../lib/archive/withdraw_bag.ts";
import type { FileSystem } from "../../lib/base/file_system.ts";
import { project } from "../../lib/base/project.ts";
import { inFolder } from "../in_folder.ts";
import { hastyFiles } from "../records/hasty_files.ts";
import { killedAt } from "../runs/faulty_files.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";
import { archiveFaults, contentOf, copyFolder, options } from "../records/archives.ts";

/** Kills a job at every one of its file operations and sees what is left, then does it again. */
async function killEverywhere(
  archive: string,
  job: (files: FileSystem) => Promise<unknown>,
): Promise<number> {
  await Deno.rename(archive, `${archive}-before`);
  for (let operation = 1;; operation++) {
    await copyFolder(`${archive}-before`, archive);
    const { files, operations } = killedAt(operation);
    const ended = await job(files).then(() => true, () => false);
    for await (const { name } of Deno.readDir(archive)) {
      if (name === "LEDGER" || isDraft(name)) continue;
      const { faults } = await verifyBag(join(archive, name));
      if (faults.some(({ code }) => code === "not-sealed")) continue;
      assert.deepEqual(faults, [], `half a bag: ${name}`);
    }
    if (ended) {
      assert.deepEqual(await archiveFaults(archive), []);
      assert.equal(operations(), operation - 1);
      return operations();
    }
    await job(hastyFiles()).catch((error) => assert.match(String(error), /names it already/));
    assert.deepEqual(await archiveFaults(archive), [], `killed at operation ${operation}`);
    await Deno.remove(archive, { recursive: true });
  }
}

Deno.test("killed at any file operation, an addition leaves no bag or a whole one", () =>
  inFolder(async (folder) => {
    const archive = join(folder, "archive");
    const first = await writeSealedRecord(folder, { id: "first" });
    const second = await writeSealedRecord(folder, { id: "second" });
    await addBag(first, archive, options);
    const operations = await killEverywhere(
      archive,
      (files) => addBag(second, archive, { ...options, files }),
    );
    assert(operations > 40, `${operations} operations`);
  }));

Deno.test("a publication is sealed where it lies in the archive, at once or after any kill", () =>
  inFolder(async (folder) => {
    const archive = join(folder, "archive");
    const [bag, printed] = [join(archive, "historical-api-8b"), "data/published.json"];
    await Deno.mkdir(join(bag, "data"), { recursive: true });
    await Deno.copyFile(join(project.archive, "historical-api-8b", printed), join(bag, printed));
    await killEverywhere(archive, (files) => addBag(bag, archive, { ...options, files }));
    await assert.rejects(addBag(bag, archive, options), /names it already/);
  }));

Deno.test("a withdrawal is a note beside the bag; killed anywhere, it is whole or not there", () =>
  inFolder(async (folder) => {
    const archive = join(folder, "archive");
    const source = await writeSealedRecord(folder, { id: "first" });
    await addBag(source, archive, options);
    await killEverywhere(
      archive,
      (files) => withdrawBag("first", "Wrong model file", archive, { ...options, files }),
    );
    const before = await contentOf(join(archive, "first"));
    await assert.rejects(
      loadRecord(join(archive, "first")),
      /withdrawn on 2026-01-31: Wrong model/,
    );
    await loadRecord(join(archive, "first"), { withdrawn: true });
    await assert.rejects(withdrawBag("first", "Again", archive, options), /names it already/);
    await assert.rejects(withdrawBag("other", "x", archive, options), /ledger does not name it/);
    assert.deepEqual(await contentOf(join(archive, "first")), before);
  }));
