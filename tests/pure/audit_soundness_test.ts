import assert from "node:assert/strict";
import { type Random, seededRandom } from "../../lib/base/random.ts";
import { type Publication, publishedSchema } from "../../lib/record/published.ts";
import { auditPublication } from "../../lib/summarize/audit/audit.ts";

const OUTPUT_TOKENS = 64;

/** Raw values of a scenario whose rounds follow each other, some of them very slow. */
function measure(random: Random, rounds: number, concurrency: number) {
  const slow = random() < 0.5 ? 0 : 0.3;
  const all = Array.from({ length: rounds }, () =>
    Array.from({ length: concurrency }, () => {
      const ttft = 0.05 + random();
      const decode = (0.2 + random()) * (random() < slow ? 30 : 1);
      return { ttft, response: ttft + decode };
    }));
  const pauses = all.reduce((sum) => sum + random() * 0.2, 0);
  const durations = all.map((round) => Math.max(...round.map(({ response }) => response)));
  const busy = durations.reduce((sum, duration) => sum + duration, 0);
  const tokens = rounds * concurrency * OUTPUT_TOKENS;
  const rates = durations.map((duration) => concurrency * OUTPUT_TOKENS / duration);
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
  const median = (values: number[]) => {
    const ordered = sorted(values);
    const middle = Math.floor(ordered.length / 2);
    return ordered.length % 2 ? ordered[middle] : (ordered[middle - 1] + ordered[middle]) / 2;
  };
  const responses = all.flat().map(({ response }) => response);
  return {
    ttft: median(all.flat().map(({ ttft }) => ttft)),
    response: median(responses),
    p95: sorted(responses)[Math.ceil(responses.length * 0.95) - 1],
    minutes: (busy + pauses) / 60,
    throughput: {
      "tokens-over-union": tokens / busy,
      "tokens-over-span": tokens / (busy + pauses),
      "mean-of-round-rates": rates.reduce((sum, rate) => sum + rate, 0) / rounds,
    },
  };
}

/** What an article would print of a measurement, with so many decimals of each figure. */
function publish(random: Random): Publication {
  const definition = (["tokens-over-union", "tokens-over-span", "mean-of-round-rates"] as const)[
    Math.floor(random() * 3)
  ];
  const decimals = Math.floor(random() * 4);
  const print = (value: number) => value.toFixed(decimals);
  const row = (rounds: number, concurrency: number) => {
    const measured = measure(random, rounds, concurrency);
    const key = { model: "m", promptTokens: 100, concurrency, rounds };
    return { measured, row: { ...key, responses: rounds * concurrency } };
  };
  const rounds = 1 + Math.floor(random() * 8);
  const { measured, row: scenario } = row(rounds, random() < 0.5 ? 1 : 4);
  const { measured: long, row: soak } = row(100, random() < 0.5 ? 1 : 4);
  return publishedSchema.parse({
    schema: "corebook.published",
    version: 1,
    id: "drawn",
    title: "Drawn by chance",
    provenance: { kind: "published", statement: "Drawn by chance for a test." },
    language: "en",
    method: "drawn",
    definitions: {
      ttft: null,
      responseTime: null,
      throughput: { id: definition, text: definition },
      p95: null,
    },
    design: {
      models: ["m"],
      promptTokens: [100],
      concurrency: [scenario.concurrency],
      outputTokens: OUTPUT_TOKENS,
      warmup: null,
      measuredRounds: rounds,
      p95MinimumResponses: 100,
    },
    scenarios: [{
      ...scenario,
      ttftMedianSeconds: print(measured.ttft),
      responseMedianSeconds: print(measured.response),
      outputTokensPerSecond: print(measured.throughput[definition]),
    }],
    soak: {
      ...soak,
      measuredMinutes: long.minutes.toFixed(1 + decimals),
      requiredMinutes: 0.1,
      outputTokensPerSecond: print(long.throughput[definition]),
      responseMedianSeconds: print(long.response),
      responseP95Seconds: print(long.p95),
      notes: [],
    },
    rawData: { included: false, statement: "None." },
  });
}

Deno.test("what was measured and printed honestly is never called inconsistent", () => {
  const random = seededRandom(17);
  for (let at = 0; at < 400; at++) {
    const publication = publish(random);
    const wrong = auditPublication(publication).checks
      .filter((check) => check.verdict === "inconsistent");
    assert.deepEqual(wrong, [], JSON.stringify(publication.scenarios));
  }
});

Deno.test("a soak's throughput with its point one place too far left is always found", () => {
  const random = seededRandom(18);
  for (let at = 0; at < 200; at++) {
    const publication = publish(random);
    const soak = publication.soak!;
    const slipped = (Number(soak.outputTokensPerSecond) / 10).toFixed(3);
    const { checks } = auditPublication(publishedSchema.parse({
      ...publication,
      soak: { ...soak, outputTokensPerSecond: slipped },
    }));
    const wrong = checks.filter((check) => check.verdict === "inconsistent");
    assert.equal(wrong.length, 1);
    assert.match(wrong[0].rule, /^throughput >?= tokens \/ span$/);
  }
});
