import assert from "node:assert/strict";
import { main } from "../../lib/cli.ts";
import { loadPublished } from "../../lib/record/published_read.ts";

/** What the command line printed, and its exit status. */
async function audit(...args: string[]): Promise<{ out: string; err: string; status: number }> {
  const { log, error } = console;
  const printed = { out: "", err: "" };
  console.log = (text) => printed.out += `${text}\n`;
  console.error = (text) => printed.err += `${text}\n`;
  try {
    return { status: await main(["audit", ...args]), ...printed };
  } finally {
    Object.assign(console, { log, error });
  }
}

Deno.test("audit of a published table: what is open is told, exit status 0", async () => {
  const { out, err, status } = await audit("core-1.1");
  assert.equal(status, 0);
  assert.match(out, /core-1\.1: 88 consistent, 0 inconsistent, 1 not decidable\./);
  assert.match(out, /not decidable: sum of responses/);
  assert.doesNotMatch(out, /^consistent:/m);
  assert.equal(err, "");
  const all = await audit("core-1.1", "--all");
  assert.match(all.out, /^consistent: gain = to \/ from - 1 \(32b-8192-throughput\)$/m);
});

Deno.test("audit of someone's table with a slip: it is named, exit status 1", async () => {
  const table = structuredClone(await loadPublished("historical-api-8b"));
  table.scenarios[1].responses = 13;
  const path = await Deno.makeTempFile({ suffix: ".json" });
  try {
    await Deno.writeTextFile(path, JSON.stringify(table));
    const { out, err, status } = await audit(path);
    assert.equal(status, 1);
    assert.match(out, /inconsistent: responses = rounds x concurrency \(Qwen3-8B Q4_K_M 2048x4\)/);
    assert.match(out, /3 x 4 = 12; 13 printed\./);
    assert.match(err, /^2 of 37 checks of historical-api-8b are inconsistent\./);
    const { out: json, status: same } = await audit(path, "--json");
    assert.equal(same, 1);
    const value = JSON.parse(json);
    assert.deepEqual([value.schema, value.version, value.totals.inconsistent], [
      "corebook.audit",
      1,
      2,
    ]);
    const against = await audit("historical-api-8b", "--against", path, "--json");
    assert.equal(against.status, 0);
    await Deno.writeTextFile(path, "{");
    const torn = await audit(path);
    assert.equal(torn.status, 1);
    assert.match(torn.err, /^Cannot read /);
  } finally {
    await Deno.remove(path);
  }
});
