import { Command, Option } from "commander";
import { UserError } from "../base/errors.ts";
import type { Attached, AttachInput } from "../attach/attach.ts";
import { type Language, languages } from "../present/format.ts";
import { parameterOption } from "./parameter_option.ts";

interface Options {
  records?: string[];
  parameter?: Record<string, string>;
  out: string;
  lang: Language;
  title?: string;
  author?: string[];
  name?: string;
  date?: string;
  licence: string;
  recipe?: string[];
  replace?: boolean;
  json?: boolean;
}

/** `attach`: everything that a reader needs to check an article, in one folder and one ZIP. */
export function attachCommand(): Command {
  return new Command("attach")
    .description("Make an article's attachment: what a reader needs to check every number")
    .argument("[notebook]", "the notebook that shows the article's tables and figures")
    .option("--records <dirs...>", "records, or published tables by folder or id")
    .option("-p, --parameter <name=value>", "set a parameter; may be repeated", parameterOption)
    .option("--out <dir>", "folder for the attachment and its ZIP", "out/attachments")
    .addOption(
      new Option("--lang <language>", "of the article").choices([...languages]).default("en"),
    )
    .option("--title <text>", "of the article (default: that of the notebook)")
    .option("--author <name>", "'Family, Given' or a group; may be repeated", list)
    .option("--name <name>", "of folder and ZIP (default: that of the notebook)")
    .option("--date <day>", "such as 2026-01-31 (default: the day of the newest record)")
    .option("--licence <id>", "terms of the data, by SPDX", "MIT")
    .option("--recipe <files...>", "all of the above from JSON files, as in data/articles/")
    .option("--replace", "replace an attachment of the same name")
    .option("--json", "print what was made as JSON")
    .addHelpText(
      "after",
      `
The notebook is executed inside the attachment, with the records given and the
sources of lib/ beside it. A parameter named record, records or language gets
its value from the options. The same inputs give the same ZIP, byte for byte.
Outputs are freed of paths, names, keys and values of the environment; where the
notebook's own text or a record holds such a thing, nothing is made.

Examples:
  corebook attach notebooks/01-core-matrix.ipynb --records data/core-1.1/RECORD
  corebook attach report.ipynb --records A B --author "Family, Given" --lang de
  corebook attach --recipe data/articles/core-1.1.json`,
    )
    .action(async (notebook: string | undefined, options: Options) => {
      const { attach, machineTools } = await import("../attach/attach.ts");
      const made: Attached[] = [];
      for (const input of await inputsOf(notebook, options)) {
        const { out, replace } = options;
        made.push(await attach(input, out, machineTools(), { replace }));
        if (!options.json) await print(made.at(-1)!);
      }
      if (options.json) console.log(JSON.stringify(made, null, 2));
    });
}

async function print({ folder, zip, zipBytes, tables, figures, unknown }: Attached): Promise<void> {
  const { hashFile } = await import("../base/hash.ts");
  console.log(`${folder}: ${tables} tables, ${figures} figures.`);
  if (unknown.length > 0) {
    console.log(
      "Made by the notebook's own code, so that only check --execute recomputes them: " +
        `${unknown.join(", ")}.`,
    );
  }
  console.log(`${zip}: ${zipBytes} bytes, SHA-512 for the article:`);
  console.log(await hashFile("sha512", zip));
}

async function inputsOf(notebook: string | undefined, options: Options): Promise<AttachInput[]> {
  if (options.recipe !== undefined) {
    if (notebook !== undefined) {
      throw new UserError("Cannot attach both a notebook and a recipe.", { exitCode: 2 });
    }
    const { readRecipe } = await import("../attach/recipe.ts");
    return await Promise.all(options.recipe.map(readRecipe));
  }
  if (notebook === undefined) {
    throw new UserError("Cannot attach nothing: name a notebook or a --recipe.", { exitCode: 2 });
  }
  const { records = [], parameter: parameters = {}, lang: language, ...rest } = options;
  const { author: authors = ["Unnamed author"], title, name, date, licence } = rest;
  return [{ notebook, records, parameters, language, authors, title, name, date, licence }];
}

function list(value: string, all: string[] = []): string[] {
  return [...all, value];
}
