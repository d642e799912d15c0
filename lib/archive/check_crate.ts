/** Where a crate's description lies in a bag. */
export const CRATE_FILE = "data/ro-crate-metadata.json";

/**
 * Checks the structure that RO-Crate 1.2 requires of a metadata document: its context, a flat graph
 * of entities with unique ids, the descriptor, the root dataset with its name, description, date and
 * licence, every reference to a local entity resolved, and every file described and there.
 *
 * @param files The files beside the description, relative to it, itself included or not.
 * @returns What is wrong, each a phrase; empty when it is a crate.
 */
export function checkCrate(value: unknown, files: readonly string[]): string[] {
  const faults: string[] = [];
  const crate = asObject(value);
  const context = [crate?.["@context"]].flat();
  if (!context.includes("https://w3id.org/ro/crate/1.2/context")) {
    faults.push("does not name the RO-Crate 1.2 context");
  }
  const graph = crate?.["@graph"];
  if (!Array.isArray(graph)) return [...faults, "has no @graph"];
  const entities = new Map<string, Record<string, unknown>>();
  for (const [at, item] of graph.entries()) {
    const entity = asObject(item);
    const id = entity?.["@id"];
    if (!entity || typeof id !== "string" || [entity["@type"]].flat().length === 0) {
      faults.push(`entity ${at} has no @id or no @type`);
    } else if (entity["@type"] === undefined) faults.push(`the entity ${id} has no @type`);
    else if (entities.has(id)) faults.push(`the entity ${id} comes twice`);
    else entities.set(id, entity);
  }
  faults.push(...rootFaults(entities));
  for (const [id, entity] of entities) {
    for (const target of references(entity)) {
      if (!entities.has(target) && !/^https?:/.test(target)) {
        faults.push(`the entity ${id} refers to ${target}, which is not described`);
      }
    }
  }
  return [...faults, ...fileFaults(entities, files)];
}

function rootFaults(entities: ReadonlyMap<string, Record<string, unknown>>): string[] {
  const descriptor = entities.get("ro-crate-metadata.json");
  if (!descriptor) return ["does not describe itself (ro-crate-metadata.json)"];
  const faults: string[] = [];
  if (descriptor["@type"] !== "CreativeWork") faults.push("its descriptor is no CreativeWork");
  if (!refersTo(descriptor.conformsTo, "https://w3id.org/ro/crate/1.2")) {
    faults.push("its descriptor does not conform to RO-Crate 1.2");
  }
  if (!refersTo(descriptor.about, "./")) faults.push("its descriptor is not about ./");
  const root = entities.get("./");
  if (!root || ![root["@type"]].flat().includes("Dataset")) {
    return [...faults, "has no root dataset"];
  }
  for (const member of ["name", "description", "license"]) {
    if (!root[member]) faults.push(`its root dataset has no ${member}`);
  }
  if (!/^\d{4}-\d{2}-\d{2}/.test(String(root.datePublished))) {
    faults.push("its root dataset has no datePublished with a day");
  }
  return faults;
}

function fileFaults(
  entities: ReadonlyMap<string, Record<string, unknown>>,
  files: readonly string[],
): string[] {
  const faults: string[] = [];
  const parts = new Set(
    [entities.get("./")?.hasPart].flat().map((part) => asObject(part)?.["@id"]),
  );
  for (const name of files) {
    if (name === "ro-crate-metadata.json") continue;
    if (!parts.has(name)) faults.push(`its root dataset does not name the part ${name}`);
  }
  for (const [id, { "@type": type }] of entities) {
    if (![type].flat().includes("File") || /^https?:/.test(id)) continue;
    if (!files.includes(id)) faults.push(`describes the file ${id}, which is not there`);
    if (!parts.has(id)) faults.push(`describes the file ${id} apart from its root dataset`);
  }
  return faults;
}

function asObject(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Record<string, unknown>
    : null;
}

function refersTo(value: unknown, id: string): boolean {
  return [value].flat().some((item) => asObject(item)?.["@id"] === id);
}

function references(entity: Record<string, unknown>): string[] {
  return Object.values(entity).flatMap((value) =>
    [value].flat().map((item) => asObject(item)?.["@id"]).filter((id) => typeof id === "string")
  );
}
