import type { Audit } from "../summarize/audit/audit.ts";
import type { Check, ShownInterval, Verdict } from "../summarize/audit/check.ts";

/** The name of a rule as readers see it: `TTFT ≤ response time`. */
export function ruleText(rule: string): string {
  return rule.replaceAll("<=", "\u2264").replaceAll(">=", "\u2265").replaceAll(" x ", " \u00d7 ");
}

/** An interval as readers see it: `[1.45, 1.55] s`, `≤ 33.57 tokens/s`; null when there is none. */
export function intervalText(interval: ShownInterval | null): string | null {
  if (interval === null) return null;
  const { low, high, unit } = interval;
  const ends = low === null
    ? `\u2264\u00a0${high}`
    : high === null
    ? `\u2265\u00a0${low}`
    : `[${low},\u00a0${high}]`;
  return unit === "%" ? `${ends}%` : `${ends}\u00a0${unit}`;
}

/**
 * An audit for a terminal: the checks with these verdicts, each with its finding and intervals, then
 * the totals.
 */
export function auditText(audit: Audit, verdicts: readonly Verdict[]): string {
  const { consistent, inconsistent, "not-decidable": undecided } = audit.totals;
  return [
    ...audit.checks.filter((check) => verdicts.includes(check.verdict)).flatMap(lines),
    `${audit.publication}: ${consistent} consistent, ${inconsistent} inconsistent, ` +
    `${undecided} not decidable.`,
  ].join("\n");
}

function lines({ verdict, rule, subject, finding, implied, printed }: Check): string[] {
  const intervals = [
    printed && ` Value: ${intervalText(printed)}.`,
    implied && ` Held against: ${intervalText(implied)}.`,
  ].filter((text) => text !== null);
  return [
    `${verdict.replace("-", " ")}: ${ruleText(rule)} (${subject})`,
    `  ${finding}${intervals.join("")}`,
    "",
  ];
}
