import assert from "node:assert/strict";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { isMeasured } from "../../lib/measure/scenario.ts";
import { asOthersTable } from "../../lib/present/as_others_table.ts";
import { ecdfFigure } from "../../lib/present/ecdf_figure.ts";
import { everyResponseFigure } from "../../lib/present/every_response_figure.ts";
import { languages } from "../../lib/present/format.ts";
import { plotWords } from "../../lib/present/plots/words.ts";
import { latencyFigure, promptLengthFigure } from "../../lib/present/record_figures.ts";
import { responseRows } from "../../lib/present/response_rows.ts";
import { timelineFigure } from "../../lib/present/timeline_figure.ts";
import { witnessCountsTable } from "../../lib/present/witness_counts_table.ts";
import { witnessesTable } from "../../lib/present/witnesses_table.ts";
import type { LoadedRun } from "../../lib/summarize/load_run.ts";
import { summarizeRuns } from "../../lib/summarize/summary.ts";
import { twoWitnesses } from "../../lib/summarize/witnesses.ts";
import tinyPlan from "../../lib/plan/plans/core-1.1-tiny.json" with { type: "json" };
import { buildRecord, type RecordSpec } from "../records/build_record.ts";

/** Request n waits n times 100 ms for its slot, reads its prompt for 100 ms and ends after 1 s. */
async function loaded(spec: RecordSpec = {}): Promise<LoadedRun> {
  const { record, lines } = buildRecord({
    plan: { promptTokens: [2048, 8192], concurrency: [1, 4] },
    events: 4,
    timing: ({ index }) => ({ ttftNs: (index + 1) * 1e8, responseNs: 1e9 }),
    ...spec,
  });
  const waited = lines.map((line) => {
    if (line.kind !== "response" || line.sentNs === null) return line;
    return { ...line, headersNs: line.sentNs + line.index * 1e8 };
  });
  const scenarios = await readScenarios(record, waited, { keepGaps: true });
  const summary = summarizeRuns(record, scenarios, { resamples: 20 });
  return { folder: "record", record, scenarios, summary, analysis: null };
}

Deno.test("the timeline tells who waited for whom, in the middle round of each group", async () => {
  const { svg, alt } = await timelineFigure(await loaded(), "en");
  assert.equal(svg.match(/tokens ×4, round 3</g)?.length, 2);
  assert.doesNotMatch(svg, /tokens ×1, round/);
  assert.match(alt, /request 1 first token at 0\.100\u00a0s, end at 1\.00\u00a0s/);
  assert.match(alt, /request 4 first token at 0\.400\u00a0s, end at 1\.00\u00a0s/);
  assert.match((await timelineFigure(await loaded(), "pl", 5)).svg, /runda 5</);
});

Deno.test("a server that tells no queue is said to tell none; one reader has no timeline", async () => {
  const alone = await loaded({ plan: { promptTokens: [2048], concurrency: [1] } });
  assert.match((await timelineFigure(alone, "en")).alt, /No scenario with several requests/);
  assert.throws(() => timelineFigure(alone, "en", 1), /no scenario .* completed a round 1/);
  const { record, lines } = buildRecord({ plan: { promptTokens: [2048], concurrency: [4] } });
  const silent = lines.map((line) =>
    line.kind === "response" ? { ...line, headersNs: null } : line
  );
  const scenarios = await readScenarios(record, silent);
  const summary = summarizeRuns(record, scenarios, { resamples: 20 });
  const figure = await timelineFigure(
    { folder: "", record, scenarios, summary, analysis: null },
    "en",
  );
  assert.match(figure.caption, /does not tell when it turned to a request/);
});

Deno.test("the distribution has a line for each scenario and says its ends and its middle", async () => {
  const { svg, alt, caption } = await ecdfFigure(await loaded(), "en");
  assert.equal(svg.match(/>[28],\d{3} tokens ×[14]</g)?.length, 4);
  assert.match(alt, /2,048 tokens ×1: 0% 1\.00\u00a0s, 50% 1\.00\u00a0s/);
  assert.match(caption, /Responses per scenario: 5 with 1.request, 20 with 4.requests\./);
});

