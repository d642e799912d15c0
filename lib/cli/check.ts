import { Command } from "commander";
import { UserError } from "../base/errors.ts";

interface Options {
  all?: boolean;
  article?: string;
  execute?: boolean;
  json?: boolean;
}

/** `check`: a reader's check of an article's attachment. */
export function checkCommand(): Command {
  return new Command("check")
    .description("Check an article's attachment: recompute every table and figure and compare")
    .argument("<attachment>", "the ZIP, or the folder that it unpacks to")
    .option("--all", "show each number, also the equal ones")
    .option("--execute", "also execute the notebook again; runs its code with all permissions")
    .option("--article <file>", "also compare the tables of the article's page, saved as HTML")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      `
Nothing of the attachment is run unless --execute asks for it, and nothing is
written beside a folder for temporary files. A published table has no raw
values: its digits are compared with the publication's and audited. To check
with the sources inside an attachment, run the tool inside:
  unzip NAME.zip
  deno run -A --config NAME/data/check.json NAME/data/lib/cli.ts check NAME

Exit status: 0 nothing differs, 1 something differs or is damaged.

Examples:
  corebook check my-article.zip
  corebook check my-article.zip --all
  corebook check my-article.zip --article saved-page.html
  corebook check my-article --execute`,
    )
    .action(async (path: string, options: Options) => {
      const { openAttachment } = await import("../attach/open_attachment.ts");
      const { checkAttachment } = await import("../attach/check.ts");
      await using opened = await openAttachment(path);
      const report = await checkAttachment(opened.folder, {
        execute: options.execute,
        article: options.article === undefined ? undefined : await readArticle(options.article),
      });
      if (options.json) console.log(JSON.stringify(report, null, 2));
      else {
        const { checkText } = await import("../attach/check_text.ts");
        console.log(checkText(report, { all: options.all }));
      }
      if (report.ok) return;
      const wrong = report.faults.length + report.files.length + report.totals.different;
      throw new UserError(
        `Not as it says: ${wrong} ${wrong === 1 ? "thing" : "things"} in ${path}.`,
      );
    });
}

/** The article itself: a page, a text, a spreadsheet or LaTeX. */
async function readArticle(path: string): Promise<{ name: string; text: string }> {
  const { basename } = await import("node:path");
  const { decodeUtf8 } = await import("../base/decode_utf8.ts");
  const { unreadable } = await import("../base/unreadable.ts");
  try {
    return { name: basename(path), text: decodeUtf8(await Deno.readFile(path), path) };
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw unreadable(path, cause);
  }
}
