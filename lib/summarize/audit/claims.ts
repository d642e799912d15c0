import { Rational } from "../../base/rational.ts";
import {
  type Publication,
  type PublishedClaim,
  publishedKey,
  unitOf,
} from "../../record/published.ts";
import type { PrintedNumber } from "../../record/printed.ts";
import { type Check, shown, shownPrinted, undecided } from "./check.ts";
import { Interval } from "./interval.ts";

/** Sentences of the text against the table: the figures they repeat, and the gain they compute. */
export function checkClaims(publication: Publication): Check[] {
  return publication.claims.flatMap((claim) => [
    repeats(publication, claim, "from"),
    repeats(publication, claim, "to"),
    ...(claim.gainPercent === null ? [] : [gain(claim, claim.gainPercent)]),
  ]);
}

function repeats(publication: Publication, claim: PublishedClaim, end: "from" | "to"): Check {
  const rule = "the text repeats the table";
  const { printed, ...scenario } = claim[end];
  const subject = `${claim.id}, ${publishedKey(scenario)}`;
  const row = publication.scenarios.find((row) => publishedKey(row) === publishedKey(scenario));
  const figure = row?.[claim.quantity] ?? null;
  if (figure === null) return undecided(rule, subject, "The table prints no such figure.");
  const [inText, inTable] = [Interval.ofPrinted(printed), Interval.ofPrinted(figure)];
  return {
    rule,
    subject,
    verdict: inText.meets(inTable) ? "consistent" : "inconsistent",
    finding: `${printed} in the text, ${figure} in the table.`,
    implied: shownPrinted(figure, unitOf(claim.quantity)),
    printed: shownPrinted(printed, unitOf(claim.quantity)),
  };
}

/** (to / from - 1) x 100, for all values that the two figures may stand for. */
function gain(claim: PublishedClaim, percent: PrintedNumber): Check {
  const rule = "gain = to / from - 1";
  const divisor = Interval.ofPrinted(claim.from.printed);
  if (divisor.meets(Interval.exactly(0))) {
    return undecided(rule, claim.id, `${claim.from.printed} may be zero.`);
  }
  const implied = Interval.ofPrinted(claim.to.printed).over(divisor)
    .minus(Interval.exactly(1)).times(Interval.exactly(100));
  const printed = Interval.ofPrinted(percent);
  const digits = Rational.of(claim.to.printed).over(Rational.of(claim.from.printed))
    .minus(Rational.of(1)).times(Rational.of(100)).toDecimal(2);
  return {
    rule,
    subject: claim.id,
    verdict: implied.meets(printed) ? "consistent" : "inconsistent",
    finding: `From ${claim.from.printed} to ${claim.to.printed}: the printed digits alone give ` +
      `${digits}%, their precision allows the interval; ${percent}% printed.`,
    implied: shown(implied, 2, "%"),
    printed: shownPrinted(percent, "%"),
  };
}
