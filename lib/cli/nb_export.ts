import { Command, Option } from "commander";
import type { Notebook } from "../notebook/ipynb.ts";

interface Options {
  to: "html" | "md" | "ts" | "figures";
  out?: string;
  lang?: string;
  code: "show" | "fold" | "remove";
  force?: true;
}

interface Written {
  name: string;
  content: string | Uint8Array;
}

/** `nb export`: other forms of a notebook, from its stored outputs. */
export function nbExportCommand(): Command {
  return new Command("export")
    .description(
      "Write notebooks as HTML, Markdown, TypeScript or figure files; nothing is executed",
    )
    .argument("<files...>", "notebooks")
    .addOption(
      new Option("--to <form>", "what to write").choices(["html", "md", "ts", "figures"])
        .makeOptionMandatory(),
    )
    .option("--out <dir>", "folder for the files (default: beside the notebook)")
    .option("--lang <tag>", "language of the page, such as pl (default: the notebook's, or en)")
    .addOption(
      new Option("--code <how>", "code in HTML, where its cell does not say")
        .choices(["show", "fold", "remove"]).default("show"),
    )
    .option("--force", "replace a TypeScript file that is there")
    .addHelpText("after", help)
    .action(async (files: string[], options: Options) => {
      const { basename, dirname, join } = await import("node:path");
      const { readNotebook } = await import("../notebook/ipynb.ts");
      const { replaceFile, systemFiles } = await import("../base/file_system.ts");
      const { UserError } = await import("../base/errors.ts");
      const { pagesBeside } = await import("../notebook/export/pages_beside.ts");
      const page = pagesBeside(files, options.out);
      for (const file of files) {
        const folder = options.out ?? dirname(file);
        const name = basename(file, ".ipynb");
        const pageOf = (address: string) => page(file, address);
        const notebook = await readNotebook(file);
        const written = await forms[options.to](notebook, { file, name, options, pageOf });
        if (written.length === 0) console.log(`${file}: has no figures`);
        for (const { name, content } of written) {
          const path = join(folder, name);
          if (options.to === "ts" && !options.force && await systemFiles().exists(path)) {
            throw new UserError(`Cannot write ${path}: it is there already`, {
              advice: "Give another --out, or --force to replace it.",
            });
          }
          await Deno.mkdir(dirname(path), { recursive: true });
          await replaceFile(systemFiles(), path, content);
          console.log(path);
        }
      }
    });
}

const forms: Record<
  Options["to"],
  (
    notebook: Notebook,
    about: {
      file: string;
      name: string;
      options: Options;
      pageOf: (address: string) => string | null;
    },
  ) => Promise<Written[]>
> = {
  html: async (notebook, { file, name, options, pageOf }) => {
    const { dirname } = await import("node:path");
    const { exportHtml } = await import("../notebook/export/html.ts");
    const { projectAround } = await import("../base/find_up.ts");
    const { isLanguageTag } = await import("../base/language_tag.ts");
    const { UserError } = await import("../base/errors.ts");
    const { lang: language, code } = options;
    if (language !== undefined && !isLanguageTag(language)) {
      throw new UserError(`Cannot write a page in ${language}: it is no known language`, {
        advice: "Give a tag such as en, pl or de-AT.",
        exitCode: 2,
      });
    }
    const folder = dirname(file);
    const root = await projectAround(folder);
    const content = await exportHtml(notebook, { name, folder, root, language, code, pageOf });
    return [{ name: `${name}.html`, content }];
  },
  md: async (notebook, { name }) => {
    const { exportMarkdown } = await import("../notebook/export/markdown.ts");
    const { text, files } = await exportMarkdown(notebook, `${name}_files`);
    return [
      { name: `${name}.md`, content: text },
      ...files.map(({ name, bytes }) => ({ name, content: bytes })),
    ];
  },
  ts: async (notebook, { name }) => {
    const { toPercent } = await import("../notebook/percent.ts");
    return [{ name: `${name}.ts`, content: toPercent(notebook) }];
  },
  figures: async (notebook, { name }) => {
    const { exportFigures } = await import("../notebook/export/figures.ts");
    return (await exportFigures(notebook)).flatMap(({ files }) =>
      files.map(({ name: file, bytes }) => ({ name: `${name}_figures/${file}`, content: bytes }))
    );
  },
};

const help = `
HTML is one file that needs no other and runs no script, whatever the outputs
hold; links between notebooks that are written together lead to their pages.
The tags hide-input, hide-output and hide-cell fold, remove-input,
remove-output and remove-cell leave out. TypeScript is the percent format, of
which "nb from-ts" makes the notebook again. Figures get their files under the
label of show(figure, { label }), the cell's metadata "label" or its tag
"label:NAME", else the cell's id.

Examples:
  corebook nb export report.ipynb --to html
  corebook nb export notebooks/*.ipynb --to html --lang pl --out out/pages
  corebook nb export report.ipynb --to figures --out out/figures`;
