import type { RunRecord } from "../record/record.ts";
import type { Difference } from "./differences.ts";

/** What differs between the environments of two runs, of all that a record tells: hardware, driver,
 * software, flags, settings as read back, model files and plan. */
export function environmentDiff(from: RunRecord, to: RunRecord): Difference[] {
  const [a, b] = [flat(environmentOf(from)), flat(environmentOf(to))];
  const facts = [...new Set([...a.keys(), ...b.keys()])];
  return facts
    .map((fact) => ({ fact, from: a.get(fact) ?? null, to: b.get(fact) ?? null }))
    .filter(({ from, to }) => from !== to);
}

function environmentOf(record: RunRecord) {
  const { host, engine, software, plan, models, servers } = record;
  const { id: _id, title: _title, ...planned } = plan;
  return {
    host: { ...host, gpus: host.gpus.map((gpu) => ({ ...gpu })) },
    engine,
    software,
    clock: { source: record.clock.source },
    models: Object.fromEntries(models.map(({ id, ...file }) => [id, file])),
    servers: Object.fromEntries(servers.map(({ model, flags, environment, checks }) => [model, {
      flags: flagsOf(flags),
      environment,
      settings: Object.fromEntries(checks.map(({ setting, found }) => [setting, found])),
    }])),
    plan: planned,
  };
}

/** Each flag with its value (`true` of one without), but for the port: each run has another one. */
function flagsOf(flags: readonly string[]): Record<string, string> {
  const found: Record<string, string> = {};
  let flag = "";
  for (const word of flags) {
    if (/^-+[a-z]/i.test(word)) found[flag = word] = "true";
    else found[flag] = found[flag] === "true" ? word : `${found[flag] ?? ""} ${word}`.trim();
  }
  delete found["--port"];
  return found;
}

/** Every leaf of a value under its path, as text; one that is not known has none. */
function flat(value: unknown, path = "", into = new Map<string, string>()): Map<string, string> {
  if (value !== null && typeof value === "object") {
    for (const [name, member] of Object.entries(value)) {
      flat(member, path === "" ? name : `${path} ${name}`, into);
    }
  } else if (value !== null && value !== undefined) into.set(path, String(value));
  return into;
}