Deno.test("one distribution names its median, and its p95 from 200 responses on", async () => {
  const named = async (measuredRounds: number) => {
    const plan = { promptTokens: [2048], concurrency: [1], measuredRounds };
    const timing = ({ round }: { round: number }) => ({ ttftNs: 1e8, responseNs: round * 1e9 });
    const { svg } = await ecdfFigure(await loaded({ plan, timing }), "en");
    return [...svg.matchAll(/>((?:median|p95) [^<]*)</g)].map(([, name]) =>
      name.replace("&#160;", " ")
    );
  };
  assert.deepEqual(await named(199), ["median 100 s"]);
  // between the 190th and the 191st of 1 to 200 s: 190.05, Hyndman and Fan's type 7
  assert.deepEqual(await named(200), ["median 101 s", "p95 190 s"]);
});

Deno.test("client and server: the wait for a slot is in the first residual, not in the second", async () => {
  const { record, lines } = buildRecord({
    plan: { promptTokens: [2048], concurrency: [1] },
    events: 4,
    timing: () => ({
      ttftNs: 3e8,
      responseNs: 1e9,
      with: {
        // a wait of 200 ms, then a prompt of 90 ms by the server's own clock
        timings: { prompt_n: 2048, prompt_ms: 90, predicted_n: 256, predicted_ms: 699 },
      },
    }),
  });
  const waited = lines.map((line) =>
    line.kind === "response" ? { ...line, headersNs: line.sentNs! + 2e8 } : line
  );
  const scenarios = await readScenarios(record, waited);
  const table = witnessesTable(summarizeRuns(record, scenarios, { resamples: 20 }), "en");
  const median = table.columns.findIndex(({ id }) => id === "residual-median");
  assert.deepEqual(table.rows.map((row) => [row[3].text, row[median].text]), [
    ["TTFT less prompt_ms", "210.000"],
    ["TTFT less queue time and prompt_ms", "10.000"],
    ["first to last token less predicted_ms", "1.000"],
  ]);
});

Deno.test("tokens of the responses and of the counters agree, differ or were not measured", async () => {
  const run = await loaded({ plan: { promptTokens: [2048], concurrency: [1] } });
  const { summary } = run;
  const verdicts = (promptTokens: number | null) => {
    const [scenario] = run.scenarios.filter(isMeasured);
    const grown = (tokens: number) => ({ tokens, withinTokens: 0 });
    const witnesses = twoWitnesses(scenario, {
      promptTokens: promptTokens === null ? null : grown(promptTokens),
      predictedTokens: grown(5 * 256),
    });
    const scenarios = [{ ...summary.scenarios[0], witnesses }];
    return witnessCountsTable({ ...summary, scenarios }, "en").rows.map((row) => row[6].text);
  };
  assert.deepEqual(verdicts(5 * 2048), ["agree", "agree"]);
  assert.deepEqual(verdicts(5 * 2048 + 1), ["differ", "agree"]);
  assert.deepEqual(verdicts(null), ["not measured", "agree"]);
});

