import assert from "node:assert/strict";
import { Rational } from "../../lib/base/rational.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { decimalsOf, printedNumberSchema } from "../../lib/record/printed.ts";
import { type Publication, publishedSchema } from "../../lib/record/published.ts";
import { loadPublished } from "../../lib/record/published_read.ts";
import { auditPublication } from "../../lib/summarize/audit/audit.ts";
import type { Check, Verdict } from "../../lib/summarize/audit/check.ts";
import { Interval } from "../../lib/summarize/audit/interval.ts";
import { auditRulesTable, auditTable } from "../../lib/present/published_audit.ts";

const polish = await loadPublished("historical-api-8b");
const german = await loadPublished("core-1.1");
const printed = (digits: string) => printedNumberSchema.parse(digits);

/** A publication with something changed; still of the shape. */
function changed(publication: Publication, change: (copy: Publication) => void): Publication {
  const copy = structuredClone(publication) as Publication;
  change(copy);
  return publishedSchema.parse(copy);
}

function find({ checks }: { checks: Check[] }, rule: string, subject: string): Check {
  const found = checks.filter((check) => check.rule === rule && check.subject.startsWith(subject));
  assert.equal(found.length, 1, `${rule} of ${subject}`);
  return found[0];
}

const wrongRules = (publication: Publication) => [
  ...new Set(
    auditPublication(publication).checks
      .filter((check) => check.verdict === "inconsistent").map((check) => check.rule),
  ),
];

Deno.test("a printed figure is half a unit of its last digit to both sides, both ends in", () => {
  assert.deepEqual(Interval.ofPrinted(printed("1.5")).shown(2), { low: "1.45", high: "1.55" });
  assert.deepEqual(Interval.ofPrinted(printed("20")).shown(1), { low: "19.5", high: "20.5" });
  const meets = (a: string, b: string) =>
    Interval.ofPrinted(printed(a)).meets(Interval.ofPrinted(printed(b)));
  assert(meets("1.5", "1.55")); // 1.55 may have been printed as 1.5, if ties go down
  assert(meets("1.5", "1.6")); // 1.55 is in both
  assert(!meets("1.5", "1.56"));
});

Deno.test("arithmetic on intervals encloses what any values within give", () => {
  const random = seededRandom(3);
  const draw = () => printed((random() * 90 + 1).toFixed(Math.floor(random() * 3)));
  const within = ({ low, high }: Interval) =>
    low.plus(high.minus(low).times(Rational.of(Math.floor(random() * 101)).over(Rational.of(100))));
  for (let at = 0; at < 300; at++) {
    const [a, b] = [Interval.ofPrinted(draw()), Interval.ofPrinted(draw())];
    const [x, y] = [within(a), within(b)];
    const holds = (interval: Interval, value: Rational) =>
      interval.low.compare(value) <= 0 && interval.high.compare(value) >= 0;
    assert(holds(a.over(b), x.over(y)));
    assert(holds(a.times(b), x.times(y)));
    assert(holds(a.minus(b), x.minus(y)));
  }
});

Deno.test("both published tables have nothing inconsistent, and what they leave open is known", () => {
  const open = (publication: Publication) => {
    const { totals, checks } = auditPublication(publication);
    assert.equal(totals.inconsistent, 0);
    return checks.filter((check) => check.verdict === "not-decidable")
      .map(({ rule, subject }) => `${rule}: ${subject}`);
  };
  assert.deepEqual(open(german), ["sum of responses: table"]);
  assert.deepEqual(open(polish), [
    "total context = slots x context of a slot: settings",
    "throughput = output / mean response, at one request: Qwen3-8B Q4_K_M 2048x1",
    "throughput <= what the median response allows: Qwen3-8B Q4_K_M 2048x4",
    "throughput <= what the median response allows: Qwen3-8B Q4_K_M 8192x4",
  ]);
});

Deno.test("a gain of 34.9% from 30.8 to 41.5: the digits give 34.74, their precision 34.36 to 35.12", () => {
  const gain = find(auditPublication(german), "gain = to / from - 1", "32b-8192-throughput");
  assert.equal(gain.verdict, "consistent");
  assert.deepEqual(gain.implied, { low: "34.35", high: "35.13", unit: "%" });
  assert.deepEqual(gain.printed, { low: "34.85", high: "34.95", unit: "%" });
  assert.match(gain.finding, /34\.74%/);
  for (const [percent, verdict] of [["34.4", "consistent"], ["35.2", "inconsistent"]] as const) {
    const other = changed(german, (copy) => copy.claims[0].gainPercent = printed(percent));
    assert.equal(
      find(auditPublication(other), "gain = to / from - 1", "32b").verdict,
      verdict as Verdict,
    );
  }
});

