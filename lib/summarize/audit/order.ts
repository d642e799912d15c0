import { type Publication, publishedKey } from "../../record/published.ts";
import type { PrintedNumber } from "../../record/printed.ts";
import { type Check, exactCheck, grouped, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

/**
 * What cannot be later than what: the first token of each response comes before its end, so the
 * medians are in that order too; and no median is above the p95 of the same responses.
 */
export function checkOrder({ scenarios, soak, design }: Publication): Check[] {
  const checks = scenarios.map((scenario) =>
    notAbove(
      "TTFT <= response time",
      publishedKey(scenario),
      scenario.ttftMedianSeconds,
      scenario.responseMedianSeconds,
    )
  );
  for (const { sampleP95, ...scenario } of scenarios) {
    if (sampleP95 === null) continue;
    const subject = publishedKey(scenario);
    const { responseSeconds } = sampleP95;
    checks.push(
      notAbove("median <= p95", subject, scenario.responseMedianSeconds, responseSeconds),
    );
  }
  if (!soak) return checks;
  checks.push(
    notAbove("median <= p95", "soak", soak.responseMedianSeconds, soak.responseP95Seconds),
  );
  const gate = design.p95MinimumResponses;
  if (soak.responseP95Seconds !== null && gate !== null) {
    checks.push(exactCheck(
      "responses enough for a p95",
      "soak",
      soak.responses >= gate,
      `${grouped(soak.responses)} responses; ${grouped(gate)} needed.`,
    ));
  }
  return checks;
}

function notAbove(
  rule: string,
  subject: string,
  lower: PrintedNumber | null,
  upper: PrintedNumber | null,
): Check {
  if (lower === null || upper === null) {
    return undecided(rule, subject, "One of the two is not printed.");
  }
  const [first, second] = [Interval.ofPrinted(lower), Interval.ofPrinted(upper)];
  return {
    rule,
    subject,
    verdict: second.below(first) ? "inconsistent" : "consistent",
    finding: `${lower} s and ${upper} s printed.`,
    implied: shownPrinted(lower, "s"),
    printed: shownPrinted(upper, "s"),
  };
}
