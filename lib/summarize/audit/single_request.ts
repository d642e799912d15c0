import { Rational } from "../../base/rational.ts";
import { type Publication, publishedKey, type PublishedScenario } from "../../record/published.ts";
import { type Check, shown, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

const rule = "throughput = output / mean response, at one request";

/**
 * At one request the response windows follow each other, so the throughput is the output tokens
 * divided by the mean response time: the arithmetic mean where tokens are divided by time, the
 * harmonic mean where the rates of the rounds are averaged.
 *
 * The table prints a median, which says little of a mean. Of n responses, half (the middle one
 * included) take at least the median and half at most: an arithmetic mean is at least that share of
 * the median and has no upper bound, a harmonic mean is at most the median divided by that share and
 * has no lower bound but 0. A mean that a single response time explains is consistent, a mean beyond
 * the bound inconsistent, and between the two the table does not decide.
 */
export function checkSingleRequests(publication: Publication): Check[] {
  return publication.scenarios
    .filter((scenario) => scenario.concurrency === 1)
    .map((scenario) => check(publication, scenario));
}

function check({ definitions, design }: Publication, scenario: PublishedScenario): Check {
  const subject = publishedKey(scenario);
  const { outputTokensPerSecond: rate, responseMedianSeconds: response, responses } = scenario;
  if (rate === null || response === null) {
    return undecided(rule, subject, "Throughput or response time is not printed.");
  }
  if (definitions.throughput.id === "other") {
    return undecided(rule, subject, "The throughput's definition is not one that can be checked.");
  }
  const rates = Interval.ofPrinted(rate);
  const median = Interval.ofPrinted(response);
  if (rates.low.compare(Rational.of(0)) <= 0) {
    return undecided(rule, subject, `${rate} tokens/s may be zero.`);
  }
  const mean = Interval.exactly(design.outputTokens).over(rates);
  const share = Rational.fraction(BigInt(Math.ceil(responses / 2)), BigInt(responses));
  const harmonic = definitions.throughput.id === "mean-of-round-rates";
  const bound = harmonic ? median.high.over(share) : median.low.times(share);
  const beyond = harmonic ? mean.low.compare(bound) > 0 : mean.high.compare(bound) < 0;
  const { low, high } = mean.shown(4);
  const kind = harmonic ? "harmonic mean" : "mean";
  const limit = harmonic
    ? `at most ${bound.toDecimal(3, "ceiling")} s`
    : `at least ${bound.toDecimal(3, "floor")} s`;
  return {
    rule,
    subject,
    verdict: beyond ? "inconsistent" : mean.meets(median) ? "consistent" : "not-decidable",
    finding: `${rate} tokens/s is a ${kind} response of ${low} to ${high} s; the median is ` +
      `${response} s, and with ${responses} responses it allows a ${kind} of ${limit}${
        beyond || mean.meets(median) ? "" : ", so that one beside the median settles nothing"
      }.`,
    implied: shown(mean, 4, "s"),
    printed: shownPrinted(response, "s"),
  };
}
