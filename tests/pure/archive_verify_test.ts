import assert from "node:assert/strict";
import { join } from "node:path";
import { faultLine } from "../../lib/archive/fault.ts";
import { loadRecord } from "../../lib/archive/load.ts";
import { verifyFolder } from "../../lib/archive/verify.ts";
import { verifyCommand } from "../../lib/cli/verify.ts";
import { inFolder } from "../in_folder.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

/** Runs `verify` and gives what it printed and the sentence that it ended with. */
async function verify(...args: string[]): Promise<{ printed: string; error: string | null }> {
  const lines: string[] = [];
  const { log } = console;
  console.log = (...parts: unknown[]) => void lines.push(parts.join(" "));
  try {
    const command = verifyCommand().exitOverride();
    const error = await command.parseAsync(args, { from: "user" }).then(() => null, String);
    return { printed: lines.join("\n"), error };
  } finally {
    console.log = log;
  }
}

Deno.test("verify finds every bag in a folder and names what is wrong with one", () =>
  inFolder(async (folder) => {
    const good = await writeSealedRecord(join(folder, "a"), { id: "good" });
    const bad = await writeSealedRecord(join(folder, "b/c"), { id: "bad" });
    const whole = await verify(folder);
    assert.equal(whole.error, null);
    assert.match(whole.printed, /ok .*good \(simulated, 2 files, \d+ bytes\)/);
    assert.match(whole.printed, /Verified: 2 bags\./);

    await Deno.writeTextFile(join(bad, "data/more.json"), "");
    const broken = await verify(folder);
    assert.match(broken.printed, /WRONG .*bad[^]*data\/more\.json: is a file that/);
    assert.match(broken.error!, /Not verified: \d+ faults in .*b\/c\/bad\./);
    assert.equal((await verify(good)).error, null);
    const { ok, verdicts } = JSON.parse((await verify(folder, "--json")).printed);
    assert.equal(ok, false);
    assert.deepEqual(
      verdicts.map(({ id, faults }: { id: string; faults: unknown[] }) => [
        id,
        faults.length > 0,
      ]),
      [["good", false], ["bad", true]],
    );
  }));

Deno.test("verify does not pass when there is nothing to verify", () =>
  inFolder(async (folder) => {
    assert.match((await verify(folder)).error!, /there is no bag/);
    assert.match((await verify(join(folder, "none"))).error!, /Cannot verify .*none/);
  }));

Deno.test("a bag is taken for one whichever of its own files is lost", () =>
  inFolder(async (folder) => {
    for (const name of ["bagit.txt", "bag-info.txt", "manifest-sha512.txt", "data"]) {
      const bag = await writeSealedRecord(join(folder, name), { id: "bag" });
      await Deno.remove(join(bag, name), { recursive: true });
      assert.match((await verify(folder)).error!, /Not verified/, name);
    }
  }));

Deno.test("nothing is read through a link", () =>
  inFolder(async (folder) => {
    const bag = await writeSealedRecord(join(folder, "bags"), { id: "bag" });
    const path = join(bag, "data/responses.jsonl.gz");
    await Deno.rename(path, join(folder, "outside.gz"));
    await Deno.symlink(join(folder, "outside.gz"), path);
    const { verdicts } = JSON.parse((await verify(bag, "--json")).printed);
    assert.deepEqual([verdicts[0].kind, verdicts[0].id], ["unknown", null]);
    await assert.rejects(loadRecord(bag), /data\/responses\.jsonl\.gz: is a link/);
    await Deno.remove(join(bag, "tagmanifest-sha512.txt"));
    await assert.rejects(loadRecord(bag, { unsealed: true }), /responses\.jsonl\.gz: is a link/);
  }));

Deno.test("a record whose own lines contradict it does not verify though its bag is whole", async (t) => {
  const cases: Record<string, { record: Parameters<typeof writeSealedRecord>[1]; tells: RegExp }> =
    {
      "the run goes on": {
        record: { record: { state: { kind: "running" } } },
        tells: /says that the run still goes on/,
      },
      "a completed scenario whose responses do not count": {
        record: { timing: () => ({ ttftNs: 1e8, responseNs: 1e9, with: { stopType: "eos" } }) },
        tells: /says status completed of tiny-cycle-2048x1, its lines show stopped-in-warmup/,
      },
      "another order": { record: { record: { order: [] } }, tells: /an order of other scenarios/ },
    };
  for (const [name, { record, tells }] of Object.entries(cases)) {
    await t.step(name, () =>
      inFolder(async (folder) => {
        await writeSealedRecord(folder, record);
        assert.match((await verify(folder)).printed, tells);
      }));
  }
});

Deno.test("an emptied archive and a link in place of a bag are faults", () =>
  inFolder(async (folder) => {
    const [emptied] = await Array.fromAsync(verifyFolder(folder, [folder]));
    assert.deepEqual(emptied.faults.map(faultLine), [
      "LEDGER: names no file, so that nothing is checked",
    ]);

    const bag = await writeSealedRecord(join(folder, "elsewhere"), { id: "bag" });
    const data = join(folder, "data");
    await writeSealedRecord(join(data, "runs"), { id: "good" });
    await Deno.symlink(bag, join(data, "runs/linked"));
    await Deno.symlink(join(folder, "gone"), join(data, "lost"));
    await Deno.writeTextFile(join(folder, "notes.txt"), "");
    await Deno.symlink(join(folder, "notes.txt"), join(data, "notes.txt"));
    const { printed, error } = await verify(data);
    assert.match(
      printed,
      /WRONG .*data\/lost [^]*ok .*good [^]*WRONG .*linked [^]*is a link, which/,
    );
    assert.match(error!, /Not verified: 2 faults in \S*data\/lost, \S*data\/runs\/linked\./);
  }));
