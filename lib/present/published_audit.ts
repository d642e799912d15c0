import type { Audit } from "../summarize/audit/audit.ts";
import type { Verdict } from "../summarize/audit/check.ts";
import { intervalText } from "./published_audit_text.ts";
import { type CellInput, Table } from "./table.ts";

/**
 * The checks of an audit, a row each, with the interval that the other figures imply and the one
 * that the printed figure stands for.
 *
 * @param verdicts Only the checks with these verdicts; all when left out.
 */
export function auditTable(audit: Audit, verdicts?: readonly Verdict[]): Table {
  const { consistent, inconsistent, "not-decidable": undecided } = audit.totals;
  return new Table({
    id: `${audit.publication}-audit`,
    language: "en",
    caption: `Audit of ${audit.publication}: ${consistent} consistent, ${inconsistent} ` +
      `inconsistent, ${undecided} not decidable`,
    columns: [
      { id: "verdict", head: "Verdict" },
      { id: "rule", head: "Rule" },
      { id: "subject", head: "Held against" },
      { id: "implied", head: "Implied" },
      { id: "printed", head: "Printed" },
      { id: "finding", head: "Finding" },
    ],
    rows: audit.checks
      .filter((check) => verdicts === undefined || verdicts.includes(check.verdict))
      .map((check): CellInput[] => [
        check.verdict.replace("-", " "),
        check.rule,
        check.subject,
        intervalText(check.implied),
        intervalText(check.printed),
        check.finding,
      ]),
    notes: [
      "A printed figure stands for half a unit of its last digit to both sides, both ends in.",
      "The audit holds printed figures against each other. It cannot show that they were measured.",
    ],
    provenance: [{
      kind: "published",
      statement: `Printed figures of ${audit.publication}, without raw values.`,
    }],
  });
}
