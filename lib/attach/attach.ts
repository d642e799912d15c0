import { basename, dirname, join } from "node:path";
import { bagInfo, sealBag } from "../archive/bag.ts";
import { bagNameFault } from "../archive/bag_name.ts";
import { readTree } from "../archive/tree.ts";
import { UserError } from "../base/errors.ts";
import { systemFiles } from "../base/file_system.ts";
import { parseShape } from "../base/json_file.ts";
import { titleOf } from "../notebook/export/title.ts";
import { type Notebook, readNotebook, writeNotebook } from "../notebook/ipynb.ts";
import { parametersOf } from "../notebook/params.ts";
import { type NotebookRun, runNotebooks } from "../notebook/run_notebooks.ts";
import type { Language } from "../present/format.ts";
import { cleanNotebook } from "./clean_notebook.ts";
import { describeAttachment } from "./crate.ts";
import { derivedFiles } from "./derived_files.ts";
import { layBag, layFile } from "./lay_out.ts";
import { type Meta, metaSchema } from "./meta.ts";
import { projectFiles } from "./project_files.ts";
import { refuseSecrets } from "./refuse_secrets.ts";
import { machineSecrets, type Secrets } from "./secrets.ts";
import { loadSource, type Source } from "./source.ts";
import { writeZip } from "./zip_write.ts";

/** What goes into an attachment. */
export interface AttachInput {
  notebook: string;
  /** Folders of records or publications, or ids of the publications that come with the project. */
  records: readonly string[];
  /** Values of the notebook's parameters, beside `record`, `records` and `language`. */
  parameters?: Record<string, unknown>;
  language: Language;
  authors: readonly string[];
  licence: string;
  /** By default that of the notebook. */
  title?: string;
  /** By default the notebook's file name. */
  name?: string;
  /** By default the day of the newest source. */
  date?: string;
}

/** What an attachment is made with; a test may give its own. */
export interface AttachTools {
  secrets: Secrets;
  /** Executes the notebook in a file with some values of parameters. */
  execute(path: string, parameters: Record<string, unknown>): Promise<NotebookRun>;
  /** The sources that go in, content by path. */
  software(): Promise<ReadonlyMap<string, Uint8Array>>;
}

/** The tools of this machine: a Deno kernel, and the project's own sources. */
export function machineTools(): AttachTools {
  return {
    secrets: machineSecrets(),
    execute: async (path, parameters) =>
      (await runNotebooks([path], { inPlace: true, parameters }))[0],
    software: projectFiles,
  };
}

/** Where an attachment was written. */
export interface Attached {
  folder: string;
  zip: string;
  meta: Meta;
  tables: number;
  figures: number;
  /** Tables and figures that the notebook's own code makes, so that only it can make them again. */
  unknown: string[];
  zipBytes: number;
}

/**
 * Makes the attachment of an article: lays notebook, sources and records out, executes the notebook
 * there, so that what is inside is enough, takes its tables and figures, describes and seals all of
 * it as a bag, and packs it. The same inputs give the same bytes.
 *
 * @param outDir Folder for the attachment's folder and its ZIP.
 * @throws {UserError} When the notebook fails, a record is damaged, something private would be in the
 * attachment, or it is there already.
 */
export async function attach(
  input: AttachInput,
  outDir: string,
  tools: AttachTools = machineTools(),
  options: { replace?: boolean } = {},
): Promise<Attached> {
  const name = input.name ?? basename(input.notebook, ".ipynb");
  const wrongName = bagNameFault(name);
  if (wrongName) {
    throw new UserError(`Cannot attach ${input.notebook}: the name ${name} ${wrongName}.`, {
      advice: "Give another one with --name.",
      exitCode: 2,
    });
  }
  const files = systemFiles();
  const folder = join(outDir, name);
  const zip = `${folder}.zip`;
  for (const path of [folder, zip]) {
    if (options.replace || !await files.exists(path)) continue;
    throw new UserError(`Cannot attach ${input.notebook}: ${path} is there already.`, {
      advice: "Move it away, give another --out or --name, or --replace it.",
    });
  }
  const draft = join(outDir, `.${name}.draft`);
  if (await files.exists(draft)) await files.remove(draft, { recursive: true });
  try {
    const made = await fill(join(draft, "data"), input, name, tools);
    await sealBag(draft, {
      files,
      info: bagInfo({ identifier: name, description: made.meta.title, date: made.meta.date }),
    });
    const packed = writeZip(await contentOf(draft, name));
    if (await files.exists(folder)) await files.remove(folder, { recursive: true });
    await files.rename(draft, folder);
    await Deno.writeFile(zip, packed);
    return { folder, zip, zipBytes: packed.length, ...made };
  } finally {
    if (await files.exists(draft)) await files.remove(draft, { recursive: true });
  }
}

