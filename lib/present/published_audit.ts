import type { Audit } from "../summarize/audit/audit.ts";
import type { Check, Verdict } from "../summarize/audit/check.ts";
import { intervalText, ruleText } from "./published_audit_text.ts";
import { type CellInput, type Provenance, Table } from "./table.ts";

/**
 * The checks of an audit, a row each, with the interval that a figure is held against and the one
 * that it stands for.
 *
 * @param only Which of the checks; all when left out.
 */
export function auditTable(audit: Audit, only: (check: Check) => boolean = () => true): Table {
  const checks = audit.checks.filter(only);
  return new Table({
    id: `${audit.publication}-audit`,
    language: "en",
    caption: checks.length === audit.checks.length
      ? captionOf(audit)
      : `Audit of ${audit.publication}: ${checks.length} of ${audit.checks.length} results`,
    columns: [
      { id: "verdict", head: "Verdict" },
      { id: "rule", head: "Rule" },
      { id: "subject", head: "Where" },
      { id: "finding", head: "Finding" },
      { id: "implied", head: "Held against" },
      { id: "printed", head: "Value" },
    ],
    rows: checks.map((check): CellInput[] => [
      check.verdict.replace("-", " "),
      { value: check.rule, text: ruleText(check.rule) },
      check.subject,
      check.finding,
      intervalText(check.implied),
      intervalText(check.printed),
    ]),
    empty: "None: no check came out so.",
    notes,
    provenance: sourceOf(audit),
  });
}

/** The rules of an audit, and how often each came out how. */
export function auditRulesTable(audit: Audit): Table {
  const count = (rule: string, verdict: Verdict) =>
    audit.checks.filter((check) => check.rule === rule && check.verdict === verdict).length;
  return new Table({
    id: `${audit.publication}-audit-rules`,
    language: "en",
    caption: `Rules of the audit of ${audit.publication}, and how their results came out`,
    columns: [
      { id: "rule", head: "Rule" },
      { id: "consistent", head: "Consistent", kind: "count" },
      { id: "inconsistent", head: "Inconsistent", kind: "count" },
      { id: "not-decidable", head: "Not decidable", kind: "count" },
    ],
    rows: [...new Set(audit.checks.map((check) => check.rule))].map((rule) => [
      { value: rule, text: ruleText(rule) },
      count(rule, "consistent"),
      count(rule, "inconsistent"),
      count(rule, "not-decidable"),
    ]),
    notes,
    provenance: sourceOf(audit),
  });
}

const notes = [
  "A printed value may stand for any within half a unit of its last digit, both ends included.",
  "The audit holds printed values against each other. It cannot show that they were measured.",
];

function captionOf({ publication, totals }: Audit): string {
  return `Audit of ${publication}: ${totals.consistent} consistent, ${totals.inconsistent} ` +
    `inconsistent, ${totals["not-decidable"]} not decidable`;
}

function sourceOf({ publication }: Audit): Provenance[] {
  return [{
    kind: "published",
    statement: `Printed values of ${publication}; its raw values are not here.`,
  }];
}
