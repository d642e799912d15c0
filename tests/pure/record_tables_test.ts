import assert from "node:assert/strict";
import { halfSha256 } from "../../lib/base/halves.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { everyResponseFigure } from "../../lib/present/every_response_figure.ts";
import { languages } from "../../lib/present/format.ts";
import { promptLengthTable } from "../../lib/present/prompt_length_table.ts";
import { effectTable } from "../../lib/present/record_effects.ts";
import { runAttemptsTable, runTable } from "../../lib/present/record_facts.ts";
import { latencyFigure } from "../../lib/present/record_figures.ts";
import { coreTable, intervalTable } from "../../lib/present/record_table.ts";
import { reportOf } from "../../lib/present/report_page.ts";
import type { Table } from "../../lib/present/table.ts";
import { type LoadedRun, loadRun } from "../../lib/summarize/load_run.ts";
import { summarizeRecord } from "../../lib/summarize/summary.ts";
import { buildRecord, type RecordSpec } from "../records/build_record.ts";
import { writeSealedRecord } from "../records/sealed_bag.ts";

/** TTFT and response time double with the prompt's length and with the number of requests. */
const doubling: RecordSpec = {
  timing: ({ promptTokens, concurrency }) => {
    const factor = (promptTokens / 2048 === 1 ? 1 : 2) * (concurrency === 1 ? 1 : 2);
    return { ttftNs: 2e8 * factor, responseNs: 1e9 * factor };
  },
};

async function loaded(spec: RecordSpec) {
  const { record, lines } = buildRecord(spec);
  return {
    folder: "record",
    record,
    scenarios: await readScenarios(record, lines),
    summary: await summarizeRecord(record, lines),
    analysis: null,
  };
}

const texts = (table: Table) => table.rows.map((row) => row.map(({ text }) => text));

Deno.test("the table of a run has medians, throughput and what counts", async () => {
  const { summary } = await loaded(doubling);
  assert.deepEqual(texts(coreTable(summary, "en")).map((row) => row.slice(1)), [
    ["2,048", "1", "0.2", "1.0", "256.0", "5", "0"],
    ["8,192", "1", "0.4", "2.0", "128.0", "5", "0"],
    ["2,048", "4", "0.4", "2.0", "512.0", "20", "0"],
    ["8,192", "4", "0.8", "4.0", "256.0", "20", "0"],
  ]);
  assert.equal(coreTable(summary, "pl").rows[0][3].text, "0,2");
  assert.equal(coreTable(summary, "de").provenance[0].kind, "simulated");
});

Deno.test("effects are ratios, and five rounds give an interval of what they can", async () => {
  const { summary } = await loaded(doubling);
  const rows = texts(effectTable(summary, "prompt tokens", "en"));
  assert.deepEqual(rows.map((row) => [row[1], row[2], row[4]]), [
    ["1", "2,048 → 8,192", "2.000"],
    ["1", "2,048 → 8,192", "2.000"],
    ["1", "2,048 → 8,192", "0.500"],
    ["4", "2,048 → 8,192", "2.000"],
    ["4", "2,048 → 8,192", "2.000"],
    ["4", "2,048 → 8,192", "0.500"],
  ]);
  const intervals = intervalTable(summary, "en");
  assert(texts(intervals).every((row) => row.at(-1) === "93.75"));
  assert.match(intervals.notes.join(" "), /falls short of 95%/);
  const exact = effectTable(summary, "prompt tokens", "en");
  assert(exact.notes.every((note) => !note.includes("falls short")), "these attain 96.83%");
});

Deno.test("the ends of an interval that differ are printed as different", async () => {
  const { summary } = await loaded({
    timing: ({ round }) => ({ ttftNs: 4e7 + round * 1e5, responseNs: 2e8 + round * 1e6 }),
  });
  for (const [, , , name, value, low, high] of texts(intervalTable(summary, "en"))) {
    assert(
      Number(low.replace(",", "")) < Number(high.replace(",", "")),
      `${name}: ${low}, ${high}`,
    );
    assert.equal(new Set([value, low, high].map((text) => text.split(".")[1]?.length)).size, 1);
  }
});

