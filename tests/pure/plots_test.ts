import assert from "node:assert/strict";
import { seededRandom } from "../../lib/base/random.ts";
import { drawSvg, type Panel } from "../../lib/present/draw.ts";
import { Figure } from "../../lib/present/figure.ts";
import { languages } from "../../lib/present/format.ts";
import { ecdf } from "../../lib/present/plots/ecdf.ts";
import { everyResponse } from "../../lib/present/plots/every_response.ts";
import { latencyThroughput } from "../../lib/present/plots/latency_throughput.ts";
import type { ScenarioPoint } from "../../lib/present/plots/points.ts";
import { promptLength } from "../../lib/present/plots/prompt_length.ts";
import { ratios } from "../../lib/present/plots/ratios.ts";
import { roundTimeline } from "../../lib/present/plots/round_timeline.ts";
import { soakOverTime } from "../../lib/present/plots/soak_over_time.ts";
import { type Pixel, placeLabels } from "../../lib/present/plots/place_labels.ts";
import { spread } from "../../lib/present/plots/spread.ts";
import { enclosingLogTicks, enclosingTicks } from "../../lib/present/plots/ticks.ts";
import { plotWords } from "../../lib/present/plots/words.ts";
import { assertGolden } from "../golden.ts";

const matrix: ScenarioPoint[] = ["small", "large"].flatMap((series, model) =>
  [1, 4].flatMap((concurrency) =>
    [2048, 8192].map((promptTokens) => ({
      series,
      promptTokens,
      concurrency,
      ttftMedianSeconds: promptTokens / 8192 * concurrency * (model + 1),
      responseMedianSeconds: 1 + promptTokens / 8192 * concurrency * (model + 1) * 2,
      throughputTokensPerSecond: 256 / (model + 1) / (1 + promptTokens / 8192) *
        Math.sqrt(concurrency),
    }))
  )
);

/** Intervals from a tenth below to a fifth above, as exact ones of few rounds are: not symmetric. */
const uncertain: ScenarioPoint[] = matrix.slice(0, 4).map((point) => {
  const about = (value: number) => ({ low: value * 0.9, high: value * 1.2 });
  return {
    ...point,
    intervals: {
      ttftMedianSeconds: about(point.ttftMedianSeconds),
      responseMedianSeconds: about(point.responseMedianSeconds),
      throughputTokensPerSecond: about(point.throughputTokensPerSecond),
    },
  };
});

const responses = matrix.slice(0, 4).flatMap(({ promptTokens, concurrency, ...figures }) =>
  Array.from({ length: 5 * concurrency }, (_, at) => ({
    scenario: `${promptTokens} ×${concurrency}`,
    round: 1 + Math.floor(at / concurrency),
    ttftSeconds: figures.ttftMedianSeconds + (at % 3) * 0.01,
    responseSeconds: figures.responseMedianSeconds + (at % 4) * 0.02,
  }))
);

const words = plotWords.en;
const plots: Record<string, Panel[]> = {
  "latency-throughput": latencyThroughput(matrix, words),
  "latency-intervals": latencyThroughput(uncertain, words),
  "prompt-length": promptLength(uncertain, plotWords.pl),
  "prompt-length-models": promptLength(matrix, plotWords.de),
  "every-response": everyResponse(responses, words),
  "ecdf": ecdf(
    responses.map((each) => ({ series: each.scenario, seconds: each.responseSeconds })),
    words,
  ),
  "ecdf-one": ecdf(
    responses.slice(0, 5).map((each) => ({ series: "one", seconds: each.responseSeconds })),
    words,
    [{ share: 0.5, seconds: 1.52, name: "median 1.52 s" }],
  ),
  "round-timeline": roundTimeline(
    [0, 1, 2, 3].map((slot) => ({
      round: "8192 ×4, round 1",
      request: `slot ${slot}`,
      sentSeconds: 0,
      headersSeconds: slot === 0 ? null : slot * 0.5,
      firstTokenSeconds: 1 + slot * 0.7,
      endSeconds: 4 + slot * 0.1,
    })),
    words,
  ),
  "ratios": ratios(
    [
      {
        panel: "Time to first token: less is better",
        row: "2048x1",
        ratio: 0.9,
        interval: { low: 0.85, high: 0.96, short: false },
        verdict: "faster",
      },
      {
        panel: "Time to first token: less is better",
        row: "8192x4",
        ratio: 1.01,
        interval: { low: 0.99, high: 1.02, short: false },
        verdict: "equivalent",
      },
      {
        panel: "Throughput: more is better",
        row: "2048x1",
        ratio: 0.8,
        interval: { low: 0.7, high: 0.92, short: true },
        verdict: "slower",
      },
      {
        panel: "Throughput: more is better",
        row: "8192x4",
        ratio: 1.1,
        interval: null,
        verdict: "undecided",
      },
    ],
    ["faster", "slower", "equivalent", "undecided"],
    0.03,
    "Ratio, second side to first",
  ),
  "soak": soakOverTime({
    responseSeconds: Array.from(
      { length: 40 },
      (_, at) => ({ hours: at / 10, value: 25 + at % 3 }),
    ),
    throughputTokensPerSecond: [{ hours: 0, value: 41 }, { hours: 4, value: 40.5 }],
    powerWatts: [],
    temperatureCelsius: [{ hours: 0, value: 60 }, { hours: 2, value: null }, {
      hours: 4,
      value: 71,
    }],
  }, words),
};