Deno.test("the soak: 2304 x 256 tokens in 240.3 min leave pauses of at most 17.5 s", () => {
  const audit = auditPublication(german);
  const floor = find(audit, "throughput >= tokens / span", "soak");
  // 589824 tokens in 14421 s and in 14415 s
  assert.deepEqual(floor.implied, { low: "40.900", high: null, unit: "tokens/s" });
  const pauses = find(audit, "pauses that the throughput implies", "soak");
  // 14421 - 589824 / 40.95 = 17.48
  assert.deepEqual(pauses.implied, { low: "0.0", high: "17.5", unit: "s" });
  // below tokens over the span no union can bring it
  const slow = changed(german, (copy) => copy.soak!.outputTokensPerSecond = printed("40.8"));
  assert.deepEqual(wrongRules(slow), ["throughput >= tokens / span"]);
  const fast = changed(german, (copy) => copy.soak!.outputTokensPerSecond = printed("41.5"));
  const more = find(auditPublication(fast), "pauses that the throughput implies", "soak");
  assert.deepEqual(more.implied, { low: "185.2", high: "225.5", unit: "s" });
});

Deno.test("at one request the mean that throughput implies is held against the median", () => {
  const rule = "throughput = output / mean response, at one request";
  const audit = auditPublication(german);
  // 256 / 14.75 and 256 / 14.65, against 17.45 to 17.55
  const narrow = find(audit, rule, "Qwen2.5-72B-Instruct Q4_K_M 8192x1");
  assert.deepEqual(narrow.implied, { low: "17.3559", high: "17.4745", unit: "s" });
  assert.equal(narrow.verdict, "consistent");
  const at = (rate: string) =>
    find(
      auditPublication(
        changed(german, (copy) => copy.scenarios[0].outputTokensPerSecond = printed(rate)),
      ),
      rule,
      "Qwen3-8B Q4_K_M 2048x1",
    ).verdict;
  // three of five responses take 1.45 s or more: 256 x 5 / (3 x 1.45) = 294.25 tokens/s at most
  assert.equal(at("294.2"), "not-decidable");
  assert.equal(at("294.4"), "inconsistent");
  // a slow mean may come from one slow response
  assert.equal(at("100.0"), "not-decidable");
  // a mean of rates is bounded from below: 256 x (2/3) / 1.495 = 114.16 tokens/s at least
  const historical = (rate: string) =>
    find(
      auditPublication(
        changed(polish, (copy) => copy.scenarios[0].outputTokensPerSecond = printed(rate)),
      ),
      rule,
      "Qwen3-8B Q4_K_M 2048x1",
    ).verdict;
  assert.equal(historical("171.93"), "consistent");
  assert.equal(historical("114.16"), "not-decidable");
  assert.equal(historical("114.14"), "inconsistent");
});

Deno.test("slips of the pen are found by the rule that they break", () => {
  const slip = (publication: Publication, change: (copy: Publication) => void, rules: string[]) =>
    assert.deepEqual(wrongRules(changed(publication, change)), rules);
  slip(german, (copy) => copy.scenarios[3].responses = 19, ["responses = rounds x concurrency"]);
  slip(german, (copy) => copy.soak!.rounds = 567, ["responses = rounds x concurrency"]);
  slip(polish, (copy) => copy.totalResponses = 32, ["sum of responses"]);
  slip(german, (copy) => copy.scenarios.splice(4, 1), ["one row for each scenario"]);
  slip(german, (copy) => copy.server!.contextTotalTokens = 34861, [
    "total context = slots x context of a slot",
  ]);
  slip(polish, (copy) => copy.server!.contextPerSlotTokens = 8192, [
    "prompt + output fit a slot",
  ]);
  slip(polish, (copy) => copy.server!.slots = 3, ["a slot for each request"]);
  slip(german, (copy) => copy.soak!.responseP95Seconds = printed("24.7"), ["median <= p95"]);
  slip(polish, (copy) => {
    copy.scenarios[1].sampleP95 = { responseSeconds: printed("3.24"), responses: 12 };
  }, ["median <= p95"]);
  slip(german, (copy) => copy.soak!.measuredMinutes = printed("239.9"), [
    "the soak lasted as long as required",
    "throughput >= tokens / span",
  ]);
  slip(german, (copy) => copy.claims[1].to.printed = printed("25.4"), [
    "the text repeats the table",
  ]);
  // two digits that changed places
  slip(german, (copy) => copy.scenarios[11].responseMedianSeconds = printed("20.9"), [
    "TTFT <= response time",
    "response time rises with the prompt",
  ]);
  slip(german, (copy) => copy.scenarios[5].ttftMedianSeconds = printed("0.4"), [
    "TTFT rises with the prompt",
  ]);
  // a point in the wrong place
  slip(german, (copy) => copy.scenarios[11].outputTokensPerSecond = printed("200"), [
    "throughput falls with the prompt",
    "throughput <= what the median response allows",
  ]);
});

