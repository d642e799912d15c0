import assert from "node:assert/strict";
import { quantile as libraryQuantile } from "simple-statistics";
import { seededRandom } from "../../lib/base/random.ts";
import { changePoints, pettitt } from "../../lib/stats/change_points.ts";
import { clusterBootstrap } from "../../lib/stats/cluster_bootstrap.ts";
import { countedMedian, groupBy } from "../../lib/stats/group.ts";
import { holm } from "../../lib/stats/holm.ts";
import { median } from "../../lib/stats/median.ts";
import { closestRanks, orderStatisticInterval } from "../../lib/stats/order_statistic_interval.ts";
import { normalQuantile } from "../../lib/stats/normal_quantile.ts";
import { permutationTest } from "../../lib/stats/permutation_test.ts";
import { quantile, type QuantileType } from "../../lib/stats/quantile.ts";
import { rankShift } from "../../lib/stats/rank_shift_interval.ts";
import { theilSen } from "../../lib/stats/theil_sen.ts";
import { weightedQuantile } from "../../lib/stats/weighted_quantile.ts";
import { spanNs, unionLengthNs, unionOfWindows } from "../../lib/stats/window_union.ts";
import { assertNear } from "../near.ts";

const cases = new URL("../cases/", import.meta.url);
const types: QuantileType[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

// printed by R 4.2.2: quantile(x, ps, type = t, names = FALSE), 15 digits
const sample = Object.freeze([2.1, 3.4, 1.7, 8.8, 5.5, 5.6, 9.1, 4.2, 0.3, 7.7, 6.4]);
const ps = [0, 0.05, 0.1, 0.25, 1 / 3, 0.5, 0.75, 0.9, 0.95, 0.99, 1];
const fromR: Record<QuantileType, number[]> = {
  1: [0.3, 0.3, 1.7, 2.1, 3.4, 5.5, 7.7, 8.8, 9.1, 9.1, 9.1],
  2: [0.3, 0.3, 1.7, 2.1, 3.4, 5.5, 7.7, 8.8, 9.1, 9.1, 9.1],
  3: [0.3, 0.3, 0.3, 2.1, 3.4, 5.5, 6.4, 8.8, 8.8, 9.1, 9.1],
  4: [0.3, 0.3, 0.44, 2, 2.96666666666667, 4.85, 6.725, 8.69, 8.935, 9.067, 9.1],
  5: [0.3, 0.37, 1.14, 2.425, 3.53333333333333, 5.5, 7.375, 8.92, 9.085, 9.1, 9.1],
  6: [0.3, 0.3, 0.58, 2.1, 3.4, 5.5, 7.7, 9.04, 9.1, 9.1, 9.1],
  7: [0.3, 1, 1.7, 2.75, 3.66666666666667, 5.5, 7.05, 8.8, 8.95, 9.07, 9.1],
  8: [
    0.3,
    0.3,
    0.953333333333333,
    2.316666666666666,
    3.488888888888888,
    5.5,
    7.483333333333334,
    8.96,
    9.1,
    9.1,
    9.1,
  ],
  9: [0.3, 0.3, 1, 2.34375, 3.5, 5.5, 7.45625, 8.95, 9.1, 9.1, 9.1],
};
const tens = Object.freeze([10, 20, 30, 40]);
const tensFromR: Record<QuantileType, number[]> = {
  1: [10, 10, 20, 30, 40],
  2: [10, 15, 25, 30, 40],
  3: [10, 10, 20, 20, 40],
  4: [10, 10, 20, 25, 36],
  5: [10, 15, 25, 30, 40],
  6: [10, 12.5, 25, 31.25, 40],
  7: [13, 17.5, 25, 28.75, 37],
  8: [10, 14.1666666666667, 25, 30.4166666666667, 40],
  9: [10, 14.375, 25, 30.3125, 40],
};

Deno.test("quantiles of types 1 to 9 are those that R prints", () => {
  for (const type of types) {
    for (const [at, p] of ps.entries()) {
      assertNear(quantile(sample, p, type), fromR[type][at], 1e-13);
    }
    for (const [at, p] of [0.1, 0.25, 0.5, 0.625, 0.9].entries()) {
      assertNear(quantile(tens, p, type), tensFromR[type][at], 1e-13);
    }
  }
});

Deno.test("type 7 agrees with the library, and a whole product is a whole rank", () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  for (const p of ps) assertNear(quantile(sample, p), libraryQuantile([...sample], p), 1e-13);
  for (let rank = 1; rank <= 100; rank++) assert.equal(quantile(hundred, rank / 100, 1), rank);
});

