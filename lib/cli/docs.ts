import { Command } from "commander";
import { join } from "node:path";
import { UserError } from "../base/errors.ts";
import { project } from "../base/project.ts";

/** `docs`: writes what is generated in the Markdown files, and the JSON Schemas of what is stored. */
export function docsCommand(): Command {
  return new Command("docs")
    .description("Write the generated blocks of the Markdown files and the JSON Schemas")
    .option("--check", "write nothing; fail when something would change")
    .addHelpText(
      "after",
      `
Exit status: 0, and with --check 1 when something would change.

Examples:
  corebook docs
  corebook docs --check`,
    )
    .action(async (options: { check?: boolean }) => {
      const { generatedFiles } = await import("../docs/generated_files.ts");
      const stale: string[] = [];
      for (const { path, content } of await generatedFiles(project.root)) {
        const file = join(project.root, path);
        const before = await Deno.readTextFile(file).catch(() => null);
        if (before === content) continue;
        stale.push(path);
        if (!options.check) await Deno.writeTextFile(file, content);
      }
      if (options.check && stale.length > 0) {
        throw new UserError(`Generated text is out of date in ${stale.join(", ")}.`, {
          advice: "Run deno task docs and look at what changed.",
        });
      }
      console.log(stale.length === 0 ? "Nothing changed." : `Written: ${stale.join(", ")}`);
    });
}