Deno.test("other tools' figures carry their definitions and are never called theirs", async () => {
  const [run] = (await loaded()).scenarios.filter(isMeasured);
  for (const language of languages) {
    const table = asOthersTable(run, language);
    assert(table.rows.length > 30);
    assert(table.rows.every((row) => row[4].text.length > 0));
    assert.equal(table.provenance[0].kind, "simulated");
  }
  assert.match(asOthersTable(run, "en").notes[0], /never that tool's measurements/);
});

Deno.test("intervals are drawn where they exist, and the caption says what they attain", async () => {
  const run = await loaded();
  for (const figure of [latencyFigure, promptLengthFigure]) {
    assert.match((await figure(run.summary, "en")).caption, /attained level of 93\.75%/);
  }
});

Deno.test("of several models each is named, and what crosses and dashes mean is said", async () => {
  const [model] = tinyPlan.models;
  const models = [model, { ...model, id: "other", name: `Other ${model.name}` }];
  const { summary } = await loaded({
    plan: { models, promptTokens: [2048, 8192], concurrency: [1, 4] },
  });
  const [latency, prompt] = [
    await latencyFigure(summary, "en"),
    await promptLengthFigure(summary, "en"),
  ];
  for (const { alt } of [latency, prompt]) assert.equal(alt.match(/Other/g)?.length, 2);
  for (const { caption } of [latency, prompt]) assert.match(caption, /after × is that of requests/);
  assert.match(prompt.caption, /solid for one request and dashed for several/);
  assert.doesNotMatch((await promptLengthFigure((await loaded()).summary, "en")).caption, /dashed/);
});

Deno.test("F-NBK-05: a figure without data says so, one that leaves scenarios out says how many", async () => {
  const one = await loaded({ plan: { promptTokens: [2048], concurrency: [1] } });
  const none = await loaded({ rounds: () => 0 });
  const { summary } = one;
  const nothing = { ...summary.scenarios[0].headline.throughput, value: null };
  const scenarios = summary.scenarios.map((each) => ({
    ...each,
    headline: { ...each.headline, throughput: nothing },
  }));
  for (const language of languages) {
    const { noData } = plotWords[language];
    for (const draw of [latencyFigure, promptLengthFigure]) {
      assert.match((await draw(one.summary, language)).alt, /2.?048.*1[.,]00\u00a0s/);
      const left = await draw({ ...summary, scenarios }, language);
      assert.match(left.caption, /: 1\./);
      for (const { svg, alt } of [left, await draw(none.summary, language)]) {
        assert(svg.includes(`>${noData}<`) && alt.includes(noData));
      }
    }
    for (const draw of [everyResponseFigure, timelineFigure]) {
      const { svg, caption } = await draw(none, language);
      assert(svg.includes(`>${noData}<`) && !/NaN|Infinity/.test(svg + caption));
    }
  }
});

Deno.test("verified and unverified scenarios share no table, and only verified ones are drawn", async () => {
  const run = await loaded({
    plan: { promptTokens: [2048], concurrency: [1, 4] },
    timing: ({ concurrency, index }) => ({
      ttftNs: (index + 1) * 1e8,
      responseNs: concurrency * 1e9,
      ...concurrency === 4 ? { with: { truncated: null } } : {},
    }),
  });
  const { summary } = run;
  assert.deepEqual(summary.scenarios.map(({ status }) => status), ["completed", "unverified"]);
  for (const tableOf of [witnessesTable, witnessCountsTable]) {
    const requests = (status: "completed" | "unverified") =>
      new Set(tableOf(summary, "en", status).rows.map((row) => row[2].value));
    assert.deepEqual([...requests("completed")], [1]);
    assert.deepEqual([...requests("unverified")], [4]);
    assert.notEqual(tableOf(summary, "en").id, tableOf(summary, "en", "unverified").id);
    assert.match(tableOf(summary, "en", "unverified").notes.join(" "), /Unverified/);
  }
  const statuses = responseRows(run).map(({ status }) => status);
  assert.deepEqual(statuses, [
    ...Array<string>(5).fill("completed"),
    ...Array<string>(20).fill("unverified"),
  ]);
  const { alt } = await everyResponseFigure(run, "en");
  assert(alt.includes("×1") && !alt.includes("×4"), alt);
});

Deno.test("a timeline that is cut says how many scenarios it leaves out", async () => {
  const plan = { promptTokens: [512, 1024, 1536, 2048, 3072, 4096, 8192], concurrency: [4] };
  const { caption } = await timelineFigure(await loaded({ plan }), "en");
  assert.match(caption, /first 6 of 7 scenarios/);
  assert.doesNotMatch((await timelineFigure(await loaded(), "en")).caption, /first \d of/);
});

Deno.test("a row a response, in seconds and minutes from the first of the run", async () => {
  const rows = responseRows(await loaded());
  assert.equal(rows.length, 5 + 5 + 20 + 20);
  assert.deepEqual(
    { ...rows[0], scenario: "" },
    {
      scenario: "",
      status: "completed",
      roundNumber: 1,
      requestNumber: 1,
      minute: 0,
      ttftSeconds: 0.1,
      responseSeconds: 1,
    },
  );
  assert(rows.every(({ minute }) => minute >= 0));
});
