import { Command, Option } from "commander";
import { UserError } from "../base/errors.ts";
import type { AttachInput } from "../attach/attach.ts";
import { type Language, languages } from "../present/format.ts";
import { parameterOption } from "./parameter_option.ts";

interface Options {
  records: string[];
  parameter: Record<string, string>;
  out: string;
  lang: Language;
  title?: string;
  author: string[];
  name?: string;
  date?: string;
  licence: string;
  recipe?: string;
  json?: boolean;
}

/** `attach`: everything that a reader needs to check an article, in one folder and one ZIP. */
export function attachCommand(): Command {
  return new Command("attach")
    .description("Make an article's attachment: what a reader needs to check every number")
    .argument("[notebook]", "the notebook that shows the article's tables and figures")
    .option("--records <folders...>", "records, or published tables by folder or id", [])
    .option("-p, --parameter <name=value>", "set a parameter; may be repeated", parameterOption, {})
    .option("--out <dir>", "folder for the attachment and its ZIP", "out/attachments")
    .addOption(
      new Option("--lang <language>", "of the article").choices([...languages]).default("en"),
    )
    .option("--title <text>", "of the article (default: that of the notebook)")
    .option("--author <name>", "'Family, Given' or a group; may be repeated", list, [])
    .option("--name <name>", "of folder and ZIP (default: that of the notebook)")
    .option("--date <day>", "such as 2026-01-31 (default: the day of the newest record)")
    .option("--licence <id>", "terms of the data, by SPDX", "MIT")
    .option("--recipe <file>", "all of the above from a JSON file, as in data/articles/")
    .option("--json", "print what was made as JSON")
    .addHelpText(
      "after",
      `
The notebook is executed inside the attachment, with the records given and the sources of lib/
beside it. A parameter named record, records or language gets its value from the options. The same
inputs give the same ZIP, byte for byte. Outputs are freed of paths, names, keys and values of the
environment; where the notebook's own text or a record holds such a thing, nothing is made.

Examples:
  corebook attach notebooks/01-core-matrix.ipynb --records data/core-1.1/RECORD --lang de
  corebook attach report.ipynb --records A B --author "Nowak, Anna" --author "The Lab"
  corebook attach --recipe data/articles/core-1.1.json`,
    )
    .action(async (notebook: string | undefined, options: Options) => {
      const { attach } = await import("../attach/attach.ts");
      const { machineSecrets } = await import("../attach/secrets.ts");
      const input = await inputOf(notebook, options);
      const made = await attach(input, options.out, machineSecrets());
      if (options.json) return console.log(JSON.stringify(made, null, 2));
      const { hashFile } = await import("../base/hash.ts");
      console.log(`${made.folder}: ${made.tables} tables, ${made.figures} figures.`);
      if (made.unknown.length > 0) {
        console.log(
          `Made by the notebook's own code, so that only check --execute recomputes them: ` +
            `${made.unknown.join(", ")}.`,
        );
      }
      console.log(`${made.zip}: ${made.zipBytes} bytes, SHA-512 for the article:`);
      console.log(await hashFile("sha512", made.zip));
    });
}

async function inputOf(notebook: string | undefined, options: Options): Promise<AttachInput> {
  if (options.recipe !== undefined) {
    if (notebook !== undefined) {
      throw new UserError("Cannot attach both a notebook and a recipe.", { exitCode: 2 });
    }
    const { readRecipe } = await import("../attach/recipe.ts");
    return await readRecipe(options.recipe);
  }
  if (notebook === undefined) {
    throw new UserError("Cannot attach nothing: name a notebook or a --recipe.", { exitCode: 2 });
  }
  const { records, parameter: parameters, lang: language, author, ...rest } = options;
  const { title, name, date, licence } = rest;
  const authors = author.length > 0 ? author : ["Unnamed author"];
  return { notebook, records, parameters, language, authors, title, name, date, licence };
}

function list(value: string, all: string[]): string[] {
  return [...all, value];
}