Deno.test("F-MET-01: p95 of small samples by named definitions", () => {
  const sets = JSON.parse(Deno.readTextFileSync(new URL("F-MET-01/sets.json", cases)));
  const { expect } = JSON.parse(Deno.readTextFileSync(new URL("F-MET-01/expected.json", cases)));
  for (const [name, expected] of Object.entries<Record<string, number>>(expect.sets)) {
    const values = sets[name];
    if (values.length === 0) {
      assert.equal(quantile(values, 0.95), null);
      assert.equal(median(values), null);
      continue;
    }
    assertNear(median(values), expected.median);
    for (const p of [50, 95, 99]) {
      assertNear(quantile(values, p / 100, 1), expected[`p${p}_nearest_rank`]);
      if (p === 50) continue;
      assertNear(quantile(values, p / 100, 7), expected[`p${p}_linear_type7`]);
    }
    assertNear(quantile(values, 0.95, 6), expected.p95_weibull_type6);
  }
});

Deno.test("nothing that is no number passes for one", () => {
  assert.throws(() => median([1, NaN, 3]), TypeError);
  assert.throws(() => quantile([1, Infinity], 0.5), TypeError);
  assert.throws(() => quantile([1], 1.5), RangeError);
});

Deno.test("order statistics: five values fall short of 95 %, six do not", () => {
  const five = orderStatisticInterval(Object.freeze([5, 1, 4, 2, 3]), 0.5);
  assert(five.status === "short");
  assert.deepEqual([five.lower, five.upper, five.coverage], [1, 5, 0.9375]);
  assert.match(five.statement, /No 95% interval .* from 5 values.* covers 93\.75%/);
  const six = orderStatisticInterval([1, 2, 3, 4, 5, 6], 0.5);
  assert(six.status === "given");
  assert.equal(six.coverage, 0.96875);
  assert.equal(orderStatisticInterval([7], 0.5).status, "none");
  assert.equal(orderStatisticInterval([], 0.5).status, "none");
});

Deno.test("order statistics: ranks and coverage follow the binomial distribution", () => {
  // R: sum(dbinom(40:59, 100, .5)) = 0.9539559330706572
  assert.deepEqual(closestRanks(100, 0.5, 0.95)!.slice(0, 2), [40, 60]);
  assertNear(closestRanks(100, 0.5, 0.95)![2], 0.9539559330706572, 1e-12);
  // the largest of 58 values lies below the p95 too often for 95 %, that of 59 does not
  assert.equal(closestRanks(58, 0.95, 0.95), null);
  assert.equal(closestRanks(59, 0.95, 0.95)![1], 59);
  const [low, high, coverage] = closestRanks(2304, 0.95, 0.95)!;
  assert(low < 0.95 * 2304 && 0.95 * 2304 < high && coverage >= 0.95 && coverage < 0.96);
});

Deno.test("rank shift: the interval of R's wilcox.test", () => {
  // R's example of wilcox.test: depression scale, Hollander and Wolfe (1973), 69 ff.
  const a = Object.freeze([0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]);
  const b = Object.freeze([1.15, 0.88, 0.90, 0.74, 1.21]);
  const { estimate, interval } = rankShift(b, a)!;
  assertNear(estimate, 0.305);
  assert(interval.status === "given");
  assertNear(interval.lower, -0.15);
  assertNear(interval.upper, 0.76);
  const ninety = rankShift(b, a, 0.9)!.interval;
  assert(ninety.status === "given");
  assertNear(ninety.lower, -0.08);
  assertNear(ninety.upper, 0.72);
  const threes = rankShift([1, 2, 3], [4, 5, 6])!.interval;
  assert(threes.status === "short");
  assertNear(threes.coverage, 0.9); // 1 - 2/20
  assert.equal(rankShift([1], [2])!.interval.status, "none");
  // from 50 values on approximate: for uniform values about 1.96 sqrt(1/12) sqrt(2/60) either way
  const random = seededRandom(2);
  const sixty = Array.from({ length: 60 }, random);
  const near = rankShift(sixty, sixty)!.interval;
  assert(near.status === "given" && near.coverage === null);
  assertNear(near.upper, 0.103, 0.015);
  assertNear(near.lower, -near.upper);
});

