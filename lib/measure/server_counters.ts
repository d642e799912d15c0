import type { Counters, Response } from "../record/response.ts";

/** How many tokens a counter grew by. */
export interface CounterGrowth {
  /** As the server's readings say. */
  readonly tokens: number;
  /** What the growth may be off by: llama-server prints six digits that count (11534336 as 1.15343e+07). */
  readonly withinTokens: number;
}

/** Growth of the server's own counters over the measured rounds that count. */
export interface ServerCounters {
  /** Tokens of prompts that it processed. */
  readonly promptTokens: CounterGrowth | null;
  /** Tokens that it generated. */
  readonly predictedTokens: CounterGrowth | null;
}

/**
 * What the server counted for the rounds that count: what it said behind the measured rounds less
 * what it said before them, less what responses of other rounds took. Null where it did not say both,
 * where a response did not get so far that its own share is known, and where the counter went back.
 *
 * @param lines The counters of one scenario.
 * @param excluded Responses of its measured rounds that do not count.
 */
export function serverCounters(
  lines: readonly Counters[],
  excluded: readonly Pick<Response, "finalEventNs" | "tokens">[],
): ServerCounters | null {
  const before = lines.find(({ at }) => at === "before");
  const after = lines.findLast(({ at }) => at === "after");
  if (!before || !after) return null;
  const growth = (
    member: "promptTokens" | "predictedTokens",
    share: (tokens: Response["tokens"]) => number | null,
  ): CounterGrowth | null => {
    const [from, to] = [before[member], after[member]];
    if (from === null || to === null) return null;
    let grown = to - from;
    for (const { finalEventNs, tokens } of excluded) {
      const taken = finalEventNs === null ? null : share(tokens);
      if (taken === null) return null;
      grown -= taken;
    }
    const withinTokens = roundedBy(from) + roundedBy(to);
    return grown < -withinTokens ? null : { tokens: grown, withinTokens };
  };
  return {
    promptTokens: growth("promptTokens", ({ processed }) => processed),
    predictedTokens: growth("predictedTokens", ({ predicted }) => predicted),
  };
}

/** What a reading of more than six digits may have been rounded by. */
function roundedBy(reading: number): number {
  if (reading < 1e6) return 0;
  const step = 10 ** (Math.floor(Math.log10(reading)) - 5);
  return reading % step === 0 ? step / 2 : 0;
}
