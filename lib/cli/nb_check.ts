import { Command } from "commander";

interface Options {
  types: boolean;
  ignore?: string[];
  json?: true;
}

/** `nb check`: types and rules, without executing anything. */
export function nbCheckCommand(): Command {
  return new Command("check")
    .description("Check notebooks without executing them: types, and what breaks silently")
    .argument("<files...>", "notebooks")
    .option("--no-types", "leave out the type checker")
    .option("--ignore <rules...>", "rules to leave out")
    .option("--json", "print the findings as JSON")
    .addHelpText("after", help)
    .action(async (files: string[], options: Options) => {
      const { ignore = [] } = options;
      const { checkNotebooks } = await import("../notebook/check/check_notebooks.ts");
      const { findingLine } = await import("../notebook/check/finding.ts");
      const { rules } = await import("../notebook/check/rules.ts");
      const { UserError } = await import("../base/errors.ts");
      const unknown = ignore.find((name) => !(name in rules));
      if (unknown !== undefined) {
        throw new UserError(`Cannot ignore ${unknown}: there is no such rule`, {
          advice: `The rules: ${Object.keys(rules).join(", ")}.`,
          exitCode: 2,
        });
      }
      const all = await checkNotebooks(files, { types: options.types });
      const findings = all.filter(({ rule }) => !ignore.includes(rule));
      if (options.json) console.log(JSON.stringify(findings, null, 2));
      else for (const finding of findings) console.log(findingLine(finding));
      const bad = new Set(findings.map(({ path }) => path)).size;
      if (bad > 0) {
        const things = findings.length === 1 ? "1 finding" : `${findings.length} findings`;
        throw new UserError(`Not clean: ${things} in ${bad} of ${files.length} notebooks`);
      }
      if (!options.json) {
        console.log(`Clean: ${files.length} ${files.length === 1 ? "notebook" : "notebooks"}.`);
      }
    });
}

const help = `
The rules: syntax, type, last-result, floating-promise, literal-import,
deno-test, import-meta, cell-id, execution-count, output-error, output-pending,
output-missing, output-size, alt-text, parameters. Each finding says how to mend
it.
Exit status: 0 nothing was found, 1 something was.

Examples:
  corebook nb check notebooks/*.ipynb
  corebook nb check report.ipynb --ignore alt-text last-result
  corebook nb check report.ipynb --json`;
