import { Rational } from "../../base/rational.ts";
import type { Publication, PublishedSoak } from "../../record/published.ts";
import type { PrintedNumber } from "../../record/printed.ts";
import { type Check, grouped, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

/** The soak's duration against the one required, and its throughput against its whole span. */
export function checkSoak({ soak, design, definitions }: Publication): Check[] {
  if (soak === null) return [];
  const rule = "throughput >= tokens / span";
  const { outputTokensPerSecond: rate } = soak;
  if (rate === null) return [...lasted(soak), undecided(rule, "soak", "No throughput is printed.")];
  if (definitions.throughput.id === "other") {
    return [
      ...lasted(soak),
      undecided(rule, "soak", "The throughput's definition is not one that can be checked."),
    ];
  }
  return [...lasted(soak), ...overSpan(soak, rate, design.outputTokens, definitions)];
}

function lasted({ measuredMinutes, requiredMinutes }: PublishedSoak): Check[] {
  if (requiredMinutes === null) return [];
  const measured = Interval.ofPrinted(measuredMinutes);
  const required = Interval.exactly(requiredMinutes);
  return [{
    rule: "the soak lasted as long as required",
    subject: "soak",
    verdict: measured.below(required)
      ? "inconsistent"
      : measured.low.compare(required.low) >= 0
      ? "consistent"
      : "not-decidable",
    finding: `${measuredMinutes} min printed, ${requiredMinutes} min required.`,
    implied: { low: String(requiredMinutes), high: null, unit: "min" },
    printed: shownPrinted(measuredMinutes, "min"),
  }];
}

/**
 * The span holds the response windows and the pauses between rounds. Windows that overlap count
 * once, so their union is no longer than the span, and tokens divided by the union are at or above
 * tokens divided by the span. So are the rates of the rounds on average, since each round has the same
 * tokens. The difference between the two is the time in which no request was active.
 */
function overSpan(
  { measuredMinutes, responses }: PublishedSoak,
  rate: PrintedNumber,
  outputTokens: number,
  definitions: Publication["definitions"],
): Check[] {
  const tokens = responses * outputTokens;
  const span = Interval.ofPrinted(measuredMinutes).times(Interval.exactly(60));
  const rates = Interval.ofPrinted(rate);
  const floor = Interval.exactly(tokens).over(span);
  const { low, high } = floor.shown(3);
  const id = definitions.throughput.id;
  const spanned = id === "tokens-over-span";
  const holds = spanned ? rates.meets(floor) : rates.high.compare(floor.low) >= 0;
  const checks: Check[] = [{
    rule: spanned ? "throughput = tokens / span" : "throughput >= tokens / span",
    subject: "soak",
    verdict: holds ? "consistent" : "inconsistent",
    finding: `${grouped(tokens)} tokens in ${measuredMinutes} min are ${low} to ${high} tokens/s ` +
      `over the span; ${rate} printed.`,
    implied: { low, high: spanned ? high : null, unit: "tokens/s" },
    printed: shownPrinted(rate, "tokens/s"),
  }];
  if (id !== "tokens-over-union" || !holds) return checks;
  const pauses = span.minus(Interval.exactly(tokens).over(rates));
  const least = pauses.low.compare(zero) < 0 ? zero : pauses.low;
  const most = pauses.high.toDecimal(1, "ceiling");
  checks.push({
    rule: "pauses that the throughput implies",
    subject: "soak",
    verdict: "consistent",
    finding:
      `The pauses between the rounds are ${least.toDecimal(1, "floor")} to ${most} s in all ` +
      `${measuredMinutes} min.`,
    implied: { low: least.toDecimal(1, "floor"), high: most, unit: "s" },
    printed: null,
  });
  return checks;
}

const zero = Rational.of(0);
