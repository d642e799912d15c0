import {
  type Publication,
  publishedKey,
  type PublishedQuantity,
  unitOf,
} from "../../record/published.ts";
import type { Factor } from "../effects.ts";
import { effectQuantities, scenarioPairs } from "../published_effects.ts";
import { type Check, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

/** What a longer prompt or more requests are expected to do to a figure. */
const expected: Record<Factor, Record<PublishedQuantity, "rises" | "falls">> = {
  "prompt tokens": {
    ttftMedianSeconds: "rises",
    responseMedianSeconds: "rises",
    outputTokensPerSecond: "falls",
  },
  concurrency: {
    ttftMedianSeconds: "rises",
    responseMedianSeconds: "rises",
    outputTokensPerSecond: "rises",
  },
};

const names: Record<PublishedQuantity, string> = {
  ttftMedianSeconds: "TTFT",
  responseMedianSeconds: "response time",
  outputTokensPerSecond: "throughput",
};

/**
 * Whether figures move the way that is expected when one factor grows. An expectation, no law of
 * arithmetic: a figure that moves the other way is to be explained or is a slip of the pen.
 */
export function checkDirections(publication: Publication): Check[] {
  return scenarioPairs(publication).flatMap(({ factor, from, to }) =>
    effectQuantities.map((quantity) => {
      const way = expected[factor][quantity];
      const rule = factor === "prompt tokens"
        ? `${names[quantity]} ${way} with the prompt`
        : `${names[quantity]} ${way} with concurrency`;
      const subject = factor === "prompt tokens"
        ? `${publishedKey(from)} to ${to.promptTokens}`
        : `${publishedKey(from)} to x${to.concurrency}`;
      const [before, after] = [from[quantity], to[quantity]];
      if (before === null || after === null) {
        return undecided(rule, subject, "One of the two is not printed.");
      }
      const [first, second] = [Interval.ofPrinted(before), Interval.ofPrinted(after)];
      const [lower, upper] = way === "rises" ? [first, second] : [second, first];
      const unit = unitOf(quantity);
      return {
        rule,
        subject,
        verdict: lower.below(upper)
          ? "consistent"
          : upper.below(lower)
          ? "inconsistent"
          : "not-decidable",
        finding: `From ${before} to ${after} ${unit}.`,
        implied: shownPrinted(before, unit),
        printed: shownPrinted(after, unit),
      } satisfies Check;
    })
  );
}
