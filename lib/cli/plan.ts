import { Command } from "commander";
import { canonicalSha256 } from "../base/canonical_json.ts";
import { systemFiles } from "../base/file_system.ts";
import { builtInPlans, loadPlan, planPath } from "../plan/load.ts";
import { freezePlan } from "../plan/freeze.ts";
import { frozenBy, hashesNow, lockedThings, lockPath, readLock } from "../plan/lock.ts";
import { runOrder } from "../plan/order.ts";
import type { Plan } from "../record/plan.ts";

interface Flags {
  json?: boolean;
}

const argument = ["<plan>", "id of a built-in plan, or a plan's JSON file"] as const;

/** The verb about plans: what they hold, and fixing them before a campaign. */
export function planCommand(): Command {
  const command = new Command("plan").description("List, show, check and freeze plans")
    .addHelpText(
      "after",
      `
Examples:
  corebook plan list
  corebook plan show core-1.1
  corebook plan show core-1.1 --json > my-plan.json    (one to start from)
  corebook plan check my-plan.json
  corebook plan freeze my-plan.json    (writes my-plan.lock.json)`,
    );
  command.command("list").description("List the built-in plans")
    .option("--json", "print them as JSON").action(list)
    .addHelpText("after", "\nExample:\n  corebook plan list");
  command.command("show").description("Tell what a plan will do").argument(...argument)
    .option("--json", "print the plan itself, as JSON").action(show)
    .addHelpText(
      "after",
      `
Examples:
  corebook plan show core-1.1
  corebook plan show core-1.1 --json > my-plan.json`,
    );
  command.command("check").description("Tell whether a plan can be run, and whether it is frozen")
    .argument(...argument).option("--json", "print the answer as JSON").action(check)
    .addHelpText(
      "after",
      `
The plan is read strictly. Where it cannot be run, the member that is wrong is
named.
Exit status: 0 it can be run, frozen or not; 1 it cannot.

Examples:
  corebook plan check core-1.1
  corebook plan check my-plan.json --json`,
    );
  command.command("freeze")
    .description("Fix the plan, the software and the cooling criteria before a campaign")
    .argument(...argument).option("--json", "print the lock as JSON").action(freeze)
    .addHelpText(
      "after",
      `
Writes PLAN.lock.json beside the plan, which a run of it is then held against.

Example:
  corebook plan freeze my-plan.json`,
    );
  return command;
}

async function list({ json }: Flags): Promise<void> {
  const plans = await Promise.all(builtInPlans().map(loadPlan));
  if (json) return console.log(JSON.stringify(plans.map(({ id, title }) => ({ id, title }))));
  const width = Math.max(...plans.map(({ id }) => id.length));
  for (const { id, title } of plans) console.log(`${id.padEnd(width)}  ${title}`);
}

async function show(idOrPath: string, { json }: Flags): Promise<void> {
  const plan = await loadPlan(idOrPath);
  if (json) return console.log(JSON.stringify(plan, null, 2));
  for (const line of describe(plan)) console.log(line);
}

function describe(plan: Plan): string[] {
  const { server, limits, thermal } = plan;
  const rounds = plan.soak
    ? `rounds for at least ${plan.soak.minimumSeconds} s`
    : `${plan.measuredRounds} measured rounds`;
  return [
    plan.title,
    `Method ${plan.method}; SHA-256 ${canonicalSha256(plan)}`,
    `Warm-up: ${plan.warmup === "round" ? "a whole round" : "one request on slot 0"}; ${rounds}`,
    `Order: ${plan.order.kind === "listed" ? "as listed" : `blocks, seed ${plan.order.seed}`}`,
    `Each response: ${plan.outputTokens} tokens from ${plan.endpoint}`,
    ...runOrder(plan).map(({ id }, at) => `  ${at + 1}. ${id}`),
    `Server: ${Object.entries(server).map(([name, value]) => `${name} ${value}`).join(", ")}`,
    `Limits: ${Object.entries(limits).map(([name, value]) => `${name} ${value}`).join(", ")}`,
    thermal === null
      ? "Temperature: not watched"
      : `Temperature: sensor ${thermal.sensor}, stop at ${thermal.stopAtCelsius} degrees C ` +
        `(${thermal.stop})`,
  ];
}

async function check(idOrPath: string, { json }: Flags): Promise<void> {
  const plan = await loadPlan(idOrPath);
  const file = planPath(idOrPath);
  const frozen = frozenBy(await readLock(file), await hashesNow(plan, file));
  const sha256 = canonicalSha256(plan);
  if (json) return console.log(JSON.stringify({ plan: plan.id, sha256, frozen }));
  console.log(`${plan.id} can be run: ${runOrder(plan).length} scenarios, SHA-256 ${sha256}`);
  if (!frozen) return console.log("Not frozen.");
  if (frozen.changed.length === 0) {
    return console.log(`Frozen since ${frozen.lockedUtc}, unchanged.`);
  }
  console.log(`Frozen on ${frozen.lockedUtc}, changed since:`);
  for (const name of frozen.changed) {
    console.log(`  ${lockedThings[name as keyof typeof lockedThings]}`);
  }
}

async function freeze(idOrPath: string, { json }: Flags): Promise<void> {
  const plan = await loadPlan(idOrPath);
  const file = planPath(idOrPath);
  const lock = await freezePlan(plan, file, { files: systemFiles(), wallMs: Date.now() });
  if (json) return console.log(JSON.stringify(lock, null, 2));
  for (const [name, words] of Object.entries(lockedThings)) {
    console.log(`${lock.hashes[name as keyof typeof lockedThings]}  ${words}`);
  }
  console.log(`Frozen in ${lockPath(file)}`);
}
