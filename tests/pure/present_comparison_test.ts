import assert from "node:assert/strict";
import { UserError } from "../../lib/base/errors.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { catalogue } from "../../lib/measure/catalogue.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { comparisonDecision } from "../../lib/present/comparison_decision.ts";
import { decisionTable } from "../../lib/present/comparison_decision_table.ts";
import { environmentTable } from "../../lib/present/comparison_environment.ts";
import { comparisonFigure } from "../../lib/present/comparison_figure.ts";
import { comparedScenarioNames } from "../../lib/present/comparison_scenarios.ts";
import { comparisonTable, metricTables } from "../../lib/present/comparison_table.ts";
import { languages } from "../../lib/present/format.ts";
import { metricName } from "../../lib/present/metric_words.ts";
import type { Table } from "../../lib/present/table.ts";
import {
  compareRuns,
  defaultCompareOptions,
  type ScenarioComparison,
} from "../../lib/summarize/compare.ts";
import type { ComparedRun } from "../../lib/summarize/match_scenarios.ts";
import { buildRecord, type RecordSpec } from "../records/build_record.ts";

/** A run whose responses take 1 s times the factor, with 1 % of jitter by the seed. */
async function run(seed: number, factor: number, spec: RecordSpec = {}): Promise<ComparedRun> {
  const random = seededRandom(seed);
  const { record, lines } = buildRecord({
    id: `run-${seed}`,
    plan: { promptTokens: [2048, 8192], concurrency: [1] },
    events: 4,
    timing: () => {
      const scale = factor * (1 + random() / 100);
      return { ttftNs: Math.round(1e8 * scale), responseNs: Math.round(1e9 * scale) };
    },
    ...spec,
  });
  return { record, scenarios: await readScenarios(record, lines) };
}

async function compared(factor: number, marginRatio: number | null = null, spec: RecordSpec = {}) {
  const sides = [[await run(1, 1)], [await run(2, factor, spec)]];
  return compareRuns(sides[0], sides[1], { ...defaultCompareOptions, marginRatio });
}

const texts = (table: Table) => table.rows.map((row) => row.map(({ text }) => text));

Deno.test("a run that is a tenth slower is called so, in one sentence", async () => {
  const comparison = await compared(1.1);
  assert.match(
    comparisonDecision(comparison, "en"),
    /^Response time over all scenarios: the second side is slower, ratio 1\.(09|10)\d, .* p\u00a0=\u00a00\.0079 \(least possible 0\.0079\)\.$/,
  );
  assert.match(comparisonDecision(comparison, "de"), /die zweite Seite ist langsamer/);
  const table = decisionTable(comparison, "en");
  assert.equal(table.caption, comparisonDecision(comparison, "en"));
  assert.equal(table.rows[0][5].text, "slower");
  assert.match(table.notes[0], /these two runs only/);
});

Deno.test("within the margin the sides are equivalent, without one they are undecided", async () => {
  assert.match(comparisonDecision(await compared(1.001, 0.03), "en"), /the sides are equivalent/);
  assert.match(comparisonDecision(await compared(1.001), "en"), /: undecided, /);
});

Deno.test("the primary metric has a row a scenario, and both figures stand in it", async () => {
  const rows = texts(comparisonTable(await compared(1.1), "en"));
  assert.deepEqual(rows.map(([scenario]) => scenario), ["2,048 tokens ×1", "8,192 tokens ×1"]);
  for (const [, from, to, ratio, low, high, , verdict] of rows) {
    assert.match(from, /^1\.00\d\u00a0s$/);
    assert.match(to, /^1\.10\d\u00a0s$/);
    assert(Number(low) <= Number(ratio) && Number(ratio) <= Number(high));
    assert.equal(verdict, "slower");
  }
});

Deno.test("the tables of all metrics have what both sides have, and no energy without a sensor", async () => {
  const [first, second] = metricTables(await compared(1.1), "en");
  assert.equal(second.caption, "All other metrics: 8,192 tokens ×1");
  const names = first.rows.map(([name]) => name.text);
  assert(names.includes("Time to first token"));
  assert(!names.includes("Energy per token"));
  assert(!names.includes("Response time"), "it is primary and stands in a table of its own");
  const described = first.rows.find(([name]) => name.text === "Concurrency reached")!;
  assert(described.some(({ text }) => text === "not rated"));
  assert.equal(described[1].text, "1\u00a0request");
  assert.deepEqual(first.notes, [], "the rules stand once, beneath the last table");
  const least = [first, second].flatMap(({ rows }) =>
    rows.map((row) => Number(row.at(-1)!.value ?? 1))
  ).reduce((a, b) => Math.min(a, b));
  assert.match(second.notes.join(" "), /no adjusted p here can fall below 0\.\d+, so no row/);
  assert(least > 0.05);
});

