import { basename } from "node:path";
import type { Publication } from "../record/published.ts";
import type { RunRecord } from "../record/record.ts";
import { type Withdrawal, withdrawalName } from "./withdrawal.ts";

/** An entity of an RO-Crate's flat graph. */
export interface Entity {
  "@id": string;
  "@type": string | string[];
  [property: string]: unknown;
}

/** An RO-Crate 1.2 metadata document. */
export interface Crate {
  "@context": string;
  "@graph": Entity[];
}

/** What is to be described: a record, a publication or a withdrawal, by its parsed content. */
export type CrateSubject =
  | { kind: "record"; record: RunRecord }
  | { kind: "published"; publication: Publication }
  | { kind: "withdrawal"; withdrawal: Withdrawal };

export interface CrateOptions {
  /** Files under `data/`, the description itself left out; relative to `data/`. */
  files: readonly { name: string; bytes: number }[];
  /** Day of the description, `2026-01-31`. */
  date: string;
  /** Terms under which the data may be used: an URL with its name. */
  licence: { url: string; name: string };
  /** Who answers for the data. */
  publisher: string;
}

const SPECIFICATION = "https://w3id.org/ro/crate/1.2";
const METADATA = "ro-crate-metadata.json";
const ref = (id: string) => ({ "@id": id });

/**
 * Describes a payload as an RO-Crate 1.2 (https://w3id.org/ro/crate/1.2), the content of
 * `data/ro-crate-metadata.json`: what it is, which run, software, model and host it comes from, its
 * files and its licence. Says nothing that the payload does not say.
 */
export function describeCrate(subject: CrateSubject, options: CrateOptions): Crate {
  const { files, date, licence, publisher } = options;
  const { identifier, root, others } = about(subject);
  return {
    "@context": `${SPECIFICATION}/context`,
    "@graph": [
      {
        "@id": METADATA,
        "@type": "CreativeWork",
        conformsTo: ref(SPECIFICATION),
        about: ref("./"),
      },
      {
        "@id": "./",
        "@type": "Dataset",
        datePublished: date,
        license: ref(licence.url),
        publisher: ref("#publisher"),
        identifier: ref("#identifier"),
        ...root,
        hasPart: oneOrMore(files.map(({ name }) => ref(name))),
      },
      ...files.map(fileEntity),
      ...others,
      { "@id": "#publisher", "@type": "Organization", name: publisher },
      {
        "@id": "#identifier",
        "@type": "PropertyValue",
        name: "Name of the bag",
        value: identifier,
      },
      {
        "@id": licence.url,
        "@type": "CreativeWork",
        name: licence.name,
        description: licence.name,
      },
    ],
  };
}

/** A list of one is written as that one. */
function oneOrMore<T>(list: readonly T[]): T | readonly T[] {
  return list.length === 1 ? list[0] : list;
}

interface About {
  identifier: string;
  root: Record<string, unknown>;
  others: Entity[];
}

function about(subject: CrateSubject): About {
  switch (subject.kind) {
    case "record":
      return aboutRecord(subject.record);
    case "published":
      return aboutPublication(subject.publication);
    case "withdrawal":
      return aboutWithdrawal(subject.withdrawal);
  }
}

function aboutRecord(record: RunRecord): About {
  const { engine, host, plan, provenance, software } = record;
  const models = record.models.map((model): Entity => ({
    "@id": `#model-${model.id}`,
    "@type": "CreativeWork",
    name: model.name,
    ...(model.file && { alternateName: model.file }),
    ...(model.sha256 && { identifier: `sha256:${model.sha256}` }),
  }));
  const completed = record.state.kind === "completed";
  const status: Entity = {
    "@id": `http://schema.org/${completed ? "Completed" : "Failed"}ActionStatus`,
    "@type": "ActionStatusType",
    name: completed ? "Completed" : "Not completed",
  };
  const parts = [host.cpu, ...host.gpus.map((gpu) => gpu.name), host.os, host.architecture];
  return {
    identifier: record.id,
    root: {
      name: `${plan.title}: ${record.id}`,
      description: `${provenance.kind === "measured" ? "Measured" : "Simulated"}. ` +
        provenance.statement,
      mentions: ref("#run"),
    },
    others: [
      {
        "@id": "#run",
        "@type": "CreateAction",
        name: `Run of the plan ${plan.id}`,
        description: provenance.statement,
        startTime: record.clock.originUtc,
        ...(record.clock.endUtc && { endTime: record.clock.endUtc }),
        actionStatus: ref(status["@id"]),
        instrument: [ref("#corebook"), ref("#engine"), ref("#host")],
        ...(models.length > 0 && { object: oneOrMore(models.map((model) => ref(model["@id"]))) }),
        result: ref("./"),
      },
      status,
      softwareEntity("#corebook", "Corebook", software.version, software.runtime),
      softwareEntity("#engine", engine.name, engine.version ?? engine.build, null),
      {
        "@id": "#host",
        "@type": "IndividualProduct",
        name: host.label,
        description: parts.filter((part) => part !== null).join(", "),
      },
      ...models,
    ],
  };
}

/** Where known software is at home; other software is described without an address. */
const ADDRESSES: Record<string, string> = {
  "llama-server": "https://github.com/ggml-org/llama.cpp",
};

function softwareEntity(
  id: string,
  name: string,
  version: string | null,
  runtime: string | null,
): Entity {
  const url = ADDRESSES[name];
  return {
    "@id": id,
    "@type": url ? "SoftwareApplication" : "CreativeWork",
    name,
    version: version ?? "not told",
    ...(url && { url }),
    ...(runtime && { runtimePlatform: runtime }),
  };
}

function aboutPublication({ id, title, language, provenance }: Publication): About {
  return {
    identifier: id,
    root: {
      name: title,
      description: `Published figures. ${provenance.statement}`,
      inLanguage: language,
    },
    others: [],
  };
}

function aboutWithdrawal({ bag, date, reason, tagmanifestSha512 }: Withdrawal): About {
  return {
    identifier: withdrawalName(bag),
    root: {
      name: `Withdrawal of ${bag}`,
      description: `The data of ${bag} were withdrawn on ${date}: ${reason}`,
      about: ref("#withdrawn"),
    },
    others: [{
      "@id": "#withdrawn",
      "@type": "CreativeWork",
      name: bag,
      identifier: `sha512:${tagmanifestSha512}`,
    }],
  };
}

const MEDIA_TYPES: Record<string, string> = {
  ".json": "application/json",
  ".jsonl": "application/jsonl",
  ".jsonl.gz": "application/gzip",
  ".log": "text/plain",
  ".txt": "text/plain",
};

const DESCRIPTIONS: Record<string, string> = {
  "record.json": "The run's facts: plan, host, engine, model, scenarios, totals",
  "responses.jsonl.gz": "One line a response with every time and count, packed with gzip",
  "telemetry.jsonl.gz": "One line a sample of the machine's sensors, packed with gzip",
  "published.json": "The printed figures, digit for digit, with the conditions that are stated",
  "withdrawal.json": "What is withdrawn and why",
};

function fileEntity({ name, bytes }: { name: string; bytes: number }): Entity {
  const type = Object.keys(MEDIA_TYPES).sort((a, b) => b.length - a.length)
    .find((end) => name.endsWith(end));
  return {
    "@id": name,
    "@type": "File",
    name: basename(name),
    description: DESCRIPTIONS[name] ?? (name.endsWith(".log") ? "The server's log" : name),
    contentSize: String(bytes),
    ...(type && { encodingFormat: MEDIA_TYPES[type] }),
  };
}