for (const [label, panels] of Object.entries(plots)) {
  Deno.test(`plot ${label} is as it was looked at`, async () => {
    const svg = await drawSvg(panels, { id: label, title: label, description: "made-up numbers" });
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.doesNotMatch(svg, /NaN|undefined|&nbsp;|(href|url\()=?"?https?:/);
    await assertGolden(`plot-${label}.svg`, svg);
  });
}

Deno.test("a figure needs alt text and a caption, and says when it is simulated", async () => {
  const parts = {
    label: "one",
    title: "One",
    alt: "Four requests wait longer.",
    caption: "n = 4.",
    provenance: "simulated" as const,
    language: "en" as const,
    panels: plots["ecdf"],
  };
  await assert.rejects(Figure.draw({ ...parts, alt: " " }), RangeError);
  await assert.rejects(Figure.draw({ ...parts, caption: "" }), RangeError);
  const figure = await Figure.draw(parts);
  assert.match(figure.svg, /class="banner"[^>]*>SIMULATED/, "in the picture itself");
  const html = figure.toHtml();
  assert.match(html, /alt="Four requests wait longer\."/);
  assert.match(html, /SIMULATED/);
  assert.doesNotMatch(figure.caption, /nothing was measured/, "as the record's own words say it");
});

Deno.test("a panel may hold no legend, since that is no SVG", async () => {
  const panel: Panel = {
    heading: "x",
    height: 100,
    drawing: (plot) => ({
      color: { legend: true, domain: ["a"] },
      marks: [plot.dot(["a"], { x: 0, fill: "a" })],
    }),
  };
  await assert.rejects(drawSvg([panel], { id: "x", title: "x", description: "x" }), /legend/);
});

Deno.test("labels are moved apart, never past each other, and no more than needed", () => {
  const random = seededRandom(1);
  for (let trial = 0; trial < 200; trial++) {
    const values = Array.from({ length: 1 + Math.floor(random() * 8) }, () => random() * 10);
    const order = values.map((_, at) => at).sort((a, b) => values[a] - values[b]);
    const placed = spread(values, 1);
    const bounded = spread(values, 1, 0, 10);
    for (let at = 1; at < order.length; at++) {
      assert(placed[order[at]] - placed[order[at - 1]] >= 1 - 1e-9);
      assert(bounded[order[at]] - bounded[order[at - 1]] >= 1 - 1e-9);
    }
    const mean = (list: number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;
    assert(Math.abs(mean(placed) - mean(values)) < 1e-9, "as a whole they stay where they were");
    assert(bounded.every((place) => place >= -1e-9 && place <= 10 + 1e-9));
  }
});

Deno.test("a name goes where no line, no mark and no other name is", () => {
  const [point, right] = [{ x: 200, y: 100 }, { x: 300, y: 100 }];
  const wish = { ...point, forms: [["Qwen3-8B ×4"]], weight: "bold" as const };
  const room = { width: 560, height: 400, marks: [point] };
  const sideOf = (segments: [Pixel, Pixel][], width = 560) =>
    placeLabels([wish], { ...room, width, segments })[0];
  assert.deepEqual([sideOf([]).textAnchor, sideOf([]).dy], ["start", 0]);
  assert.equal(sideOf([[point, right]]).textAnchor, "end", "its own path leaves to the right");
  assert.equal(sideOf([], 280).textAnchor, "end", "at the right edge it would be cut");
  const narrow = { ...wish, x: 60, forms: [["Qwen3-8B, 8,192 ×4"], ["Qwen3-8B,", "8,192 ×4"]] };
  const [broken] = placeLabels([narrow], { ...room, width: 150, marks: [], segments: [] });
  assert.equal(broken.text, "Qwen3-8B,\n8,192 ×4", "where one line has no room it takes two");
});

Deno.test("ticks are round, evenly apart and enclose the values", () => {
  const random = seededRandom(2);
  for (let trial = 0; trial < 300; trial++) {
    const least = random() * 10 ** Math.floor(random() * 6 - 2);
    const most = least * (1 + random() * 3);
    const [even, decades] = [enclosingTicks(least, most, 4), enclosingLogTicks(least, most)];
    for (const ticks of [even, decades]) {
      assert(ticks[0] <= least && ticks.at(-1)! >= most, `${least} to ${most}: ${ticks}`);
      assert(ticks.length >= 2 && ticks.length <= 7, `${least} to ${most}: ${ticks}`);
      assert(ticks.every((tick) => String(tick).length <= 12), `last bits of a sum: ${ticks}`);
    }
    const steps = new Set(even.slice(1).map((tick, at) => (tick - even[at]).toPrecision(6)));
    assert.equal(steps.size, 1, `evenly apart: ${even}`);
    for (const round of [...steps, ...decades]) {
      assert(/^[125]e/.test(Number(round).toExponential()), `${least} to ${most}: ${round}`);
    }
  }
  assert.deepEqual(enclosingTicks(340, 340, 4), [340, 350], "a level line has an axis");
  assert.deepEqual(enclosingTicks(0, 0, 4), [0, 0.5]);
  assert.deepEqual(enclosingLogTicks(14.7, 313), [10, 20, 50, 100, 200, 500]);
});

Deno.test("every language has every word", () => {
  for (const language of languages) {
    for (const [key, word] of Object.entries(plotWords[language])) {
      assert(typeof word === "function" ? word(4).includes("4") : word, `${language} ${key}`);
    }
  }
  assert.equal(plotWords.pl.requests(4), "4\u00a0zapytania");
  assert.equal(plotWords.pl.requests(12), "12\u00a0zapytań");
  assert.equal(plotWords.pl.requests(22), "22\u00a0zapytania");
});
