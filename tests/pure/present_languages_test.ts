import assert from "node:assert/strict";
import { recordTables } from "../../lib/attach/record_article.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { isMeasured } from "../../lib/measure/scenario.ts";
import { asOthersTable } from "../../lib/present/as_others_table.ts";
import { comparisonDecision } from "../../lib/present/comparison_decision.ts";
import { decisionTable } from "../../lib/present/comparison_decision_table.ts";
import { environmentTable } from "../../lib/present/comparison_environment.ts";
import { comparisonTable } from "../../lib/present/comparison_table.ts";
import type { Language } from "../../lib/present/format.ts";
import { noteText } from "../../lib/present/note_words.ts";
import { remarkText } from "../../lib/present/remark_words.ts";
import type { Table } from "../../lib/present/table.ts";
import { compareRuns } from "../../lib/summarize/compare.ts";
import { remark, type RemarkFacts } from "../../lib/summarize/comparison_remark.ts";
import type { ComparedRun } from "../../lib/summarize/match_scenarios.ts";
import type { NoteFacts } from "../../lib/summarize/scenario_notes.ts";
import { summarizeRuns } from "../../lib/summarize/summary.ts";
import { buildRecord, type RecordSpec } from "../records/build_record.ts";

const translated = ["de", "pl"] as const;

/** Sentences of a table that stand in English too: none may, but for what the record itself says. */
function assertTranslated(tableIn: (language: Language) => Table, language: Language) {
  const english = new Set([tableIn("en").caption, ...tableIn("en").notes]);
  const { id, caption, notes } = tableIn(language);
  assert.deepEqual([caption, ...notes].filter((text) => english.has(text)), [], id);
}

async function run(spec: RecordSpec): Promise<ComparedRun> {
  const { record, lines } = buildRecord({ events: 4, ...spec });
  return { record, scenarios: await readScenarios(record, lines, { keepGaps: true }) };
}

Deno.test("every note of a scenario is in the language of its table", () => {
  const notes: NoteFacts[] = [
    { code: "unverified", unknown: ["token-count", "slot"] },
    { code: "resumed" },
    { code: "coalesced-events", share: 0.75 },
    { code: "impossible-timings", members: ["prompt_ms"], responses: 1234 },
    { code: "ttft-zero", responses: 1234 },
    { code: "first-response-apart", times: 3.44 },
    { code: "client-error", when: "before", metric: "ttft", share: 0.034, limit: 0.01 },
    { code: "busy-host", when: "after", lagNs: 11.2e6, limitNs: 10e6 },
  ];
  const said = (language: Language) =>
    notes.map((facts) => noteText({ ...facts, message: facts.code }, language));
  assert.deepEqual(said("en"), notes.map(({ code }) => code), "as the summary has them");
  const german = said("de");
  assert.match(german[0], /: die Zahl der erzeugten Tokens, den Slot\.$/);
  assert.match(german[2], /^75\u00a0% der Abstände/);
  assert.match(german[3], /prompt_ms \(Antworten: 1\.234\)/);
  assert.match(german[5], /3,4-mal/);
  assert.match(german[6], /vor dem Lauf, beträgt 3,4\u00a0% des Medians, .* Grenze von 1\u00a0%:/);
  assert.match(german[7], /nach dem Lauf .* 11,2\u00a0ms zu spät \(Grenze 10\u00a0ms\)/);
  for (const [at, sentence] of said("pl").entries()) assert.notEqual(sentence, german[at]);
  assert.match(said("pl")[6], /przed przebiegiem, to 3,4% mediany/);
});

Deno.test("every remark on a comparison is in the language of its table", () => {
  const difference = { fact: "soak", from: "yes", to: "no" };
  const remarks: RemarkFacts[] = [
    { code: "differs", difference },
    { code: "differs", difference: { fact: "provenance", from: "measured", to: "simulated" } },
    { code: "named-twice" },
    { code: "unknown-metric", metric: "speed" },
    { code: "nothing-completed" },
    { code: "absent", record: "run-1" },
    { code: "not-completed", record: "run-1", status: "unfinished" },
    { code: "not-interleaved" },
    {
      code: "side-differs",
      record: "run-2",
      first: "run-1",
      difference: { fact: "engine build", from: null, to: "b2" },
    },
  ];
  const said = (language: Language) => remarks.map((each) => remarkText(remark(each), language));
  const english = new Set(said("en"));
  for (const language of translated) {
    assert.deepEqual(said(language).filter((text) => english.has(text)), []);
  }
  assert.equal(said("de")[0], "Dauerlauf: ja gegen nein");
  assert.equal(said("pl")[1], "pochodzenie: zmierzone wobec symulowane");
  assert.equal(
    said("de").at(-1),
    "run-2 unterscheidet sich von run-1 auf derselben Seite: engine build: nicht angegeben gegen b2.",
  );
});

Deno.test("no table of a record has an English sentence in German or Polish", async () => {
  const { record, scenarios } = await run({
    plan: { promptTokens: [2048, 8192], concurrency: [1, 4] },
    timing: ({ promptTokens, concurrency, round }) => ({
      // its first response is slow, another scenario tells no slot, and one does not complete
      ttftNs: promptTokens === 2048 && concurrency === 1 && round === 1 ? 9e8 : 1e8,
      responseNs: 1e9,
      with: promptTokens === 8192 && concurrency === 1
        ? { slot: { asked: 0, reported: null } }
        : {},
    }),
    rounds: (scenario) => scenario.endsWith("8192x4") ? 3 : 5,
  });
  const summary = summarizeRuns(record, scenarios, { resamples: 20 });
  const loaded = { folder: "", record, scenarios, summary, analysis: null };
  assert.deepEqual(
    summary.scenarios.flatMap(({ notes }) => notes.map(({ code }) => code)),
    ["first-response-apart", "unverified"],
  );
  assert.equal(summary.attempts.length, 1);
  for (const language of translated) {
    for (const at of recordTables(loaded, "en").keys()) {
      assertTranslated((each) => recordTables(loaded, each)[at], language);
    }
    for (const scenario of scenarios.filter(isMeasured)) {
      assertTranslated((each) => asOthersTable(scenario, each), language);
    }
  }
});

Deno.test("no table of a comparison has one either, also of one that was refused", async () => {
  const software = { name: "corebook", version: "9.9.9", runtime: "deno 2.9.6" } as const;
  const [first, second, third] = await Promise.all([
    run({ id: "run-1" }),
    run({ id: "run-2", rounds: (scenario) => scenario.endsWith("8192x4") ? 3 : 5 }),
    run({ id: "run-3", record: { software } }),
  ]);
  const made = compareRuns([first], [second, third]);
  assert(made.status === "compared" && made.unmatched.length === 1);
  assert(made.notes.some(({ code }) => code === "side-differs"));
  const other = await run({ id: "run-4", plan: { method: "historical" } });
  const refused = compareRuns([first], [other]);
  for (const language of translated) {
    assertTranslated((each) => comparisonTable(made, each), language);
    for (const comparison of [made, refused]) {
      assertTranslated((each) => environmentTable(comparison, each), language);
      assertTranslated((each) => decisionTable(comparison, each), language);
    }
  }
  assert.match(comparisonDecision(refused, "de"), /: Methode: core-1\.1 gegen historical\.$/);
});
