/**
 * Coverage of the intervals, false alarms and power of the comparison, and how long a summary takes,
 * on simulated numbers: `deno run -A tests/bench/stats.ts [--write]`. With `--write` the figures go to
 * `data/bench/statistics.json`, from which METHOD.md shows them.
 *
 * @module
 */
import {
  type Found,
  type StatisticsBench,
  statisticsMarkdown,
} from "../../lib/docs/statistics_block.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { project } from "../../lib/base/project.ts";
import { normalQuantile } from "../../lib/stats/normal_quantile.ts";
import { clusterBootstrap } from "../../lib/stats/cluster_bootstrap.ts";
import type { Interval } from "../../lib/stats/interval.ts";
import { median } from "../../lib/stats/median.ts";
import { orderStatisticInterval } from "../../lib/stats/order_statistic_interval.ts";
import { permutationTest } from "../../lib/stats/permutation_test.ts";
import { weightedQuantile } from "../../lib/stats/weighted_quantile.ts";

const random = seededRandom(20260101);
const normal = () => normalQuantile(Math.min(Math.max(random(), 1e-12), 1 - 1e-12));

/** Spread of rounds and, around its round, of responses: shares of the value. */
const roundSpread = 0.03;
const responseSpread = 0.02;

/** Rounds of four responses around 1, whose median is 1: logarithms are normal. */
function drawRounds(rounds: number, shift = 0): number[][] {
  return Array.from({ length: rounds }, () => {
    const ofRound = shift + roundSpread * normal();
    return Array.from({ length: 4 }, () => Math.exp(ofRound + responseSpread * normal()));
  });
}

const covers = (interval: Interval) =>
  interval.status !== "none" && interval.lower <= 1 && 1 <= interval.upper;

function coverage(rounds: number, trials: number) {
  let [exact, bootstrap] = [0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const drawn = drawRounds(rounds);
    if (covers(orderStatisticInterval(drawn.map((round) => median(round)!), 0.5))) exact++;
    const units = drawn.flatMap((round, at) => round.map(() => at));
    const statistic = weightedQuantile(drawn.flat(), units, 0.5);
    const interval = clusterBootstrap([rounds], ([weights]) => statistic(weights), {
      random,
      resamples: 500,
    });
    if (covers(interval)) bootstrap++;
  }
  return { rounds, trials, orderStatistics: exact / trials, bootstrap: bootstrap / trials };
}

/** The logarithm that a run is compared by: its median over rounds, with an offset of the run. */
function runValue(rounds: number, offset: number, shift: number): number {
  return Math.log(median(drawRounds(rounds, shift + offset * normal()).flat())!);
}

function roundLogs(rounds: number, offset: number, shift: number): number[] {
  return drawRounds(rounds, shift + offset * normal()).map((round) => Math.log(median(round)!));
}

/** Share of comparisons at 5 % that find a difference. */
function found(
  { runs, rounds, offset, shift, trials }: {
    runs: number;
    rounds: number;
    offset: number;
    shift: number;
    trials: number;
  },
): Found {
  let count = 0;
  for (let trial = 0; trial < trials; trial++) {
    const side = (move: number) =>
      runs === 1
        ? roundLogs(rounds, offset, move)
        : Array.from({ length: runs }, () => runValue(rounds, offset, move));
    const { p } = permutationTest(side(0), side(shift), { random, resamples: 999 })!;
    if (p <= 0.05) count++;
  }
  const share = count / trials;
  const error = Math.sqrt(Math.max(share * (1 - share), 0.0001) / trials);
  return { runs, rounds, offset, shift, trials, share, error };
}

const coverages = [[5, 2000], [10, 1000], [20, 600], [50, 300]].map(([rounds, trials]) =>
  coverage(rounds, trials)
);
const alarms = [
  { runs: 5, rounds: 5, offset: 0 },
  { runs: 5, rounds: 5, offset: roundSpread },
  { runs: 8, rounds: 5, offset: roundSpread },
  { runs: 1, rounds: 5, offset: 0 },
  { runs: 1, rounds: 5, offset: roundSpread },
  { runs: 1, rounds: 20, offset: roundSpread },
].map((setting) => found({ ...setting, shift: 0, trials: 2000 }));
const shift = Math.log(1.03);
const powers = [1, 5].flatMap((runs) =>
  [0, 0.01].flatMap((offset) =>
    [5, 20, 100].flatMap((rounds) =>
      runs === 1 && offset > 0
        ? []
        : [found({ runs, rounds, offset, shift, trials: rounds === 100 ? 300 : 1000 })]
    )
  )
);

const bench: StatisticsBench = {
  schema: "corebook.bench.statistics",
  version: 1,
  roundSpread,
  responseSpread,
  coverages,
  alarms,
  powers,
};
console.log(statisticsMarkdown(bench));

if (Deno.args.includes("--write")) {
  await Deno.mkdir(`${project.data}/bench`, { recursive: true });
  const path = `${project.data}/bench/statistics.json`;
  await Deno.writeTextFile(path, `${JSON.stringify(bench, null, 2)}\n`);
  console.log(`\nWrote ${path.slice(project.root.length)}`);
}
