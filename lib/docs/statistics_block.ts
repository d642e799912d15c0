import { markdownTable } from "./markdown_table.ts";
import { savedBench } from "./saved_bench.ts";

/** What `tests/bench/stats.ts` found, as it lies in `data/bench`. */
export interface StatisticsBench {
  schema: "corebook.bench.statistics";
  version: 1;
  /** Spread of rounds, and of responses around their round, as shares of the value. */
  roundSpread: number;
  responseSpread: number;
  coverages: { rounds: number; trials: number; orderStatistics: number; bootstrap: number }[];
  alarms: Found[];
  powers: Found[];
}

/** Share of simulated comparisons that found a difference. */
export interface Found {
  runs: number;
  rounds: number;
  /** Spread of the runs' offsets. */
  offset: number;
  /** True difference of the logarithms. */
  shift: number;
  trials: number;
  share: number;
  /** Standard error of the share. */
  error: number;
}

/** The committed figures as Markdown. */
export async function statisticsBlock(): Promise<string> {
  return statisticsMarkdown(await savedBench<StatisticsBench>("statistics"));
}

/** Coverage, false alarms and power as three tables. */
export function statisticsMarkdown(bench: StatisticsBench): string {
  const { roundSpread, responseSpread, coverages, alarms, powers } = bench;
  return [
    "Written by `deno run -A tests/bench/stats.ts --write` from simulated numbers: rounds of four " +
    `responses, rounds spread by ${percent(roundSpread)}, responses around their round by ` +
    `${percent(responseSpread)}.`,
    "Coverage of 95% intervals for a median:",
    markdownTable(
      ["rounds", "order statistics of round medians", "bootstrap over rounds", "trials"],
      coverages.map(({ rounds, orderStatistics, bootstrap, trials }) => [
        String(rounds),
        percent(orderStatistics),
        percent(bootstrap),
        String(trials),
      ]),
    ),
    "False alarms at a level of 5%, with no true difference:",
    foundTable(alarms, "false alarms"),
    `Power at a level of 5%, with a true difference of ${percent(Math.expm1(powers[0].shift))}:`,
    foundTable(powers, "found"),
  ].join("\n\n");
}

function foundTable(found: readonly Found[], head: string): string {
  return markdownTable(
    ["runs a side", "rounds a run", "spread of run offsets", head, "simulation error"],
    found.map(({ runs, rounds, offset, share, error }) => [
      String(runs),
      String(rounds),
      percent(offset),
      percent(share),
      percent(error),
    ]),
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