Deno.test("that intervals are of rounds is said where they are, and not of whole runs", async () => {
  const said = (table: Table) => table.notes.join(" ").includes("its interval of the rounds");
  assert(said(comparisonTable(await compared(1.1), "en")));
  const runs = await Promise.all([1, 2, 3, 4].map((seed) => run(seed, 1)));
  assert(!said(comparisonTable(compareRuns(runs.slice(0, 2), runs.slice(2)), "en")));
});

Deno.test("what differs between the environments stands before any figure", async () => {
  const other = {
    software: { name: "corebook" as const, version: "9.9.9", runtime: "deno 2.9.6" },
  };
  const table = environmentTable(await compared(1, null, { record: other }), "en");
  const found = texts(table);
  assert(table.notes.includes("First side: run-1. Second side: run-2."));
  assert(found.some(([fact, , to]) => fact === "software version" && to === "9.9.9"));
  const same = environmentTable(await compared(1), "pl");
  assert.equal(same.rows.length, 0);
  assert.match(same.notes[0], /nie różnią się/);
});

Deno.test("a refused comparison has its reasons and no figure", async () => {
  const measured = { kind: "measured" as const, statement: "Measured on a host." };
  const comparison = await compared(1, null, { record: { provenance: measured } });
  assert.match(comparisonDecision(comparison, "en"), /provenance: simulated against measured/);
  assert.deepEqual(decisionTable(comparison, "en").rows, []);
  const [{ kind, statement }] = environmentTable(comparison, "en").provenance;
  assert.equal(kind, "simulated");
  assert.match(statement, /measured: Measured on a host/);
  assert.throws(() => comparisonTable(comparison, "en"), UserError);
  assert.throws(() => metricTables(comparison, "en"), UserError);
  assert.throws(() => comparisonFigure(comparison, "en"), UserError);
});

Deno.test("the figure has a row a scenario, one for all, and the margin as a band", async () => {
  const comparison = await compared(1.1, 0.03);
  const { svg, alt, caption } = await comparisonFigure(comparison, "en");
  assert.equal(svg.match(/>2,048 tokens ×1</g)?.length, 3, "in the panel of each metric");
  assert.match(svg, />Ratio, second side to first/);
  assert.equal(svg.match(/>all scenarios</g)?.length, 1, "where the decision is");
  assert.match(caption, /with its interval of 9\d\.\d+%\./);
  assert.match(caption, /band is the margin of 3%; equivalent .* interval of 90% lies within/);
  assert.match(caption, /4 of 7 rows have too few rounds for so low a p/);
  assert.match(alt, /Response time, 8,192 tokens ×1: 1\.\d{3} \(1\.\d{3}–1\.\d{3}\), slower\./);
  const one = await comparisonFigure(comparison, "en", ["decode-rate"]);
  assert.match(one.svg, />Decode rate: more is better</);
  assert.throws(() => comparisonFigure(comparison, "en", ["concurrency-reached"]), RangeError);
  assert.throws(() => comparisonFigure(comparison, "en", ["nothing"]), RangeError);
});

Deno.test("every metric of the catalogue has a name in each language", async () => {
  for (const { id, name } of catalogue) {
    assert.equal(metricName(id, "en"), name);
    for (const language of ["de", "pl"] as const) {
      assert.notEqual(
        metricName(id, language),
        name,
        `lib/present/metric_words.ts has no ${language} name of ${id}`,
      );
    }
  }
  const comparison = await compared(1.1, 0.03);
  for (const language of languages) {
    const { alt, caption } = await comparisonFigure(comparison, language);
    assert(!/undefined|NaN|\[object/.test(alt + caption));
  }
});

Deno.test("scenarios of several models are named by what their ids do not share", () => {
  const names = (pairs: [string, string][]) => {
    const scenarios = pairs.map(([from, to]) => ({
      from,
      to,
      promptTokens: 2048,
      concurrency: 1,
    } as ScenarioComparison));
    return scenarios.map(comparedScenarioNames(scenarios, "en"));
  };
  assert.deepEqual(names([["qwen-8b-2048x1", "qwen-8b-2048x1"]]), ["2,048 tokens \u00d71"]);
  assert.deepEqual(
    names([["qwen-8b-2048x1", "qwen-8b-2048x1"], ["qwen-32b-2048x1", "qwen-32b-2048x1"]]),
    ["8b-2048x1", "32b-2048x1"],
  );
  assert.deepEqual(names([["a-2048x1", "q4-2048x1"], ["b-2048x1", "q8-2048x1"]]), [
    "a-2048x1 \u2192 q4-2048x1",
    "b-2048x1 \u2192 q8-2048x1",
  ]);
});
