import type { Audit } from "../summarize/audit/audit.ts";
import type { Check, Verdict } from "../summarize/audit/check.ts";
import { intervalText } from "./published_audit_text.ts";
import { type CellInput, type Provenance, Table } from "./table.ts";

/**
 * The checks of an audit, a row each, with the interval that the other figures imply and the one
 * that the printed figure stands for.
 *
 * @param only Which of the checks; all when left out.
 */
export function auditTable(audit: Audit, only: (check: Check) => boolean = () => true): Table {
  return new Table({
    id: `${audit.publication}-audit`,
    language: "en",
    caption: captionOf(audit),
    columns: [
      { id: "verdict", head: "Verdict" },
      { id: "rule", head: "Rule" },
      { id: "subject", head: "Held against" },
      { id: "implied", head: "Implied" },
      { id: "printed", head: "Printed" },
      { id: "finding", head: "Finding" },
    ],
    rows: audit.checks.filter(only).map((check): CellInput[] => [
      check.verdict.replace("-", " "),
      check.rule,
      check.subject,
      intervalText(check.implied),
      intervalText(check.printed),
      check.finding,
    ]),
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
    caption: captionOf(audit),
    columns: [
      { id: "rule", head: "Rule" },
      { id: "consistent", head: "Consistent", kind: "count" },
      { id: "inconsistent", head: "Inconsistent", kind: "count" },
      { id: "not-decidable", head: "Not decidable", kind: "count" },
    ],
    rows: [...new Set(audit.checks.map((check) => check.rule))].map((rule) => [
      rule,
      count(rule, "consistent"),
      count(rule, "inconsistent"),
      count(rule, "not-decidable"),
    ]),
    notes,
    provenance: sourceOf(audit),
  });
}

const notes = [
  "A printed figure stands for half a unit of its last digit to both sides, both ends in.",
  "The audit holds printed figures against each other. It cannot show that they were measured.",
];

function captionOf({ publication, totals }: Audit): string {
  return `Audit of ${publication}: ${totals.consistent} consistent, ${totals.inconsistent} ` +
    `inconsistent, ${totals["not-decidable"]} not decidable`;
}

function sourceOf({ publication }: Audit): Provenance[] {
  return [{
    kind: "published",
    statement: `Printed figures of ${publication}, without raw values.`,
  }];
}
