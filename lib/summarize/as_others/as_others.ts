import type { MeasuredScenario } from "../../measure/scenario.ts";
import { asGuidellm, asLlamaBench, asMlperf } from "./other_tools.ts";
import type { Printed } from "./printed.ts";
import { asAiperf, asSglang, asVllm } from "./python_clients.ts";

/**
 * The same responses under the definitions of other tools, so that a figure from here can be held
 * against a figure from there. These are this record's numbers under another definition, and never
 * that tool's measurements.
 */
export function asOthersPrint(scenario: MeasuredScenario): Printed[] {
  return [
    ...asVllm(scenario),
    ...asSglang(scenario),
    ...asAiperf(scenario),
    ...asGuidellm(scenario),
    ...asLlamaBench(scenario),
    ...asMlperf(scenario),
  ];
}
