import type { Counters, Response } from "../record/response.ts";

/** Growth of the server's own counters over the measured rounds that count. */
export interface ServerCounters {
  /** Tokens of prompts that it processed. */
  readonly promptTokens: number | null;
  /** Tokens that it generated. */
  readonly predictedTokens: number | null;
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
  ): number | null => {
    const [from, to] = [before[member], after[member]];
    if (from === null || to === null) return null;
    let grown = to - from;
    for (const { finalEventNs, tokens } of excluded) {
      const taken = finalEventNs === null ? null : share(tokens);
      if (taken === null) return null;
      grown -= taken;
    }
    return grown < 0 ? null : grown;
  };
  return {
    promptTokens: growth("promptTokens", ({ processed }) => processed),
    predictedTokens: growth("predictedTokens", ({ predicted }) => predicted),
  };
}
