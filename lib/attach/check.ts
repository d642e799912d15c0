import { join } from "node:path";
import { nameFault } from "../archive/bag_name.ts";
import { checkCrate } from "../archive/check_crate.ts";
import { checkPayload } from "../archive/check_payload.ts";
import { faultLine, unsafeFaults } from "../archive/fault.ts";
import { readTree, type TreeEntry } from "../archive/tree.ts";
import { verifyBag } from "../archive/verify_bag.ts";
import { messageOf, UserError } from "../base/errors.ts";
import { parseShape } from "../base/json_file.ts";
import { softwareVersion } from "../base/project.ts";
import { readJson } from "../base/read_json.ts";
import { readNotebook } from "../notebook/ipynb.ts";
import { checkedNumbers } from "./checked_numbers.ts";
import { compareArticle } from "./compare_article.ts";
import { describeAttachment } from "./crate.ts";
import { type Derived, derivedFiles } from "./derived_files.ts";
import { type Description, descriptionSchema } from "./description.ts";
import { executeAgain } from "./execute_again.ts";
import { explainDifference } from "./explain_difference.ts";
import { metaSchema } from "./meta.ts";
import { isProjectFile, projectFiles } from "./project_files.ts";
import { sameBytes } from "./same_bytes.ts";
import { shownOthers } from "./shown.ts";
import { loadSource, type Source } from "./source.ts";
import { type Checked, totalsOf, type Verdict } from "./verdict.ts";

/** What a check found. */
export interface CheckReport {
  schema: "corebook.check";
  version: 1;
  attachment: Pick<Description, "name" | "title" | "date" | "software">;
  checkedBy: {
    version: string;
    /** Files of the attachment's own sources that are not those which checked. */
    differingSources: string[];
  };
  /** Damage of the bag, its records and its description, a sentence each. */
  faults: string[];
  /** Each number of the notebook's tables and figures against the recomputed one; others are open. */
  numbers: Checked[];
  /** Files that do not follow from the notebook and the records, and where they differ. */
  files: Checked[];
  /** Files that follow from them, byte for byte. */
  filesEqual: number;
  totals: Record<Verdict, number>;
  ok: boolean;
}

/**
 * Checks an attachment on a reader's machine: the bag and the records in it are complete and
 * unchanged; every table and figure that the notebook shows is made anew from the records and
 * compared number by number; and every other file is made anew and compared byte for byte. Nothing
 * of the attachment is executed unless `execute` asks for it.
 *
 * @param folder Folder of the attachment's bag.
 * @param options With `execute` the notebook is executed again, in a copy, by the sources inside;
 * the tables of the `article` itself are held against those of the attachment.
 * @throws {UserError} When it does not describe itself, so that nothing can be checked.
 */
export async function checkAttachment(
  folder: string,
  options: { execute?: boolean; article?: { name: string; text: string } } = {},
): Promise<CheckReport> {
  const bag = await verifyBag(folder);
  const faults = bag.faults.map(faultLine);
  if (unsafeFaults(bag.faults).length > 0) {
    throw new UserError(`Cannot check ${folder}: ${faults[0]}.`);
  }
  const root = join(folder, "data");
  const tree = (await readTree(root)).filter(({ kind }) => kind === "file");
  const description = await readDescription(root);
  const notebook = await readNotebook(join(root, description.notebook));
  const sources = await openSources(root, description, faults);
  const meta = metaSchema.strip().parse(description);
  const derived = await derivedFiles({ meta, notebook, path: description.notebook, sources });
  const crate = describeAttachment(
    meta,
    sources,
    tree.filter(({ name }) => name !== "ro-crate-metadata.json"),
  );
  derived.files.set("ro-crate-metadata.json", `${JSON.stringify(crate, null, 2)}\n`);
  const names = tree.map(({ name }) => name);
  const crateFaults = checkCrate(await readJson(join(root, "ro-crate-metadata.json")), names);
  faults.push(...crateFaults.map((fault) => `data/ro-crate-metadata.json: ${fault}`));
  faults.push(...unknownFiles(tree, description, derived));
  const { files, filesEqual } = await checkFiles(root, derived);
  const numbers = await checkedNumbers({ ...derived, others: shownOthers(notebook) });
  if (options.execute) numbers.push(...await executeAgain(root, description.notebook, notebook));
  if (options.article) {
    const { name, text } = options.article;
    const compared = compareArticle(name, text, derived.attached);
    if (compared === null) {
      throw new UserError(`Cannot compare ${name}: its ending is none of html, md, csv and tex.`);
    }
    numbers.push(...compared);
  }
  const totals = totalsOf(numbers);
  return {
    schema: "corebook.check",
    version: 1,
    attachment: {
      name: description.name,
      title: description.title,
      date: description.date,
      software: description.software,
    },
    checkedBy: {
      version: softwareVersion,
      differingSources: await differingSources(root, names),
    },
    faults,
    numbers,
    files,
    filesEqual,
    totals,
    ok: faults.length === 0 && files.length === 0 && totals.different === 0,
  };
}

/** What an attachment says of itself; every path in it stays inside. */
async function readDescription(root: string): Promise<Description> {
  const path = join(root, "attachment.json");
  const description = parseShape(descriptionSchema, await readJson(path), "data/attachment.json");
  for (const name of [description.notebook, ...description.sources.map(({ path }) => path)]) {
    const fault = nameFault(name);
    if (fault) throw new UserError(`Cannot read data/attachment.json: the path ${name} ${fault}`);
  }
  return description;
}

/** Opens the sources that are whole; what is wrong with the others is told. */
async function openSources(
  root: string,
  description: Description,
  faults: string[],
): Promise<Source[]> {
  const sources: Source[] = [];
  for (const { path } of description.sources) {
    const found = [
      ...(await verifyBag(join(root, path))).faults,
      ...(await checkPayload(join(root, path))).faults,
    ];
    faults.push(...found.map((fault) => `data/${path}/${faultLine(fault)}`));
    try {
      sources.push(await loadSource(root, path));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      faults.push(`data/${path}: nothing can be recomputed from it`);
    }
  }
  return sources;
}

/** Files that neither are given nor follow from what is. */
function unknownFiles(
  tree: readonly TreeEntry[],
  { notebook, sources }: Description,
  { files }: Derived,
): string[] {
  return tree.filter(({ name }) =>
    name !== notebook && !files.has(name) && !isProjectFile(name) &&
    !sources.some(({ path }) => name.startsWith(`${path}/`))
  ).map(({ name }) => `data/${name}: follows from nothing in the attachment`);
}

async function checkFiles(root: string, { files }: Derived) {
  const wrong: Checked[] = [];
  for (const [name, content] of files) {
    const expected = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const found = await Deno.readFile(join(root, name)).catch(() => null);
    const checks = explainDifference(name, found, expected);
    if (checks.length > 0) {
      wrong.push({ subject: `data/${name}`, against: "the notebook and the records", checks });
    }
  }
  return { files: wrong, filesEqual: files.size - wrong.length };
}

async function differingSources(root: string, names: readonly string[]): Promise<string[]> {
  let own: Map<string, Uint8Array>;
  try {
    own = await projectFiles();
  } catch (error) {
    return [`all of them: ${messageOf(error)}`];
  }
  const inside = names.filter(isProjectFile);
  const differing: string[] = [];
  for (const name of new Set([...inside, ...own.keys()])) {
    const found = inside.includes(name) ? await Deno.readFile(join(root, name)) : null;
    const other = own.get(name);
    const isSame = found !== null && other !== undefined && sameBytes(found, other);
    if (!isSame) differing.push(name);
  }
  return differing.sort();
}