Deno.test("Theil-Sen: Sen's own example", () => {
  // Sen (1968), section 6: slope 4, 93 % interval from 26/7 to 35/8
  const line = theilSen([1, 2, 3, 4, 10, 12, 18], [9, 15, 19, 20, 45, 55, 78], 0.93)!;
  assert.equal(line.slope, 4);
  assert(line.interval.status === "given");
  assertNear(line.interval.lower, 26 / 7);
  assertNear(line.interval.upper, 35 / 8);
  assert.equal(theilSen([1, 1], [2, 3]), null);
});

Deno.test("the normal quantile is R's qnorm", () => {
  for (const [p, z] of [[0.975, 1.959963984540054], [0.5, 0], [0.001, -3.090232306167813]]) {
    assertNear(normalQuantile(p), z, 1e-8);
  }
});

Deno.test("Holm: as R's p.adjust", () => {
  const adjusted = holm(Object.freeze([0.01, 0.04, 0.03, 0.005, 0.5]));
  for (const [at, expected] of [0.04, 0.09, 0.09, 0.025, 0.5].entries()) {
    assertNear(adjusted[at], expected);
  }
});

Deno.test("permutation: five against five cannot give less than 2 / 252", () => {
  const random = seededRandom(1);
  const apart = permutationTest([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], { random })!;
  assert.deepEqual([apart.p, apart.smallestP, apart.exact], [2 / 252, 2 / 252, true]);
  assert.equal(permutationTest([1, 2], [1, 2], { random })!.p, 1);
  assert.equal(permutationTest([1], [2], { random })!.p, 1);
  // 1 2 4 against 3: of four arrangements the distances are 2/3, 2, 2/3, 10/3… counted by hand
  assert.equal(permutationTest([1, 2, 3], [10], { random })!.p, 0.25);
  const drawn = permutationTest(
    Array.from({ length: 20 }, (_, at) => at),
    Array.from({ length: 20 }, (_, at) => at + 100),
    { random, resamples: 999 },
  )!;
  assert.deepEqual([drawn.p, drawn.exact], [0.001, false]);
});

Deno.test("bootstrap: whole rounds are drawn, by a seed, and nothing else varies", () => {
  const interval = (seed: number) =>
    clusterBootstrap([20], ([weights]) => weights.reduce((sum, w, at) => sum + w * at, 0) / 20, {
      random: seededRandom(seed),
    });
  assert.deepEqual(interval(1), interval(1));
  assert.notDeepEqual(interval(1), interval(2));
  const { status, ...bounds } = interval(1);
  assert(status === "given" && "lower" in bounds);
  // mean 9.5, standard error 5.77 / sqrt(20) = 1.29: about 7 and 12
  assert(Math.abs(bounds.lower - 7) < 0.4 && Math.abs(bounds.upper - 12) < 0.4);
  assert.equal(clusterBootstrap([1], () => 0, { random: Math.random }).status, "none");
});

Deno.test("a weighted quantile is the quantile of the repeated values", () => {
  const random = seededRandom(3);
  const values = Array.from({ length: 30 }, () => Math.round(random() * 20));
  const units = values.map((_, at) => Math.floor(at / 3));
  for (let trial = 0; trial < 50; trial++) {
    const weights = Array.from({ length: 10 }, () => Math.floor(random() * 4));
    const repeated = values.flatMap((value, at) => Array(weights[units[at]]).fill(value));
    for (const [p, type] of [[0.5, 7], [0.95, 7], [0.95, 1], [0.25, 6]] as const) {
      const expected = quantile(repeated, p, type);
      const actual = weightedQuantile(values, units, p, type)(weights);
      if (expected === null) assert.equal(actual, null);
      else assertNear(actual, expected, 1e-12);
    }
  }
});

