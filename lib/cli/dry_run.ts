import { join } from "node:path";
import { findEngine } from "../engine/find_engine.ts";
import { readServerHelp, type ServerHelp } from "../engine/server_help.ts";
import { serverEnvironment } from "../engine/settings.ts";
import { settingsTable } from "../engine/settings_table.ts";
import { serverArguments } from "../engine/start_server.ts";
import { loadPlan, planPath } from "../plan/load.ts";
import { frozenBy, hashesNow, readLock } from "../plan/lock.ts";
import { runOrder } from "../plan/order.ts";
import { canonicalSha256 } from "../base/canonical_json.ts";
import { findModelFile } from "../engine/split_model.ts";
import type { Plan, PlannedModel } from "../record/plan.ts";
import { systemClock } from "../base/clock.ts";
import { serverOpener } from "./open_server.ts";
import { type PlannedChecks, plannedChecks } from "./planned_checks.ts";

/** A server that is running already, as far as it tells without generating anything. */
export interface AttachedServer {
  model: string;
  engine: string;
  /** What requests will call the model; null: they need not name it. */
  requestName: string | null;
  /** What it does not tell, in sentences. */
  untold: string[];
}

/** What a run of a plan would do. */
export interface Rehearsal {
  plan: string;
  planSha256: string;
  /** Names of what changed since the plan was frozen; null: it is not frozen. */
  changed: string[] | null;
  servers: {
    model: string;
    /** Null: no folder was named to look for it. */
    fileFound: boolean | null;
    environment: Record<string, string>;
    command: string[];
  }[];
  settings: { setting: string; planned: string | number | boolean; readBack: string[] }[];
  checks: PlannedChecks;
  /** What a server that is running already says by now; null: the run starts its own. */
  attached: AttachedServer[] | null;
  scenarios: { id: string; warmup: number; rounds: number | null; requests: number }[];
}

/**
 * Prints each model's server command and every check that a run would make; measures nothing. A
 * server that is running already is asked what it tells, and its gaps are printed.
 */
export async function dryRun(
  idOrPath: string,
  flags: { server?: string; url?: string; apiKey?: string; models?: string; json?: boolean },
): Promise<void> {
  const plan = await loadPlan(idOrPath);
  const planFile = planPath(idOrPath);
  const { server, url, apiKey, models } = flags;
  let rehearsal: Rehearsal;
  if (url === undefined) {
    const found = await findEngine({ server, log: (line) => console.error(line) });
    // without an engine the newest flags are shown: a build that knows them all
    const help = found.program ? await readServerHelp(found.program.path) : everyFlag;
    const program = found.program?.path ?? "llama-server";
    rehearsal = await rehearse(plan, planFile, { program, help, models });
  } else {
    const attached = await askAttached(plan, url, apiKey ?? null);
    rehearsal = { ...await rehearse(plan, planFile), attached };
  }
  if (flags.json) return console.log(JSON.stringify(rehearsal, null, 2));
  for (const line of rehearsalLines(rehearsal)) console.log(line);
}

/** Help of a build that knows every flag, and of each the newest values. */
export const everyFlag: ServerHelp = {
  has: () => true,
  entry: (flag) =>
    ({ "-ngl": "'auto', 'all'", "-fa": "['on', 'off', 'auto']", "-lv": "4: trace" })[flag] ?? "",
};

/** Asks a running server for each model of the plan, as a run would before it measures. */
async function askAttached(
  plan: Plan,
  url: string,
  apiKey: string | null,
): Promise<AttachedServer[]> {
  const attached: AttachedServer[] = [];
  for (const model of plan.models) {
    const untold: string[] = [];
    const open = serverOpener(plan, { kind: "url", url, apiKey }, {
      clock: systemClock(),
      log: (sentence) => untold.push(sentence),
    });
    const { engine, modelName } = await open(model, new AbortController().signal);
    const name = [engine.name, engine.build ?? engine.version].filter((part) => part !== null);
    attached.push({ model: model.id, engine: name.join(" "), requestName: modelName, untold });
  }
  return attached;
}

/**
 * What a run of a plan would do.
 *
 * @param engine The server that it would start; without it none is.
 * @param engine.models Folder of the model files; they are looked for there.
 */
export async function rehearse(
  plan: Plan,
  planFile: string,
  engine?: { program: string; help: ServerHelp; models?: string },
): Promise<Rehearsal> {
  const frozen = frozenBy(await readLock(planFile), await hashesNow(plan, planFile));
  const environment = serverEnvironment(plan.server);
  const server = async (
    { id, file }: PlannedModel,
    { program, help, models }: NonNullable<typeof engine>,
  ) => {
    const found = models === undefined ? null : await findModelFile(models, file);
    const path = found ?? join(models ?? "MODELS", file);
    return {
      model: id,
      fileFound: models === undefined ? null : found !== null,
      environment,
      command: [program, ...serverArguments(path, 9931, plan.server, help)],
    };
  };
  return {
    plan: plan.id,
    planSha256: canonicalSha256(plan),
    changed: frozen?.changed ?? null,
    servers: engine ? await Promise.all(plan.models.map((model) => server(model, engine))) : [],
    settings: settingsTable.flatMap((row) => {
      const planned = row.planned(plan.server);
      if (planned === undefined) return [];
      return [{
        setting: row.setting,
        planned,
        readBack: row.readBack.map(({ source }) => source),
      }];
    }),
    checks: plannedChecks(plan),
    attached: null,
    scenarios: runOrder(plan).map(({ id, concurrency }) => ({
      id,
      warmup: plan.warmup === "round" ? concurrency : 1,
      rounds: plan.soak ? null : plan.measuredRounds,
      requests: concurrency,
    })),
  };
}

const startedServers = "Servers (the port is chosen when they start):";

function rehearsalLines(rehearsal: Rehearsal): string[] {
  const { changed, checks, attached } = rehearsal;
  const frozen = changed === null
    ? "not frozen"
    : changed.length === 0
    ? "frozen and unchanged"
    : `CHANGED since it was frozen: ${changed.join(", ")}`;
  return [
    `Plan ${rehearsal.plan}, SHA-256 ${rehearsal.planSha256}, ${frozen}`,
    "",
    attached ? "The server that is running already:" : startedServers,
    ...(attached ?? []).flatMap(({ model, engine, requestName, untold }) => [
      `  ${model}: ${engine}, ${
        requestName === null ? "which lists no model" : `whose model is ${requestName}`
      }`,
      ...untold.map((sentence) => `  ${sentence}`),
    ]),
    ...rehearsal.servers.flatMap(({ model, fileFound, environment, command }) => {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `);
      const missing = fileFound === false ? [`  MISSING: the file of ${model}`] : [];
      return [`  ${variables.join("")}${command.join(" ")}`, ...missing];
    }),
    "",
    "Settings that are read back:",
    ...rehearsal.settings.map(({ setting, planned, readBack }) =>
      `  ${setting} = ${planned}: ${readBack.join("; ") || "no build tells it"}`
    ),
    "",
    "Checks before anything is measured:",
    ...checks.before.map((check) => `  ${check}`),
    "Checks of each round:",
    ...checks.eachRound.map((check) => `  ${check}`),
    "Checks while the run goes on:",
    ...checks.throughout.map((check) => `  ${check}`),
    "Checks afterwards:",
    ...checks.afterwards.map((check) => `  ${check}`),
    "",
    "Scenarios in order:",
    ...rehearsal.scenarios.map(({ id, warmup, rounds, requests }) =>
      `  ${id}: warm-up of ${warmup}, then ${rounds ?? "as many as it takes"} rounds of ${requests}`
    ),
  ];
}
