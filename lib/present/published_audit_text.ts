import type { Audit } from "../summarize/audit/audit.ts";
import type { Check, ShownInterval, Verdict } from "../summarize/audit/check.ts";

/** An interval as readers see it: `[1.45, 1.55] s`, `≤ 33.57 tokens/s`; null when there is none. */
export function intervalText(interval: ShownInterval | null): string | null {
  if (interval === null) return null;
  const { low, high, unit } = interval;
  const ends = low === null
    ? `\u2264\u00a0${high}`
    : high === null
    ? `\u2265\u00a0${low}`
    : `[${low},\u00a0${high}]`;
  return unit === null ? ends : `${ends}\u00a0${unit}`;
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
    implied && `implied ${intervalText(implied)}`,
    printed && `printed ${intervalText(printed)}`,
  ].filter((text) => text !== null);
  return [
    `${verdict.replace("-", " ")}: ${rule} (${subject})`,
    `  ${finding}${intervals.length > 0 ? ` ${intervals.join(", ")}.` : ""}`,
    "",
  ];
}
