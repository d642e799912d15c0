import assert from "node:assert/strict";
import { loadPublished } from "../../lib/record/published_read.ts";
import { called } from "../called.ts";

Deno.test("audit of a published table: what is open is told, exit status 0", async () => {
  const { out, error, status } = await called("audit", "core-1.1");
  assert.equal(status, 0);
  assert.match(out, /core-1\.1: 88 consistent, 0 inconsistent, 1 not decidable\./);
  assert.match(out, /not decidable: sum of responses/);
  assert.doesNotMatch(out, /^consistent:/m);
  assert.equal(error, "");
  const all = await called("audit", "core-1.1", "--all");
  assert.match(all.out, /^consistent: gain = to \/ from - 1 \(32b-8192-throughput\)$/m);
});

Deno.test("audit of someone's table with a slip: it is named, exit status 1", async () => {
  const table = structuredClone(await loadPublished("historical-api-8b"));
  table.scenarios[1].responses = 13;
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, JSON.stringify(table));
    const { out, error, status } = await called("audit", path);
    assert.equal(status, 1);
    assert.match(out, /inconsistent: responses = rounds × concurrency \(Qwen3-8B Q4_K_M 2048x4\)/);
    assert.match(out, /3 × 4 = 12; 13 printed\./);
    assert.match(error, /^2 of 37 checks of historical-api-8b are inconsistent\./);
    const { out: json, status: same } = await called("audit", path, "--json");
    assert.equal(same, 1);
    const value = JSON.parse(json);
    assert.deepEqual([value.schema, value.version, value.totals.inconsistent], [
      "corebook.audit",
      1,
      2,
    ]);
    const against = await called("audit", "historical-api-8b", "--against", path, "--json");
    assert.equal(against.status, 0);
    await Deno.writeTextFile(path, "{");
    const torn = await called("audit", path);
    assert.equal(torn.status, 1);
    assert.match(torn.error, /^Cannot read /);
  } finally {
    await Deno.remove(path);
  }
});
