import assert from "node:assert/strict";
import { join } from "node:path";
import { summarizeRecord, summaryJson } from "../../lib/summarize/summary.ts";
import { summarySchema } from "../../lib/summarize/summary_schema.ts";
import { buildRecord, type Place, type RecordSpec } from "../records/build_record.ts";
import { called } from "../called.ts";
import { assertGolden } from "../golden.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

const plan = { promptTokens: [2048], concurrency: [4] };
const timing = ({ round, index }: Place) => ({
  ttftNs: 1e8 + round * 1e6 + index * 1e7,
  responseNs: 1e9 + round * 1e7 + index * 1e6,
});

async function withRecords(
  specs: Parameters<typeof writeSealedRecord>[1][],
  test: (folders: string[]) => Promise<void>,
): Promise<void> {
  const parent = await Deno.makeTempDir();
  try {
    const folders: string[] = [];
    for (const [at, spec] of specs.entries()) {
      folders.push(await writeSealedRecord(parent, { id: `run-${at + 1}`, plan, timing, ...spec }));
    }
    await test(folders);
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
}

Deno.test("a summary is what it was", async () => {
  const { record, lines } = buildRecord({ plan, timing, pauseNs: 1e9 });
  await assertGolden("summary.json", summaryJson(await summarizeRecord(record, lines)));
});

Deno.test("a summary has the stored shape, of whatever record", async () => {
  const specs: RecordSpec[] = [
    { plan: { measuredRounds: 21 } },
    { plan: { ...plan, soak: { minimumSeconds: 30 } }, rounds: () => 60 },
    { rounds: (id) => id.endsWith("x4") ? 2 : 5 },
    { timing: (place) => ({ ...timing(place), with: { truncated: null, timings: null } }) },
  ];
  for (const spec of specs) {
    const { record, lines } = buildRecord({ timing, events: 4, ...spec });
    const summary = await summarizeRecord(record, lines, { resamples: 20 });
    assert.deepEqual(summarySchema.parse(JSON.parse(summaryJson(summary))), summary);
  }
});

Deno.test("summarize prints the same bytes each time, and they name no place", async () => {
  await withRecords([{}], async ([folder]) => {
    const first = await called("summarize", folder, "--json");
    const again = await called("summarize", folder, "--json");
    assert.equal(first.status, 0);
    assert.equal(first.out, again.out);
    const summary = JSON.parse(first.out);
    assert.deepEqual([summary.schema, summary.version], ["corebook.summary", 1]);
    assert.equal(summary.record.provenance.kind, "simulated");
    assert(!first.out.includes(folder));
    const text = await called("summarize", folder);
    assert.match(text.out, /simulated/);
    const others = await called("summarize", folder, "--as-others", "--json");
    assert(JSON.parse(others.out)[0].figures.length > 30);
  });
});

Deno.test("the text of a record has no empty tables, and says when nothing counts", async () => {
  const unknown = (place: Place) => ({ ...timing(place), with: { truncated: null } });
  await withRecords([{ timing: unknown }, { rounds: () => 0 }], async ([unverified, nothing]) => {
    const { out, error, status } = await called("summarize", unverified, "--lang", "en");
    assert.equal(status, 0, error);
    assert.match(out, /Unverified/);
    assert.doesNotMatch(out, /Medians and throughput with their intervals|Ratio/);
    const others = await called("summarize", nothing, "--as-others");
    assert.match(others.out, /No scenario of .* counts/);
  });
});

Deno.test("compare names the verdict and refuses what may not be compared", async () => {
  const slower = (place: Place) => {
    const { ttftNs, responseNs } = timing(place);
    return { ttftNs, responseNs: responseNs + 2e8 };
  };
  await withRecords(
    [{}, { timing: slower }, { plan: { ...plan, method: "historical" } }],
    async (folders) => {
      const [a, b, old] = folders;
      const compared = await called("compare", a, b);
      assert.equal(compared.status, 0);
      assert.match(compared.out, /Response time over all scenarios: the second side is slower/);
      assert.match(compared.out, /these two runs only/);
      const refused = await called("compare", a, old);
      assert.equal(refused.status, 1);
      assert.match(refused.error, /Cannot compare: method: core-1\.1 against historical/);
      const several = await called("compare", "--from", a, b, "--to", a, "--json");
      assert.equal(JSON.parse(several.out).status, "refused"); // a record is named twice
      assert.equal((await called("compare", a)).status, 2);
      const twice = await called("compare", a, "--from", a, "--to", b);
      assert.equal(twice.status, 2);
      assert.match(twice.error, /both name one side/);
      assert.match((await called("compare", a, b, "--lang", "de")).out, /zweite Seite/);
      assert.equal((await called("compare", a, join(a, "nowhere"))).status, 1);
      assert.equal((await called("compare", a, b, "--margin", "x")).status, 2);
    },
  );
});