Deno.test("Pettitt: ranks give what the pairs give; a step is found, a spike is not", () => {
  const random = seededRandom(5);
  const values = Array.from(
    { length: 40 },
    (_, at) => Math.round(random() * 10) + (at > 24 ? 4 : 0),
  );
  let [k, at] = [0, 0];
  for (let t = 1; t < values.length; t++) {
    let u = 0;
    for (const before of values.slice(0, t)) {
      for (const after of values.slice(t)) u += Math.sign(before - after);
    }
    if (Math.abs(u) > k) [k, at] = [Math.abs(u), t];
  }
  assert.deepEqual([pettitt(values)!.k, pettitt(values)!.at], [k, at]);
  const step = Array.from({ length: 60 }, (_, at) => (at < 20 ? 5 : at < 40 ? 9 : 2) + random());
  assert.deepEqual(changePoints(step).map((point) => point.at), [20, 40]);
  const spike = Array.from({ length: 60 }, (_, at) => at === 30 ? 1000 : random());
  assert.deepEqual(changePoints(spike), []);
});

Deno.test("union, span and sum of windows", () => {
  const windows = Object.freeze([
    { startNs: 10, endNs: 12 },
    { startNs: 0, endNs: 4 },
    { startNs: 1, endNs: 3 },
    { startNs: 4, endNs: 5 },
    { startNs: 7, endNs: 7 },
  ]);
  assert.deepEqual(unionOfWindows(windows), [
    { startNs: 0, endNs: 5 },
    { startNs: 7, endNs: 7 },
    { startNs: 10, endNs: 12 },
  ]);
  assert.equal(unionLengthNs(windows), 7);
  assert.equal(spanNs(windows), 12);
  assert.equal(spanNs([]), 0);
  assert.throws(() => unionLengthNs([{ startNs: 2, endNs: 1 }]), RangeError);
});

Deno.test("union <= span and union <= sum; span <= sum only without a gap", () => {
  const random = seededRandom(9);
  for (let trial = 0; trial < 200; trial++) {
    const windows = Array.from({ length: 1 + Math.floor(random() * 8) }, () => {
      const startNs = Math.floor(random() * 100);
      return { startNs, endNs: startNs + Math.floor(random() * 30) };
    });
    const union = unionLengthNs(windows);
    const sum = windows.reduce((total, { startNs, endNs }) => total + endNs - startNs, 0);
    assert(union <= spanNs(windows) && union <= sum);
    if (unionOfWindows(windows).length === 1) assert(spanNs(windows) <= sum);
    assert.equal(unionLengthNs(windows.toReversed()), union);
  }
});

Deno.test("F-NBK-09: grouping by two and three keys, in any order, with gaps", () => {
  const text = Deno.readTextFileSync(new URL("F-NBK-09/rows.csv", cases)).trim();
  const rows = text.split("\n").slice(1).map((line) => {
    const [engine, prompt, round, rate] = line.split(",");
    return {
      engine,
      prompt: Number(prompt),
      round: Number(round),
      rate: rate === "" ? null : Number(rate),
    };
  });
  const { expect } = JSON.parse(Deno.readTextFileSync(new URL("F-NBK-09/expected.json", cases)));
  const groups = groupBy(rows, ({ engine, prompt }) => [engine, prompt]);
  for (const { keys, rows } of groups) {
    const name = keys.join("|");
    const { n, missing, median } = countedMedian(rows.map(({ rate }) => rate));
    assert.equal(median, expect.median[name]);
    assert.equal(n, expect.n[name]);
    assert.equal(missing, expect.missing[name] ?? 0);
  }
  assert.deepEqual(groups.map(({ keys }) => keys.join("|")), [
    "1e3|128",
    "llama.cpp|128",
    "llama.cpp|512",
    "vllm|128",
    "vllm|512",
  ]);
  assert.deepEqual(
    groupBy(rows, ({ prompt, engine }) => [prompt, engine]).map(({ rows }) => rows.length).sort(),
    groups.map(({ rows }) => rows.length).sort(),
  );
  const byThree = groupBy(rows, ({ engine, prompt, round }) => [engine, prompt, round]);
  assert.equal(byThree.length, 13);
  const empty = byThree.filter(({ rows }) => countedMedian(rows.map(({ rate }) => rate)).n === 0);
  assert.deepEqual(empty.map(({ keys }) => keys.join("|")), ["llama.cpp|512|2"]);
});