/** Lays out everything in the folder of the bag's payload. */
async function fill(
  root: string,
  input: AttachInput,
  name: string,
  tools: AttachTools,
): Promise<Omit<Attached, "folder" | "zip" | "zipBytes">> {
  const { secrets } = tools;
  for (const [path, content] of await tools.software()) await layFile(root, path, content);
  const paths: string[] = [];
  for (const given of input.records) paths.push(await layBag(given, root));
  const sources = await Promise.all(paths.map((path) => loadSource(root, path)));
  const path = `notebooks/${basename(input.notebook)}`;
  const executed = await execute(input, join(root, path), paths, tools);
  const notebook = cleanNotebook(executed, secrets, input.notebook);
  await writeNotebook(join(root, path), notebook);
  const meta = parseShape(metaSchema, {
    name,
    title: input.title ?? titleOf(notebook).text ?? name,
    authors: [...input.authors],
    language: input.language,
    date: input.date ?? await newestDay(root, sources),
    licence: input.licence,
  }, "the attachment's description");
  const { files, tables, figures } = await derivedFiles({ meta, notebook, path, sources });
  for (const [path, content] of files) await layFile(root, path, content);
  const all = (await readTree(root)).filter(({ kind }) => kind === "file");
  const crate = describeAttachment(meta, sources, all);
  await layFile(root, "ro-crate-metadata.json", `${JSON.stringify(crate, null, 2)}\n`);
  await refuseSecrets(root, secrets);
  return {
    meta,
    tables: tables.length,
    figures: figures.length,
    unknown: [
      ...tables.filter(({ made }) => made === null).map(({ name }) => name),
      ...figures.filter(({ made }) => made === null).map(({ shown }) => shown.label),
    ],
  };
}

/** Executes the notebook where it will lie, with the sources and records that lie beside it. */
async function execute(
  input: AttachInput,
  path: string,
  records: readonly string[],
  tools: AttachTools,
): Promise<Notebook> {
  await Deno.mkdir(dirname(path), { recursive: true });
  const original = await readNotebook(input.notebook);
  await writeNotebook(path, original);
  const known: Record<string, unknown> = {
    record: records[0],
    records,
    language: input.language,
  };
  const declared = new Set(parametersOf(original).map(({ name }) => name));
  const parameters = {
    ...Object.fromEntries(
      Object.entries(known).filter(([name, value]) => declared.has(name) && value !== undefined),
    ),
    ...input.parameters,
  };
  const run = await tools.execute(path, parameters);
  if (run.status === "failed") {
    throw new UserError(run.sentence.replaceAll(path, input.notebook), {
      advice:
        "The notebook is executed with the records of the attachment only: name all that it loads with --records.",
    });
  }
  return run.notebook;
}

/** The day on which the newest source was made, which a later build does not change. */
async function newestDay(root: string, sources: readonly Source[]): Promise<string> {
  const days = await Promise.all(sources.map(async (source) => {
    if (source.kind === "record") {
      const { endUtc, originUtc } = source.run.record.clock;
      return (endUtc ?? originUtc).slice(0, 10);
    }
    const info = await Deno.readTextFile(join(root, source.path, "bag-info.txt"));
    return /^Bagging-Date: (\d{4}-\d{2}-\d{2})/m.exec(info)?.[1] ?? "";
  }));
  const newest = days.sort().at(-1);
  if (newest) return newest;
  throw new UserError("Cannot date the attachment: it has no record.", {
    advice: "Name its records with --records, or its day with --date.",
    exitCode: 2,
  });
}

/** The bag's files for the ZIP, in a folder of the attachment's name. */
async function contentOf(folder: string, name: string): Promise<Map<string, Uint8Array>> {
  const content = new Map<string, Uint8Array>();
  for (const entry of await readTree(folder)) {
    if (entry.kind !== "file") continue;
    content.set(`${name}/${entry.name}`, await Deno.readFile(join(folder, entry.name)));
  }
  return content;
}
