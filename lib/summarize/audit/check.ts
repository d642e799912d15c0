import { decimalsOf, type PrintedNumber } from "../../record/printed.ts";
import { Interval } from "./interval.ts";

/**
 * - `consistent`: the printed figures agree within their precision;
 * - `inconsistent`: no raw values could have been printed so, or an expectation is turned round;
 * - `not-decidable`: what is printed does not settle it.
 */
export type Verdict = "consistent" | "inconsistent" | "not-decidable";

/** An interval as text; an end that is null is open. */
export interface ShownInterval {
  /** Lower end; null when there is none. */
  low: string | null;
  /** Upper end; null when there is none. */
  high: string | null;
  /** Unit of both. */
  unit: string;
}

/** One thing that was checked, and what came out. */
export interface Check {
  /** The rule's name, such as `responses = rounds x concurrency`. */
  rule: string;
  /** What it was held against: a scenario, the soak, a claim, the settings. */
  subject: string;
  /** What the printed digits allow to say. */
  verdict: Verdict;
  /** One sentence with the figures. */
  finding: string;
  /** What the other printed figures allow. */
  implied: ShownInterval | null;
  /** What the figure in question may stand for. */
  printed: ShownInterval | null;
}

/** The ends of an interval for a check, rounded outwards. */
export function shown(interval: Interval, decimals: number, unit: string): ShownInterval {
  return { ...interval.shown(decimals), unit };
}

/** What a printed figure may stand for: half a unit of its last digit needs one digit more. */
export function shownPrinted(printed: PrintedNumber, unit: string): ShownInterval {
  return shown(Interval.ofPrinted(printed), decimalsOf(printed) + 1, unit);
}

/** A whole number in a finding, its digits grouped. */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

/** A check of whole numbers, which settles itself. */
export function exactCheck(
  rule: string,
  subject: string,
  holds: boolean,
  finding: string,
): Check {
  return {
    rule,
    subject,
    verdict: holds ? "consistent" : "inconsistent",
    finding,
    implied: null,
    printed: null,
  };
}

/** A check that could not be made, with the reason. */
export function undecided(rule: string, subject: string, finding: string): Check {
  return { rule, subject, verdict: "not-decidable", finding, implied: null, printed: null };
}
