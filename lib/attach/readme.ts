import { softwareVersion } from "../base/project.ts";
import { escapeMarkdown } from "../base/escape_markdown.ts";
import { checkConfigFiles } from "./check_config.ts";
import type { Meta } from "./meta.ts";
import { type Source, statementOf } from "./source.ts";
import { attachWords } from "./words.ts";

/** How a reader runs the check that lies in an attachment. */
function checkCommandLine(payload: string): string {
  return `deno run -A --config ${payload}/${checkConfigFiles.config} ${payload}/lib/cli.ts check .`;
}

/** The README for the reader of an article, in its language. */
export function readmeText(meta: Meta, notebook: string, sources: readonly Source[]): string {
  const { readme, record, publication } = attachWords[meta.language];
  const has = (kind: Source["kind"]) => sources.some((source) => source.kind === kind);
  const files: [string, string | null][] = [
    ["report.html", readme.files.report],
    [notebook, readme.files.notebooks],
    ["tables/", readme.files.tables],
    ["figures/", readme.files.figures],
    ["summaries/", has("record") ? readme.files.summaries : null],
    ["audits/", has("published") ? readme.files.audits : null],
    ...sources.map(({ path, kind }): [string, string] => [
      `${path}/`,
      kind === "record" ? readme.files.records : publication,
    ]),
    ["lib/", readme.files.lib],
    ["attachment.json", readme.files.attachment],
  ];
  const block = (...lines: string[]) => ["```sh", ...lines, "```"].join("\n");
  return [
    `# ${escapeMarkdown(meta.title)}`,
    `${readme.intro(escapeMarkdown(meta.title))} ${readme.numbers}`,
    sources.map((source) => {
      const { kind, statement } = statementOf(source);
      const name = source.kind === "record" ? record : publication;
      return `- ${name} \`${source.id}\` (${kind}): ${escapeMarkdown(statement)}`;
    }).join("\n"),
    `## ${readme.checkHead}`,
    readme.checkText,
    readme.checkTool,
    block(`cd ${meta.name}`, checkCommandLine("data")),
    readme.checkSums,
    block(`cd ${meta.name}`, "sha512sum -c --strict tagmanifest-sha512.txt manifest-sha512.txt"),
    readme.checkNotebook,
    block(`cd ${meta.name}/data`, `deno run -A lib/cli.ts nb run ${notebook} --out /tmp/out`),
    `## ${readme.holds}`,
    files.filter(([, text]) => text !== null)
      .map(([name, text]) => `- \`data/${name}\`: ${text}`).join("\n"),
    readme.csv,
    `## ${readme.limitsHead}`,
    readme.limits.map((limit) => `- ${limit}`).join("\n"),
    readme.made(`Corebook ${softwareVersion}`, meta.date),
  ].join("\n\n") + "\n";
}
