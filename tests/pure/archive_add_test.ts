import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { addBag, sealInPlace } from "../../lib/archive/add_bag.ts";
import { loadRecord } from "../../lib/archive/load.ts";
import { readTree } from "../../lib/archive/tree.ts";
import { hashFile } from "../../lib/base/hash.ts";
import { project } from "../../lib/base/project.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { inFolder } from "../in_folder.ts";
import { harm, smallPlan, writeSealedRecord } from "../records/sealed_bag.ts";
import { archiveFaults, contentOf, copyFolder, options } from "../records/archives.ts";

Deno.test("a run goes into the archive with a description and a line in the ledger", () =>
  inFolder(async (folder) => {
    const archive = join(folder, "archive");
    const source = await writeSealedRecord(join(folder, "data"));
    const before = await contentOf(source);
    const name = await addBag(source, archive, options);
    assert.equal(name, basename(source));
    assert.deepEqual(await contentOf(source), before);
    assert.deepEqual(await archiveFaults(archive), []);
    assert.deepEqual((await readTree(join(archive, name, "data"))).map((entry) => entry.name), [
      "record.json",
      "responses.jsonl.gz",
      "ro-crate-metadata.json",
    ]);
    const hash = await hashFile("sha512", join(archive, name, "tagmanifest-sha512.txt"));
    assert.equal(
      await Deno.readTextFile(join(archive, "LEDGER")),
      `${hash}  ${name}/tagmanifest-sha512.txt\n`,
    );
    const loaded = await loadRecord(join(archive, name));
    assert.equal((await Array.fromAsync(loaded.lines())).length, 4);
  }));

Deno.test("a second bag leaves the first as it is, and nothing is added twice", () =>
  inFolder(async (folder) => {
    const archive = join(folder, "archive");
    const first = await writeSealedRecord(folder, { id: "2026-01-02_b" });
    const second = await writeSealedRecord(folder, { id: "2026-01-01_a" });
    await addBag(first, archive, options);
    const before = await contentOf(join(archive, "2026-01-02_b"));
    await addBag(second, archive, options);
    assert.deepEqual(await contentOf(join(archive, "2026-01-02_b")), before);
    assert.deepEqual(await archiveFaults(archive), []);
    const all = await contentOf(archive);
    await assert.rejects(addBag(first, archive, options), /LEDGER names it already/);
    const other = await writeSealedRecord(join(folder, "x"), { id: "2026-01-01_A" });
    await assert.rejects(addBag(other, archive, options), /differs only in case from 2026-01-01_a/);
    assert.deepEqual(await contentOf(archive), all);
  }));

Deno.test("what does not verify is not added", async (t) => {
  const refused = (name: string, why: RegExp, change: (source: string) => Promise<unknown>) =>
    t.step(name, () =>
      inFolder(async (folder) => {
        const archive = join(folder, "archive");
        const source = await writeSealedRecord(folder);
        await assert.rejects(async () => {
          await addBag(await change(source) as string ?? source, archive, options);
        }, why);
        assert.deepEqual(
          await readTree(folder).then((tree) =>
            tree.filter(({ name }) => name.startsWith("archive"))
          ),
          [],
        );
      }));
  await refused(
    "a damaged run",
    /data\/record\.json: does not match its checksum/,
    (source) => Deno.writeTextFile(join(source, "data/record.json"), "\n", { append: true }),
  );
  await refused(
    "a run that is not sealed",
    /the run is not sealed/,
    (source) => Deno.remove(join(source, "tagmanifest-sha512.txt")),
  );
  await refused("a renamed run", /its folder is named renamed/, async (source) => {
    const renamed = join(source, "../renamed");
    await Deno.rename(source, renamed);
    return renamed;
  });
  await refused(
    "totals that its lines do not show",
    /the lines hold 2 valid responses, record\.json says 1/,
    (source) =>
      writeSealedRecord(join(source, "../wrong"), {
        record: { totals: { responses: 2, valid: 1, rounds: 2 } },
      }),
  );
  await refused(
    "a status that its lines do not show",
    /says status completed of .*, its lines show partial/,
    (source) =>
      writeSealedRecord(join(source, "../wrong"), {
        rounds: () => 1,
        plan: { ...smallPlan, measuredRounds: 2 },
      }),
  );
});

Deno.test("under random damage an archive never verifies", () =>
  inFolder(async (folder) => {
    const whole = join(folder, "archive");
    await addBag(await writeSealedRecord(folder), whole, options);
    const random = seededRandom(4);
    for (let run = 0; run < 60; run++) {
      const archive = join(folder, `archive-${run}`);
      await copyFolder(whole, archive);
      const done = await harm(archive, random);
      assert.notDeepEqual(await archiveFaults(archive), [], `case ${run}: ${done}`);
    }
  }));

Deno.test("a bag that is a link, a lost bag and a lost ledger are found", () =>
  inFolder(async (folder) => {
    const archive = join(folder, "archive");
    const name = await addBag(await writeSealedRecord(folder), archive, options);
    const bag = join(archive, name);
    await Deno.rename(bag, join(folder, "moved"));
    assert.match((await archiveFaults(archive)).join(), /tagmanifest-sha512\.txt: is missing/);
    await Deno.symlink(join(folder, "moved"), bag);
    assert.match((await archiveFaults(archive)).join(), /is a link beside the bags/);
    await Deno.remove(bag);
    await Deno.rename(join(folder, "moved"), bag);
    assert.deepEqual(await archiveFaults(archive), []);
    await Deno.remove(join(archive, "LEDGER"));
    assert.match((await archiveFaults(archive)).join(), /is not in LEDGER/);
  }));

Deno.test("a publication outside the archive is sealed where it stands, once", () =>
  inFolder(async (folder) => {
    await Deno.mkdir(join(folder, "data"));
    const printed = "data/published.json";
    await Deno.copyFile(join(project.archive, "historical-api-8b", printed), join(folder, printed));
    await sealInPlace(folder, options);
    assert.deepEqual(await archiveFaults(folder), []);
    await assert.rejects(sealInPlace(folder, options), /is sealed already/);
    const run = await writeSealedRecord(join(folder, "runs"));
    await Deno.remove(join(run, "tagmanifest-sha512.txt"));
    await assert.rejects(sealInPlace(run, options), /the run is not sealed/);
  }));

Deno.test("a loader refuses what is not sealed or damaged, and says which file", () =>
  inFolder(async (folder) => {
    const source = await writeSealedRecord(folder);
    await Deno.writeTextFile(join(source, "data/notes.txt"), "");
    await assert.rejects(loadRecord(source), /data\/notes\.txt: is a file that/);
    await Deno.remove(join(source, "data/notes.txt"));
    await Deno.remove(join(source, "tagmanifest-sha512.txt"));
    await assert.rejects(loadRecord(source), /is not sealed, or was cut short/);
    const { lines } = await loadRecord(source, { unsealed: true });
    assert.equal((await Array.fromAsync(lines())).length, 4);
  }));
