import assert from "node:assert/strict";
import { checkCrate } from "../../lib/archive/check_crate.ts";
import { type Crate, type CrateSubject, describeCrate } from "../../lib/archive/crate.ts";
import { loadPublished } from "../../lib/record/published_read.ts";
import { buildRecord } from "../records/build_record.ts";

const options = {
  files: [{ name: "record.json", bytes: 5 }, { name: "responses.jsonl.gz", bytes: 7 }],
  date: "2026-01-31",
  licence: { url: "https://spdx.org/licenses/MIT.html", name: "MIT License" },
  publisher: "The Corebook authors",
};
const names = options.files.map(({ name }) => name);
const { record } = buildRecord();

Deno.test("every payload's description has the structure of an RO-Crate 1.2", async () => {
  const subjects: CrateSubject[] = [
    { kind: "record", record },
    {
      kind: "record",
      record: { ...record, state: { kind: "interrupted", reason: "x" }, models: [] },
    },
    { kind: "published", publication: await loadPublished("historical-api-8b") },
    {
      kind: "withdrawal",
      withdrawal: {
        schema: "corebook.withdrawal",
        version: 1,
        bag: "a",
        tagmanifestSha512: "0".repeat(128),
        date: "2026-01-31",
        reason: "Wrong",
      },
    },
  ];
  for (const subject of subjects) {
    assert.deepEqual(checkCrate(describeCrate(subject, options), names), [], subject.kind);
  }
});

Deno.test("a simulated record is not described as a measurement", () => {
  const text = JSON.stringify(describeCrate({ kind: "record", record }, options));
  assert.match(text, /"description":"Simulated\. /);
  assert.doesNotMatch(text, /[Mm]easured/);
});

Deno.test("the check of a description finds each thing that it must have", () => {
  const faultsAfter = (change: (crate: Crate) => unknown, files = names) => {
    const crate = describeCrate({ kind: "record", record }, options);
    return checkCrate(change(crate) ?? crate, files).join("\n");
  };
  const entity = (crate: Crate, id: string) => crate["@graph"].find((one) => one["@id"] === id)!;
  const drop = (id: string) => (crate: Crate) => {
    crate["@graph"] = crate["@graph"].filter((one) => one["@id"] !== id);
  };
  assert.match(faultsAfter(() => []), /context[^]*no @graph/);
  assert.match(faultsAfter(drop("ro-crate-metadata.json")), /does not describe itself/);
  assert.match(faultsAfter(drop("./")), /no root dataset/);
  assert.match(faultsAfter(drop("#engine")), /refers to #engine, which is not described/);
  assert.match(faultsAfter(drop("record.json")), /refers to record\.json/);
  for (const member of ["name", "description", "license", "datePublished"]) {
    const faults = faultsAfter((crate) => void delete entity(crate, "./")[member]);
    assert.match(faults, new RegExp(`root dataset has no ${member}`));
  }
  const twice = faultsAfter((crate) => void crate["@graph"].push(entity(crate, "#run")));
  assert.match(twice, /#run comes twice/);
  assert.match(faultsAfter(() => {}, ["record.json"]), /responses\.jsonl\.gz, which is not there/);
  assert.match(faultsAfter(() => {}, [...names, "x.log"]), /does not name the part x\.log/);
});
