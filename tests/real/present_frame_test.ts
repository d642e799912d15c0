import assert from "node:assert/strict";
import { median as simpleMedian } from "simple-statistics";
import { seededRandom } from "../../lib/base/random.ts";
import { bundleOf } from "../../lib/notebook/show_bundle.ts";
import { frame } from "../../lib/present/frame.ts";
import { median } from "../../lib/stats/median.ts";
import { assertNear } from "../near.ts";

Deno.test("values stay under their columns, whatever the order of a row's members", async () => {
  const table = await frame([{ a: 1, b: 2 }, { b: 20, a: 10 }, { b: 200 }], ["b", "a"]);
  assert.deepEqual(table.columns, ["b", "a"]);
  assert.deepEqual(table.values, [[2, 1], [20, 10], [200, NaN]]);
});

Deno.test("names that danfojs would confuse with its own are refused", async () => {
  for (
    const name of ["shape", "round", "column", "constructor", "__proto__", "$data", "2048", ""]
  ) {
    await assert.rejects(frame([{ [name]: 1 }], [name]), RangeError, name);
  }
  await assert.rejects(frame([{ a: 1 }], ["a", "a"]), /stands twice/);
  await assert.rejects(frame([{ a: 1 }, { a: "one" }], ["a"]), /number and string/);
  await assert.rejects(frame([], ["a"]), RangeError);
});

Deno.test("the same medians by the project, simple-statistics and danfojs", async () => {
  const random = seededRandom(11);
  for (let trial = 0; trial < 20; trial++) {
    const rows = Array.from({ length: 1 + Math.floor(random() * 60) }, () => ({
      group: `g${Math.floor(random() * 4)}`,
      seconds: random() < 0.1 ? null : Math.round(random() * 1e9) / 1e6,
    }));
    const known = rows.filter(({ seconds }) => seconds !== null);
    if (known.length === 0) continue;
    const table = await frame(known, ["group", "seconds"]);
    const medians = table.groupby(["group"]).agg({ seconds: "median" });
    for (const [group, theirs] of medians.values as [string, number][]) {
      const values = known.filter((row) => row.group === group).map(({ seconds }) => seconds!);
      assertNear(theirs, median(values)!);
      assertNear(simpleMedian(values), median(values)!);
    }
    const whole = await frame(rows, ["group", "seconds"]);
    const all = known.map(({ seconds }) => seconds!);
    assertNear(whole.column("seconds").median(), median(all)!);
  }
});

Deno.test("a filtered frame shows as a table", async () => {
  const table = await frame(
    [{ model: "tiny", seconds: 1.5 }, { model: "large", seconds: 20.25 }],
    ["model", "seconds"],
  );
  const { data } = await bundleOf(table.query(table.column("seconds").gt(10)));
  assert.match(String(data["text/html"]), /<th scope="col"[^>]*>model<\/th>/);
  assert.match(String(data["text/html"]), /20\.25/);
  assert.doesNotMatch(String(data["text/html"]), /tiny/);
});
