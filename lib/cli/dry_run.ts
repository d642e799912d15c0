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
import type { Plan } from "../record/plan.ts";

/** What a run of a plan would do. */
export interface Rehearsal {
  plan: string;
  planSha256: string;
  /** Names of what changed since the plan was frozen; null: it is not frozen. */
  changed: string[] | null;
  servers: { model: string; environment: Record<string, string>; command: string[] }[];
  checks: { setting: string; planned: string | number | boolean; readBack: string[] }[];
  refusals: string[];
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
    models: flags.models ?? "MODELS",
  });
  if (flags.json) return console.log(JSON.stringify(rehearsal, null, 2));
  for (const line of rehearsalLines(rehearsal)) console.log(line);
}

const everyFlag: ServerHelp = { has: () => true, entry: () => "" };

async function rehearse(
  plan: Plan,
  planFile: string,
  { program, help, models }: { program: string; help: ServerHelp; models: string },
): Promise<Rehearsal> {
  const frozen = frozenBy(await readLock(planFile), await hashesNow(plan, planFile));
  const environment = serverEnvironment(plan.server);
  const { limits, thermal } = plan;
  return {
    plan: plan.id,
    planSha256: canonicalSha256(plan),
    changed: frozen?.changed ?? null,
    servers: plan.models.map(({ id, file }) => ({
      model: id,
      environment,
      command: [program, ...serverArguments(join(models, file), 9931, plan.server, help)],
    })),
    checks: settingsTable.flatMap((row) => {
      const planned = row.planned(plan.server);
      if (planned === undefined) return [];
      return [{
        setting: row.setting,
        planned,
        readBack: row.readBack.map(({ source }) => source),
      }];
    }),
    refusals: [
      "each model file is a GGUF and has the plan's SHA-256, where the plan names one",
      "no setting that the server tells differs from the plan",
      `the server is ready within ${limits.startSeconds} s`,
      thermal?.sensor === "required"
        ? `a temperature sensor is there, and below ${thermal.stopAtCelsius} degrees C`
        : "no temperature sensor is asked for",
      "all slots are idle before each round",
      `a response has HTTP status 200, a final event, ${plan.outputTokens} tokens and the limit as ` +
      "its end, the whole prompt processed and nothing from a cache, nothing truncated, its slot",
      `a response ends within ${limits.responseSeconds} s, and is silent for at most ` +
      `${limits.silenceSeconds} s`,
      "the responses of a round have a common active interval",
    ],
    scenarios: runOrder(plan).map(({ id, concurrency }) => ({
      id,
      warmup: plan.warmup === "round" ? concurrency : 1,
      rounds: plan.soak ? null : plan.measuredRounds,
      requests: concurrency,
    })),
  };
}

function rehearsalLines(rehearsal: Rehearsal): string[] {
  const { changed } = rehearsal;
  const frozen = changed === null
    ? "not frozen"
    : changed.length === 0
    ? "frozen and unchanged"
    : `CHANGED since it was frozen: ${changed.join(", ")}`;
  return [
    `Plan ${rehearsal.plan}, SHA-256 ${rehearsal.planSha256}, ${frozen}`,
    "",
    "Servers (the port is chosen when they start):",
    ...rehearsal.servers.map(({ environment, command }) => {
      const variables = Object.entries(environment).map(([name, value]) => `${name}=${value} `);
      return `  ${variables.join("")}${command.join(" ")}`;
    }),
    "",
    "Settings that are read back:",
    ...rehearsal.checks.map(({ setting, planned, readBack }) =>
      `  ${setting} = ${planned}: ${readBack.join("; ") || "no build tells it"}`
    ),
    "",
    "Checks:",
    ...rehearsal.refusals.map((check) => `  ${check}`),
    "",
    "Scenarios in order:",
    ...rehearsal.scenarios.map(({ id, warmup, rounds, requests }) =>
      `  ${id}: warm-up of ${warmup}, then ${rounds ?? "as many as it takes"} rounds of ${requests}`
    ),
  ];
}
