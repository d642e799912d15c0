/**
 * A soak of many rounds on the simulator and its virtual clock: client, runner, sensors and journal
 * as they are. Prints, as JSON lines, how much of the heap is in use after each tenth of it. Run it
 * with `--v8-flags=--expose-gc`.
 *
 * @module
 */
import { loadPlan, planPath } from "../../lib/plan/load.ts";
import { simulatePlan } from "../../lib/cli/simulate_plan.ts";
import { planSchema } from "../../lib/record/plan.ts";

const rounds = Number(Deno.args[0]);
const { gc } = globalThis as unknown as { gc: () => void };

const plan = planSchema.parse({
  ...await loadPlan("core-1.1-tiny-soak"),
  promptTokens: [64],
  outputTokens: 32,
  // as long as it takes: the process is over when it has seen its rounds
  soak: { minimumSeconds: 1e9 },
});
const out = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(out, { recursive: true }));
await simulatePlan({
  plan,
  planFile: planPath("core-1.1-tiny-soak"),
  profile: "quick",
  clock: { kind: "virtual" },
  out,
  log: () => {},
  progress: (event) => {
    if (event.kind !== "round-ended" || event.phase !== "measured") return;
    if (event.round % Math.ceil(rounds / 10) === 0) {
      gc();
      const heapBytes = Deno.memoryUsage().heapUsed;
      console.log(JSON.stringify({ round: event.round, heapBytes }));
    }
    if (event.round >= rounds) Deno.exit(0);
  },
});
