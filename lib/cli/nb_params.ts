import { Command } from "commander";

/** `nb params`: the parameters that `nb run -p` may set. */
export function nbParamsCommand(): Command {
  return new Command("params")
    .description("List the parameters of a notebook with their types and defaults")
    .argument("<file>", "notebook")
    .option("--json", "print as JSON")
    .addHelpText("after", "\nExample:\n  corebook nb params report.ipynb")
    .action(async (file: string, options: { json?: true }) => {
      const { readNotebook } = await import("../notebook/ipynb.ts");
      const { parametersOf } = await import("../notebook/params.ts");
      const parameters = parametersOf(await readNotebook(file));
      if (options.json) {
        const rows = parameters.map(({ name, type, defaultText, help }) => ({
          name,
          type,
          default: defaultText,
          help,
        }));
        return console.log(JSON.stringify(rows, null, 2));
      }
      if (parameters.length === 0) {
        return console.log(`${file} has no parameters: no code cell has the tag "parameters".`);
      }
      for (const { name, type, defaultText, help } of parameters) {
        const comment = help ? `  // ${help}` : "";
        console.log(`${name}: ${type ?? "unknown"} = ${defaultText}${comment}`);
      }
    });
}
