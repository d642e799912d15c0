import { Command } from "commander";

/** `nb from-ts`: notebooks of TypeScript in percent format. */
export function nbFromTsCommand(): Command {
  return new Command("from-ts")
    .description("Make notebooks of TypeScript in percent format, as `nb export --to ts` writes it")
    .argument("<files...>", "TypeScript files")
    .option("--out <dir>", "folder for the notebooks (default: beside the file)")
    .addHelpText(
      "after",
      `
Where the notebook is there already, cells with the same id and code keep their
outputs.

Example:
  corebook nb from-ts report.ts`,
    )
    .action(async (files: string[], options: { out?: string }) => {
      const { basename, dirname, join } = await import("node:path");
      const { readNotebook, writeNotebook } = await import("../notebook/ipynb.ts");
      const { fromPercent } = await import("../notebook/percent.ts");
      const { readText } = await import("../base/read_text.ts");
      const { systemFiles } = await import("../base/file_system.ts");
      for (const file of files) {
        const folder = options.out ?? dirname(file);
        const path = join(folder, basename(file).replace(/\.[cm]?tsx?$/, "") + ".ipynb");
        const isThere = await systemFiles().exists(path);
        const before = isThere ? await readNotebook(path) : undefined;
        const notebook = fromPercent(await readText(file), file, before);
        await Deno.mkdir(folder, { recursive: true });
        await writeNotebook(path, notebook);
        console.log(path);
      }
    });
}
