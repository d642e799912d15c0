import { basename } from "node:path";
import type { Crate, Entity } from "../archive/crate.ts";
import { softwareVersion } from "../base/project.ts";
import { licenceUrl, type Meta } from "./meta.ts";
import { type Source, statementOf } from "./source.ts";

const ref = (id: string) => ({ "@id": id });

/**
 * Describes an attachment as an RO-Crate 1.2 (https://w3id.org/ro/crate/1.2): who made it, which
 * sources it rests on, its files and its licence.
 *
 * @param files Every file of the attachment but the description, by path.
 */
export function describeAttachment(
  meta: Meta,
  sources: readonly Source[],
  files: readonly { name: string; bytes: number }[],
): Crate {
  const authors = meta.authors.map((name, at): Entity => ({
    "@id": `#author-${at + 1}`,
    "@type": name.includes(",") ? "Person" : "Organization",
    name,
  }));
  const folders = sources.map((source): Entity => {
    const { kind, statement } = statementOf(source);
    const own = files.filter(({ name }) => name.startsWith(`${source.path}/`));
    return {
      "@id": `${source.path}/`,
      "@type": "Dataset",
      name: source.id,
      description: `${kind}: ${statement}`,
      identifier: source.id,
      hasPart: own.map(({ name }) => ref(name)),
    };
  });
  return {
    "@context": "https://w3id.org/ro/crate/1.2/context",
    "@graph": [
      {
        "@id": "ro-crate-metadata.json",
        "@type": "CreativeWork",
        conformsTo: ref("https://w3id.org/ro/crate/1.2"),
        about: ref("./"),
      },
      {
        "@id": "./",
        "@type": "Dataset",
        name: meta.title,
        description: sources.map((source) => statementOf(source).statement).join(" ") ||
          "A notebook without sources.",
        datePublished: meta.date,
        inLanguage: meta.language,
        license: ref(licenceUrl(meta.licence)),
        author: authors.map((author) => ref(author["@id"])),
        publisher: ref(authors[0]["@id"]),
        identifier: meta.name,
        mentions: ref("#made"),
        hasPart: [...folders, ...files.map(({ name }) => ({ "@id": name }))]
          .map((part) => ref(part["@id"])),
      },
      {
        "@id": "#made",
        "@type": "CreateAction",
        name: "Making of the attachment",
        description:
          "The notebook was executed, and the tables and figures taken from its outputs.",
        instrument: ref("#corebook"),
        ...(folders.length > 0 && { object: folders.map((folder) => ref(folder["@id"])) }),
        result: ref("./"),
      },
      { "@id": "#corebook", "@type": "CreativeWork", name: "Corebook", version: softwareVersion },
      ...authors,
      {
        "@id": licenceUrl(meta.licence),
        "@type": "CreativeWork",
        name: meta.licence,
        description: `The licence ${meta.licence}`,
      },
      ...folders,
      ...files.map(fileEntity),
    ],
  };
}

const mediaTypes: Record<string, string> = {
  cff: "text/yaml",
  csv: "text/csv",
  gz: "application/gzip",
  html: "text/html",
  ipynb: "application/x-ipynb+json",
  json: "application/json",
  jsonl: "application/jsonl",
  lock: "application/json",
  md: "text/markdown",
  png: "image/png",
  svg: "image/svg+xml",
  tex: "application/x-tex",
  ts: "text/x.typescript",
  txt: "text/plain",
};

const descriptions: Record<string, string> = {
  "README.md": "For the reader of the article",
  "report.html": "The executed notebook as one page; each number leads to its source",
  "CITATION.cff": "How to cite this",
  "attachment.json": "Each table and figure with its source, for programs",
};

function fileEntity({ name, bytes }: { name: string; bytes: number }): Entity {
  const type = mediaTypes[name.slice(name.lastIndexOf(".") + 1)];
  return {
    "@id": name,
    "@type": "File",
    name: basename(name),
    description: descriptions[name] ?? name,
    contentSize: String(bytes),
    ...(type && { encodingFormat: type }),
  };
}
