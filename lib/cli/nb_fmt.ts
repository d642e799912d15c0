import { Command } from "commander";

/** `nb fmt`: notebooks in their stable form. */
export function nbFmtCommand(): Command {
  return new Command("fmt")
    .description("Bring notebooks into a stable form that makes small differences")
    .argument("<files...>", "notebooks")
    .option("--check", "change nothing; exit with 1 when a notebook is not in that form")
    .addHelpText("after", help)
    .action(async (files: string[], options: { check?: true }) => {
      const { dirname } = await import("node:path");
      const { formatNotebookText } = await import("../notebook/format.ts");
      const { denoFmt } = await import("../base/deno_fmt.ts");
      const { replaceFile, systemFiles } = await import("../base/file_system.ts");
      const { readText } = await import("../base/read_text.ts");
      const { UserError } = await import("../base/errors.ts");
      let wrong = 0;
      for (const file of files) {
        const before = await readText(file);
        const { text, countsInOrder } = await formatNotebookText(
          before,
          file,
          (json) => denoFmt(json, "ipynb", dirname(file)),
        );
        if (!countsInOrder) {
          wrong++;
          console.error(
            `${file}: its execution counts are those of no single run and were left as they are. ` +
              `Run it from the top: corebook nb run --in-place ${file}`,
          );
        }
        if (text === before) continue;
        if (options.check) {
          wrong++;
          console.error(`${file}: not formatted. Mend it: corebook nb fmt ${file}`);
        } else {
          await replaceFile(systemFiles(), file, text);
          console.log(`${file}: formatted`);
        }
      }
      if (wrong > 0) throw new UserError(`Not in stable form: see above`);
    });
}

const help = `
Sorted members, one space of indentation, as Jupyter itself writes; cell ids
kept, missing ones given; metadata of single sessions dropped; executed cells
numbered 1 to N, and no counts where there are no outputs; code and Markdown
formatted by deno fmt with the settings of the deno.json above the notebook.
Exit status: 0, and with --check 1 when a notebook is not in that form.

Examples:
  corebook nb fmt notebooks/*.ipynb
  corebook nb fmt --check notebooks/*.ipynb`;
