import { Command, InvalidArgumentError } from "commander";
import type { Verification } from "../notebook/verify.ts";

interface Options {
  run: boolean;
  tolerance: number;
  timeout?: number;
  json?: true;
}

/** `nb verify`: whether stored outputs still hold. */
export function nbVerifyCommand(): Command {
  return new Command("verify")
    .description("Execute notebooks again and compare with the stored outputs")
    .argument("<files...>", "notebooks")
    .option("--no-run", "only tell what changed since they were executed")
    .option("--tolerance <number>", "largest relative difference of equal numbers", number, 1e-9)
    .option("--timeout <seconds>", "limit for each cell", number)
    .option("--json", "print the verdicts as JSON")
    .addHelpText("after", help)
    .action(async (files: string[], options: Options) => {
      const { isVerified, verifyNotebooks } = await import("../notebook/verify.ts");
      const { UserError } = await import("../base/errors.ts");
      const verdicts = await verifyNotebooks(files, {
        run: options.run,
        tolerance: options.tolerance,
        timeoutSeconds: options.timeout,
      });
      if (options.json) {
        const marked = verdicts.map((each) => ({ ok: isVerified(each), ...each }));
        console.log(JSON.stringify(marked, null, 2));
      } else for (const verdict of verdicts) console.log(linesOf(verdict).join("\n"));
      const bad = verdicts.filter((each) => !isVerified(each)).length;
      if (bad > 0) {
        throw new UserError(`Not verified: ${bad} of ${files.length} notebooks`, {
          advice: "Where the change is meant, execute them anew: corebook nb run --in-place.",
        });
      }
    });
}

const help = `
Compared are JSON outputs (tables) by values, and texts in cells tagged
"check-output"; cells tagged "ignore-output" are left out. A notebook is stale
when its code, the lock file, the local modules it imports or the files it read
changed since "nb run --in-place" executed it. One without outputs is not
executed. The files stay as they are.
Exit status: 0 nothing changed, 1 something did or a notebook failed.

Examples:
  corebook nb verify notebooks/*.ipynb
  corebook nb verify report.ipynb --no-run
  corebook nb verify report.ipynb --tolerance 0.001 --json`;

function linesOf(verdict: Verification): string[] {
  const { path, stale, hasStamp, hasOutputs, differences, failure } = verdict;
  const lines = [
    ...(stale.length > 0
      ? [`${path}: stale: ${stale.join(", ")} changed since it was executed`]
      : []),
    ...(failure === null ? [] : [failure]),
    ...(differences ?? []).map(({ cell, message }) =>
      `${path}: cell ${cell.number} (id ${cell.id}): ${message}`
    ),
  ];
  if (lines.length > 0) return lines;
  if (!hasOutputs) return [`${path}: it has no outputs to verify`];
  const outputs = differences === null ? "not executed again" : "the same outputs";
  const stamp = hasStamp ? "nothing changed" : "it does not say on what it depends";
  return [`${path}: ok, ${stamp}, ${outputs}`];
}

function number(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0)) throw new InvalidArgumentError("It must be a number.");
  return value;
}
