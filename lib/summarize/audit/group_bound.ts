import { Rational } from "../../base/rational.ts";
import { type Publication, publishedKey } from "../../record/published.ts";
import { decimalsOf, type PrintedNumber } from "../../record/printed.ts";
import { type Check, grouped, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

const rule = "throughput <= what the median response allows";

/**
 * With several requests at once: half of the responses take at least the median, they fill at least
 * that half divided by the concurrency of rounds, and each of these rounds lasts at least the median.
 * So the windows cover at least that much time, and the tokens divided by it bound the throughput
 * from above. Nothing bounds it from below. A mean of round rates has no such bound.
 */
export function checkGroupBounds(publication: Publication): Check[] {
  const { scenarios, soak, design, definitions } = publication;
  const groups = [
    ...scenarios.filter(({ concurrency }) => concurrency > 1)
      .map((scenario) => ({ ...scenario, subject: publishedKey(scenario) })),
    ...(soak ? [{ ...soak, subject: "soak" }] : []),
  ];
  return groups.map((group) => {
    const { subject, outputTokensPerSecond: rate, responseMedianSeconds: median } = group;
    if (definitions.throughput.id !== "tokens-over-union") {
      return undecided(
        rule,
        subject,
        "By the throughput's definition a median response sets it no bound.",
      );
    }
    if (rate === null || median === null) {
      return undecided(rule, subject, "Throughput or response time is not printed.");
    }
    return bounded(subject, rate, median, group, design.outputTokens);
  });
}

function bounded(
  subject: string,
  rate: PrintedNumber,
  median: PrintedNumber,
  { responses, concurrency }: { responses: number; concurrency: number },
  outputTokens: number,
): Check {
  const shortest = Interval.ofPrinted(median).low;
  if (shortest.compare(Rational.of(0)) <= 0) {
    return undecided(rule, subject, `${median} s may be zero.`);
  }
  const rounds = Math.ceil(Math.ceil(responses / 2) / concurrency);
  const seconds = shortest.times(Rational.of(rounds));
  const bound = Rational.of(responses * outputTokens).over(seconds);
  const most = bound.toDecimal(2, "ceiling");
  const rates = Interval.ofPrinted(rate);
  return {
    rule,
    subject,
    verdict: rates.low.compare(bound) > 0 ? "inconsistent" : "consistent",
    finding: `At least ${grouped(rounds)} rounds last ` +
      `${shortest.toDecimal(decimalsOf(median) + 1)} s or longer, so ${grouped(responses)} × ` +
      `${outputTokens} tokens come at ${most} tokens/s or less; ${rate} printed.`,
    implied: { low: null, high: most, unit: "tokens/s" },
    printed: shownPrinted(rate, "tokens/s"),
  };
}
