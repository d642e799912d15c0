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
import { type PlannedChecks, plannedChecks } from "./planned_checks.ts";

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
  scenarios: { id: string; warmup: number; rounds: number | null; requests: number }[];
}

/** Prints each model's server command and every check that a run would make; measures nothing. */
export async function dryRun(
  idOrPath: string,
  flags: { server?: string; models?: string; json?: boolean },
): Promise<void> {
  const plan = await loadPlan(idOrPath);
  const found = await findEngine({ server: flags.server, log: (line) => console.error(line) });
  // without an engine the newest flags are shown: a build that knows them all
  const help = found.program ? await readServerHelp(found.program.path) : everyFlag;
  const program = found.program?.path ?? "llama-server";
  const rehearsal = await rehearse(plan, planPath(idOrPath), {
    program,
    help,
    models: flags.models,
  });
  if (flags.json) return console.log(JSON.stringify(rehearsal, null, 2));
  for (const line of rehearsalLines(rehearsal)) console.log(line);
}

/** Help of a build that knows every flag, and of each the newest values. */
export const everyFlag: ServerHelp = {
  has: () => true,
  entry: (flag) =>
    ({ "-ngl": "'auto', 'all'", "-fa": "['on', 'off', 'auto']", "-lv": "4: trace" })[flag] ?? "",
};

/**
 * What a run of a plan would do.
 *
 * @param tools.models Folder of the model files; they are looked for there.
 */
export async function rehearse(
  plan: Plan,
  planFile: string,
  { program, help, models }: { program: string; help: ServerHelp; models?: string },
): Promise<Rehearsal> {
  const frozen = frozenBy(await readLock(planFile), await hashesNow(plan, planFile));
  const environment = serverEnvironment(plan.server);
  const server = async ({ id, file }: PlannedModel) => {
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
    servers: await Promise.all(plan.models.map(server)),
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
    scenarios: runOrder(plan).map(({ id, concurrency }) => ({
      id,
      warmup: plan.warmup === "round" ? concurrency : 1,
      rounds: plan.soak ? null : plan.measuredRounds,
      requests: concurrency,
    })),
  };
}

function rehearsalLines(rehearsal: Rehearsal): string[] {
  const { changed, checks } = rehearsal;
  const frozen = changed === null
    ? "not frozen"
    : changed.length === 0
    ? "frozen and unchanged"
    : `CHANGED since it was frozen: ${changed.join(", ")}`;
  return [
    `Plan ${rehearsal.plan}, SHA-256 ${rehearsal.planSha256}, ${frozen}`,
    "",
    "Servers (the port is chosen when they start):",
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
