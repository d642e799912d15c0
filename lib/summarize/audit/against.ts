import { type Publication, publishedKey, unitOf } from "../../record/published.ts";
import type { PrintedNumber } from "../../record/printed.ts";
import { effectQuantities } from "../published_effects.ts";
import { type Check, exactCheck, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

/**
 * Each printed figure against the same figure with more digits, from a file of the same shape: it
 * must be one to which the longer one rounds.
 */
export function checkAgainst(publication: Publication, longer: Publication): Check[] {
  const same = exactCheck(
    "the same method",
    "table",
    publication.method === longer.method,
    `${publication.method} printed, ${longer.method} in the file with more digits.`,
  );
  const rows = publication.scenarios.flatMap((scenario) => {
    const subject = publishedKey(scenario);
    const other = longer.scenarios.find((other) => publishedKey(other) === subject);
    return effectQuantities.map((quantity) =>
      rounded(subject, quantity, scenario[quantity], other?.[quantity] ?? null, unitOf(quantity))
    );
  });
  const { soak } = publication;
  const figures = [
    ["measuredMinutes", "min"],
    ["outputTokensPerSecond", "tokens/s"],
    ["responseMedianSeconds", "s"],
    ["responseP95Seconds", "s"],
  ] as const;
  const soaks = soak === null
    ? []
    : figures.map(([figure, unit]) =>
      rounded("soak", figure, soak[figure], longer.soak?.[figure] ?? null, unit)
    );
  return [same, ...rows, ...soaks];
}

function rounded(
  subject: string,
  quantity: string,
  printed: PrintedNumber | null,
  longer: PrintedNumber | null,
  unit: string,
): Check {
  const rule = `${quantity} rounds to what is printed`;
  if (printed === null || longer === null) {
    return undecided(
      rule,
      subject,
      `${printed ?? "Nothing"} printed, ${longer ?? "nothing"} longer.`,
    );
  }
  const [short, long] = [Interval.ofPrinted(printed), Interval.ofPrinted(longer)];
  return {
    rule,
    subject,
    verdict: short.meets(long) ? "consistent" : "inconsistent",
    finding: `${longer} is printed as ${printed}.`,
    implied: shownPrinted(longer, unit),
    printed: shownPrinted(printed, unit),
  };
}
