import type { Clock } from "../base/clock.ts";
import { UserError } from "../base/errors.ts";
import type { Plan } from "../record/plan.ts";
import type { CampaignTools } from "../run/campaign_tools.ts";

/**
 * Gives a campaign what watches over the machine.
 *
 * @throws {UserError} When the plan requires a sensor and the host has none.
 */
export function guardOpener(
  plan: Plan,
  _tools: { clock: Clock },
): Promise<CampaignTools["openGuard"]> {
  if (plan.thermal?.sensor === "required") {
    throw new UserError(
      "Cannot measure: the plan requires a temperature sensor, and none is here.",
      {
        advice: 'Say "sensor": "none" in the plan\'s thermal rules to run without one.',
      },
    );
  }
  return Promise.resolve(() => Promise.resolve(null));
}
