import assert from "node:assert/strict";
import { join } from "node:path";
import { systemFiles } from "../../lib/base/file_system.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { sealBag } from "../../lib/archive/bag.ts";
import { faultLine } from "../../lib/archive/fault.ts";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { harm, withBag } from "../records/sealed_bag.ts";

const files = systemFiles();

async function faultsOf(bag: string): Promise<string[]> {
  return (await verifyBag(bag)).faults.map(faultLine);
}

Deno.test("a sealed bag verifies and says what it holds", () =>
  withBag(async (bag) => {
    const report = await verifyBag(bag);
    assert.deepEqual(report, { payloadFiles: 3, payloadBytes: 33, faults: [], hints: [] });
    assert.equal(
      await Deno.readTextFile(join(bag, "bag-info.txt")),
      "Bagging-Date: 2026-01-31\nPayload-Oxum: 33.3\n",
    );
  }));

Deno.test("each damage is told with the file's name", async (t) => {
  const damages: Record<string, { damage: (bag: string) => Promise<unknown>; tells: RegExp }> = {
    "altered": {
      damage: (bag) => Deno.writeTextFile(join(bag, "data/raw/a.json"), '{"round":3}\n'),
      tells: /^data\/raw\/a\.json: does not match its checksum in manifest-sha512\.txt:1$/m,
    },
    "missing": {
      damage: (bag) => Deno.remove(join(bag, "data/raw/a.json")),
      tells: /^data\/raw\/a\.json: is missing/m,
    },
    "extra payload": {
      damage: (bag) => Deno.writeTextFile(join(bag, "data/raw/c.json"), ""),
      tells: /^data\/raw\/c\.json: is a file that manifest-sha512\.txt does not name$/m,
    },
    "extra beside": {
      damage: (bag) => Deno.writeTextFile(join(bag, "notes.txt"), ""),
      tells: /^notes\.txt: is a file that no bag has$/m,
    },
    "empty directory": {
      damage: (bag) => Deno.mkdir(join(bag, "data/empty")),
      tells: /^data\/empty: is an empty directory$/m,
    },
    "link to the same content": {
      damage: async (bag) => {
        await Deno.rename(join(bag, "data/raw/a.json"), `${bag}-a.json`);
        await Deno.symlink(`${bag}-a.json`, join(bag, "data/raw/a.json"));
      },
      tells: /^data\/raw\/a\.json: is a link/m,
    },
    "directory that is a link": {
      damage: async (bag) => {
        await Deno.rename(join(bag, "data/raw"), `${bag}-raw`);
        await Deno.symlink(`${bag}-raw`, join(bag, "data/raw"));
      },
      tells: /^data\/raw: is a link/m,
    },
    "executable": {
      damage: (bag) => Deno.chmod(join(bag, "data/record.json"), 0o755),
      tells: /^data\/record\.json: is executable/m,
    },
    "last list a link": {
      damage: async (bag) => {
        await Deno.rename(join(bag, "tagmanifest-sha512.txt"), `${bag}-tag.txt`);
        await Deno.symlink(`${bag}-tag.txt`, join(bag, "tagmanifest-sha512.txt"));
      },
      tells: /^tagmanifest-sha512\.txt: is a link/m,
    },
    "cut short while sealing": {
      damage: (bag) => Deno.remove(join(bag, "tagmanifest-sha512.txt")),
      tells: /^tagmanifest-sha512\.txt: is missing: the folder is not sealed/m,
    },
    "names equal but for case": {
      damage: (bag) => Deno.writeTextFile(join(bag, "data/Record.json"), ""),
      tells: /^data\/Record\.json: differs only in case from data\/record\.json$/m,
    },
    "a payload that is an own list's entry": {
      damage: (bag) =>
        Deno.writeTextFile(join(bag, "manifest-sha512.txt"), `${"0".repeat(128)}  ../outside\n`),
      tells: /^\.\.\/outside: is named by manifest-sha512\.txt:1 and has the part '\.\.'/m,
    },
  };
  for (const [name, { damage, tells }] of Object.entries(damages)) {
    await t.step(name, () =>
      withBag(async (bag) => {
        await damage(bag);
        assert.match((await faultsOf(bag)).join("\n"), tells);
      }));
  }
});

Deno.test("swapped and renamed files are faults with a hint", () =>
  withBag(async (bag) => {
    const raw = join(bag, "data/raw");
    await Deno.rename(join(raw, "a.json"), join(raw, "x.json"));
    assert.deepEqual((await verifyBag(bag)).hints, [
      "data/raw/x.json has the content listed as data/raw/a.json",
    ]);
    await Deno.rename(join(raw, "b.json"), join(raw, "a.json"));
    await Deno.rename(join(raw, "x.json"), join(raw, "b.json"));
    const report = await verifyBag(bag);
    assert.deepEqual(report.hints, ["data/raw/a.json and data/raw/b.json look swapped"]);
    assert.deepEqual(report.faults.map(({ code, file }) => `${code} ${file}`), [
      "altered data/raw/a.json",
      "altered data/raw/b.json",
    ]);
  }));

Deno.test("sealing refuses what a bag may not hold and what is sealed", () =>
  withBag(async (bag, besides) => {
    const seal = (folder: string) => sealBag(folder, { files, info: {} });
    await assert.rejects(seal(bag), /is sealed already/);
    const plain = join(besides, "plain");
    const put = async (name: string, why: RegExp) => {
      await Deno.mkdir(join(plain, "data"), { recursive: true });
      await Deno.writeTextFile(join(plain, "data/a.json"), "");
      await Deno.writeTextFile(join(plain, "data", name), "");
      await assert.rejects(seal(plain), why);
      await Deno.remove(plain, { recursive: true });
    };
    await put("a b.json", /data\/a b\.json holds " "/);
    await put("record.json.tmp", /is an unfinished draft/);
    await put("A.json", /differs only in case from/);
    await Deno.mkdir(join(plain, "data"), { recursive: true });
    await assert.rejects(seal(plain), /data is an empty directory/);
    await Deno.symlink("../elsewhere", join(plain, "data/link"));
    await assert.rejects(seal(plain), /data\/link is a link/);
  }));

Deno.test("no random damage passes", async () => {
  const random = seededRandom(1);
  for (let run = 0; run < 100; run++) {
    await withBag(async (bag) => {
      const done = await harm(bag, random);
      assert.notDeepEqual(await faultsOf(bag), [], `case ${run}: ${done}`);
    });
  }
});

Deno.test("any flipped bit of a bag's own lists is found", () =>
  withBag(async (bag) => {
    const random = seededRandom(2);
    for (
      const name of ["bag-info.txt", "bagit.txt", "manifest-sha512.txt", "tagmanifest-sha512.txt"]
    ) {
      const path = join(bag, name);
      const whole = await Deno.readFile(path);
      for (let at = 0; at < whole.length; at += 1 + Math.floor(random() * 8)) {
        const damaged = whole.slice();
        damaged[at] ^= 1 << Math.floor(random() * 8);
        await Deno.writeFile(path, damaged);
        assert.notDeepEqual(await faultsOf(bag), [], `${name} at byte ${at}`);
      }
      await Deno.writeFile(path, whole);
    }
    assert.deepEqual(await faultsOf(bag), []);
  }));
