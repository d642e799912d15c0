import { Command, Option } from "commander";
import { UserError } from "../base/errors.ts";
import { type Language, languages } from "../present/format.ts";
import type { Table } from "../present/table.ts";

const formats = ["text", "html", "md", "latex", "csv", "json"] as const;

interface Options {
  table?: string;
  lang: Language;
  format: (typeof formats)[number];
  list?: boolean;
}

/** `table`: one table of a record or publication as a snippet for an article. */
export function tableCommand(): Command {
  return new Command("table")
    .description("Print a table of a record or a published table as a snippet for an article")
    .argument("<source>", "folder of a record or a publication, or historical-api-8b or core-1.1")
    .option("--table <id>", "which table (default: the main one)")
    .addOption(
      new Option("--lang <language>", "of heads and numbers").choices([...languages])
        .default("en"),
    )
    .addOption(
      new Option("--format <form>", "of the snippet").choices([...formats])
        .default("text"),
    )
    .option("--list", "list the tables")
    .addHelpText(
      "after",
      `
Numbers follow the language: marks, no-break spaces, plural forms of units. A
CSV has the decimal mark of its language, and semicolons between fields where
that is a comma. HTML carries its style and classes that begin with corebook,
and no ids, so that several tables can stand in one page.

Examples:
  corebook table core-1.1 --lang de --format html
  corebook table historical-api-8b --lang pl --format latex
  corebook table data/core-1.1/RECORD --list
  corebook table data/core-1.1/RECORD --table intervals --format csv`,
    )
    .action(async (source: string, options: Options) => {
      const tables = await tablesOf(source, options.lang);
      if (options.list) {
        for (const { id, caption } of tables) console.log(`${id}: ${caption}`);
        return;
      }
      const table = tables.find(({ id }) => id === (options.table ?? tables[0].id));
      if (table === undefined) {
        throw new UserError(
          `Cannot print the table ${options.table} of ${source} in ${options.lang}: ` +
            "there is none.",
          { advice: `It has ${tables.map(({ id }) => id).join(", ")}.`, exitCode: 2 },
        );
      }
      await Deno.stdout.write(new TextEncoder().encode(await printed(table, options.format)));
    });
}

async function tablesOf(name: string, language: Language): Promise<Table[]> {
  const { articleSource } = await import("../attach/source.ts");
  const { articleTables } = await import("../attach/made_tables.ts");
  return articleTables(await articleSource(name), language);
}

async function printed(table: Table, format: Options["format"]): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../present/table_text.ts")).tableText(table);
    case "html":
      return (await import("../present/table_html.ts")).tableHtml(table, { style: true });
    case "md":
      return (await import("../present/table_markdown.ts")).tableMarkdown(table);
    case "latex":
      return (await import("../present/table_latex.ts")).tableLatex(table);
    case "csv":
      return (await import("../present/table_csv.ts")).tableCsv(table);
    case "json": {
      const { tableJson } = await import("../present/table_json.ts");
      return `${JSON.stringify(tableJson(table), null, 2)}\n`;
    }
  }
}
