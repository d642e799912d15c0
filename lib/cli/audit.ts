import { Command } from "commander";
import { UserError } from "../base/errors.ts";

/** `audit FILE`: a published table held against itself. */
export function auditCommand(): Command {
  return new Command("audit")
    .description("Hold the printed figures of a published table against each other")
    .argument(
      "<table>",
      "a table in the shape corebook.published, its bag, or historical-api-8b or core-1.1",
    )
    .option("--against <file>", "the same figures with more digits, in the same shape")
    .option("--all", "show the consistent checks too")
    .option("--json", "print the audit as JSON")
    .addHelpText(
      "after",
      `
A printed 1.5 stands for anything from 1.45 to 1.55, both ends in; all
arithmetic is exact.
Exit status: 0 nothing inconsistent, 1 something inconsistent.

Examples:
  corebook audit core-1.1 --all
  corebook audit my-table.json
  corebook audit historical-api-8b --against downloads/historical-unrounded.json

A table of your own: copy archive/historical-api-8b/data/published.json and
change it. Figures are text with a point ("0.70"), so that no digit is lost;
null is not printed.`,
    )
    .action(async (table: string, options: AuditOptions) => {
      const { findPublished } = await import("../record/published_read.ts");
      const { auditPublication } = await import("../summarize/audit/audit.ts");
      const publication = await findPublished(table);
      const longer = options.against ? await findPublished(options.against) : undefined;
      const audit = auditPublication(publication, longer);
      if (options.json) {
        console.log(JSON.stringify(audit, null, 1));
      } else {
        const { auditText } = await import("../present/published_audit_text.ts");
        const told = ["inconsistent", "not-decidable"] as const;
        console.log(auditText(audit, options.all ? ["consistent", ...told] : told));
      }
      const { inconsistent } = audit.totals;
      if (inconsistent > 0) {
        throw new UserError(
          `${inconsistent} of ${audit.checks.length} checks of ${audit.publication} are inconsistent.`,
          { advice: "Compare the figures named with the publication, then with its raw values." },
        );
      }
    });
}

interface AuditOptions {
  against?: string;
  all?: true;
  json?: true;
}
