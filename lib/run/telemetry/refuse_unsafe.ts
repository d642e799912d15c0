import { UserError } from "../../base/errors.ts";
import type { ThermalRules } from "../../record/plan.ts";
import { isThermalSlowdown } from "../../record/telemetry.ts";
import type { FoundSource } from "./source.ts";

/**
 * Refuses to begin a run that its plan's thermal rules could not stop, or would stop at once: the
 * sensor is missing or fails, a limit is about something that no device tells, or the machine is
 * at the limit already.
 *
 * @throws {UserError}
 */
export function refuseUnsafe(rules: ThermalRules, found: FoundSource): void {
  if (rules.sensor === "none") return;
  const refuse = (why: string, advice: string) => {
    throw new UserError(`Cannot measure: ${why}.`, { advice });
  };
  const without = 'Say "sensor": "none" in the plan\'s thermal rules to run without one.';
  if (found.kind === "failed") return refuse(found.reason, without);
  const first = found.kind === "found" ? found.source.first : [];
  const degrees = first.flatMap(({ celsius }) => celsius ?? []);
  if (degrees.length === 0) {
    const words = first.flatMap(({ device, missing }) =>
      missing.celsius ? `${device} says ${missing.celsius}` : []
    ).join(", ");
    const here = words ? `none tells its temperature (${words})` : "none is here";
    return refuse(`the plan requires a temperature sensor, and ${here}`, without);
  }
  if (rules.stopAtMarginCelsius !== null && first.every((each) => each.marginCelsius === null)) {
    return refuse(
      `the plan stops at a margin of ${rules.stopAtMarginCelsius} degrees C, and no device tells one`,
      'Say "stopAtMarginCelsius": null in the plan\'s thermal rules.',
    );
  }
  if (rules.stopOnSlowdown && first.every((each) => isThermalSlowdown(each.throttle) === null)) {
    return refuse(
      "the plan stops on a thermal slowdown, and no device tells of one",
      'Say "stopOnSlowdown": false in the plan\'s thermal rules.',
    );
  }
  const hottest = Math.max(...degrees);
  if (hottest >= rules.stopAtCelsius) {
    return refuse(
      `a device is at ${hottest} degrees C, and the plan stops at ${rules.stopAtCelsius}`,
      "Let it cool down.",
    );
  }
}