Deno.test("a scenario that did not complete is an attempt and stands in no table of figures", async () => {
  const { summary } = await loaded({
    ...doubling,
    rounds: (scenario) => scenario.endsWith("8192x4") ? 3 : 5,
  });
  assert.equal(coreTable(summary, "en").rows.length, 3);
  const complete = runAttemptsTable((await loaded(doubling)).summary, "en");
  assert.deepEqual(complete.notes, ["None: every scenario completed."]);
  const [attempt] = texts(runAttemptsTable(summary, "en"));
  assert.deepEqual(attempt.slice(1, 5), ["8,192", "4", "partial", "3/5"]);
  const effects = texts(effectTable(summary, "prompt tokens", "en"));
  assert(effects.every((row) => row[1] === "1"), "no effect of four requests without 8192x4");
});

Deno.test("the report needs no other file, and says simulated where it is", async () => {
  const run = await loaded(doubling);
  for (const language of languages) {
    const { html, figures } = await reportOf(run, {
      language,
      recordPath: "data/x",
      notebooks: [],
    });
    assert.doesNotMatch(html, /(?:src|href)="(?!data:|#)/);
    assert.equal(figures.length, 3);
    assert.match(html, new RegExp(`lang="${language}"`));
    for (const { svg, alt, caption } of figures) {
      assert.match(svg, /class="banner"/);
      assert(alt.length > 40, alt);
      assert.match(caption, /SIMUL|SYMULACJA/);
    }
    assert.doesNotMatch(html, /undefined|NaN|\[object/);
    assert(runTable(run.summary, language).rows.length > 5);
  }
});

Deno.test("a level that is only approximate does not pass for an attained one", async () => {
  const { summary } = await loaded({
    ...doubling,
    plan: { promptTokens: [2048], concurrency: [1, 4], measuredRounds: 20 },
  });
  const levels = intervalTable(summary, "en").rows.map((row) => row.at(-1)!);
  const roughly = levels.filter(({ text }) => text === "\u2248\u00a095");
  assert(roughly.length > 0 && roughly.every(({ value }) => value === null));
  const exact = levels.filter((level) => !roughly.includes(level));
  assert(exact.every(({ value, text }) => Number(value) >= 95 && !text.includes("\u2248")));
  const [effect] = texts(effectTable(summary, "concurrency", "de"));
  assert.equal(effect.at(-1), "\u2248\u00a095");
  assert.match((await latencyFigure(summary, "en")).caption, /level (?:[^.]|\.\d)*\u2248\u00a095%/);
});

Deno.test("a record says whether the code that computes now is the frozen one", async () => {
  const parent = await Deno.makeTempDir();
  const lockedUtc = "2026-01-01T00:00:00.000Z";
  const runWith = async (id: string, reading: string) => {
    const frozen = { lockedUtc, hashes: { reading }, changed: [] };
    return await loadRun(await writeSealedRecord(parent, { id, record: { frozen } }));
  };
  try {
    const now = await runWith("now", await halfSha256("reading"));
    const other = await runWith("other", "0".repeat(64));
    const rows = ({ summary, analysis }: LoadedRun) =>
      texts(runTable(summary, "en", analysis)).slice(-2).map(([, value]) => value);
    assert.deepEqual(rows(now), [
      "frozen, unchanged when the run began",
      "computed anew from the record, by the frozen code",
    ]);
    assert.match(rows(other)[1], /by code that was changed since the freeze$/);
    assert(!JSON.stringify(now.summary).includes("analysis"));
  } finally {
    await Deno.remove(parent, { recursive: true });
  }
  const { summary, analysis } = await loaded(doubling);
  assert.equal(texts(runTable(summary, "en", analysis)).at(-1)![1], "not frozen");
});

Deno.test("a line over the prompt's length takes three lengths", async () => {
  const spec = (promptTokens: number[]): RecordSpec => ({
    plan: { promptTokens, concurrency: [1] },
    timing: ({ promptTokens }) => ({ ttftNs: promptTokens * 5e4, responseNs: 1e9 }),
  });
  const table = async (promptTokens: number[]) => {
    return promptLengthTable(await loaded(spec(promptTokens)), "en");
  };
  const [row] = texts(await table([1024, 2048, 4096]));
  assert.deepEqual(row.slice(1, 4), ["1", "1,024; 2,048; 4,096", "50.0"]);
  assert.deepEqual((await table([1024, 2048])).rows, []);
});

Deno.test("the figure of every response has a dot for each", async () => {
  const { svg } = await everyResponseFigure(await loaded(doubling), "en");
  assert.equal(svg.match(/<circle/g)?.length, 2 * (5 + 5 + 20 + 20));
});