Deno.test("two printed figures that may be equal decide no direction", () => {
  const equal = changed(german, (copy) => copy.scenarios[1].ttftMedianSeconds = printed("0.2"));
  const { checks } = auditPublication(equal);
  const check = checks.find((check) => check.rule === "TTFT rises with the prompt")!;
  assert.equal(check.verdict, "not-decidable");
});

Deno.test("a figure or a definition that is not printed is not decidable, never wrong", () => {
  const bare = publishedSchema.parse({
    schema: "corebook.published",
    version: 1,
    id: "someone-elses",
    title: "A table with little in it",
    provenance: { kind: "published", statement: "A post." },
    language: "en",
    method: "unknown",
    definitions: {
      ttft: null,
      responseTime: null,
      throughput: { id: "other", text: "tokens/s, not defined" },
      p95: null,
    },
    design: {
      models: ["m"],
      promptTokens: [100],
      concurrency: [1],
      outputTokens: 10,
      warmup: null,
      measuredRounds: 2,
    },
    scenarios: [{
      model: "m",
      promptTokens: 100,
      concurrency: 1,
      rounds: 2,
      responses: 2,
      ttftMedianSeconds: null,
      responseMedianSeconds: "1.0",
      outputTokensPerSecond: "9999",
    }],
    rawData: { included: false, statement: "None is offered." },
  });
  assert.deepEqual(auditPublication(bare).totals, {
    consistent: 2,
    inconsistent: 0,
    "not-decidable": 6,
  });
});

Deno.test("figures with more digits must round to what is printed", () => {
  const longer = changed(german, (copy) => {
    for (const row of copy.scenarios) {
      const rate = row.outputTokensPerSecond!;
      row.outputTokensPerSecond = printed(`${rate}${decimalsOf(rate) === 1 ? "49" : ""}`);
    }
  });
  assert.equal(auditPublication(german, longer).totals.inconsistent, 0);
  longer.scenarios[5].outputTokensPerSecond = printed("30.8501");
  const { checks } = auditPublication(german, longer);
  const wrong = checks.filter((check) => check.verdict === "inconsistent");
  assert.deepEqual(wrong.map(({ subject, finding }) => [subject, finding]), [
    ["Qwen3-32B Q4_K_M 8192x1", "30.8501 is printed as 30.8."],
  ]);
  assert.match(
    auditPublication(german, polish).checks.filter((check) => check.rule === "the same method")[0]
      .finding,
    /core-1\.1 printed, historical/,
  );
});

Deno.test("the audit's table shows each check with its intervals", () => {
  const table = auditTable(auditPublication(german));
  assert.equal(table.rows.length, 89);
  const soak = table.rows.find((row) => row[1].text === "throughput ≥ tokens / span")!;
  assert.deepEqual(soak.slice(4, 6).map((cell) => cell.text), [
    "\u2265\u00a040.900\u00a0tokens/s",
    "[40.85,\u00a040.95]\u00a0tokens/s",
  ]);
  // a bound is one number: the finding has it with the interval's digits
  for (const { rule, finding, implied } of auditPublication(german).checks) {
    if (rule.startsWith("throughput <=")) assert(finding.includes(`${implied!.high} tokens/s`));
    assert.doesNotMatch(finding, /(?<![\d.,])\d{4,}| x |\d %/, "as it is printed elsewhere");
  }
  const units = table.rows.flatMap((row) => row.slice(4)).filter(({ value }) => value !== null);
  assert.deepEqual(units.filter(({ text }) => !/(\u00a0(s|min|tokens\/s)|%)$/.test(text)), []);
  const wrong = auditTable(auditPublication(german), ({ verdict }) => verdict === "inconsistent");
  assert.equal(wrong.rows.length, 0);
  assert.equal(wrong.caption, "Audit of core-1.1: 0 of 89 results");
  assert.match(wrong.notes[0], /^None: /);
  const rules = auditRulesTable(auditPublication(german));
  const first = rules.rows[0].map((cell) => cell.text);
  assert.deepEqual(first, ["responses = rounds × concurrency", "13", "0", "0"]);
});
