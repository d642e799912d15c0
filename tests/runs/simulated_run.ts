import { simulatePlan } from "../../lib/cli/simulate_plan.ts";
import { planPath } from "../../lib/plan/load.ts";
import type { Plan } from "../../lib/record/plan.ts";
import type { CampaignResult } from "../../lib/run/campaign.ts";
import type { Fault } from "../../lib/simulate/fault.ts";

/** A plan on the simulator and a virtual clock, in a folder that the caller removes. */
export async function simulatedRun(
  plan: Plan,
  { profile = "quick", faults, out }: { profile?: string; faults?: Fault[]; out: string },
): Promise<CampaignResult> {
  return await simulatePlan({
    plan,
    planFile: planPath("core-1.1"),
    profile,
    clock: { kind: "virtual", faults },
    out,
    progress: () => {},
    log: () => {},
  });
}
