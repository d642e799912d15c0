import type { ScenarioCell } from "../record/outcome.ts";

/** Estimates how long a campaign still takes, from the rounds that have ended. */
export interface TimeLeft {
  roundEnded(cell: ScenarioCell, seconds: number): void;
  /** @param rounds Rounds of the cell that are still to come. */
  seconds(left: readonly { cell: ScenarioCell; rounds: number }[]): number | null;
}

/**
 * A scenario's rounds are taken to last as long as the mean of its earlier ones; a scenario that has
 * not begun, as long as the last round that ended, in proportion to the tokens of a round.
 */
export function createTimeLeft(outputTokens: number): TimeLeft {
  const means = new Map<string, { sum: number; count: number }>();
  let secondsPerToken: number | null = null;
  const tokensOf = (cell: ScenarioCell) => cell.concurrency * (cell.promptTokens + outputTokens);
  return {
    roundEnded: (cell, seconds) => {
      const mean = means.get(cell.id) ?? { sum: 0, count: 0 };
      means.set(cell.id, { sum: mean.sum + seconds, count: mean.count + 1 });
      secondsPerToken = seconds / tokensOf(cell);
    },
    seconds: (left) => {
      if (secondsPerToken === null) return null;
      let sum = 0;
      for (const { cell, rounds } of left) {
        const mean = means.get(cell.id);
        const each = mean ? mean.sum / mean.count : secondsPerToken * tokensOf(cell);
        sum += rounds * each;
      }
      return sum;
    },
  };
}
