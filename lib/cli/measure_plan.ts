import { runOrder } from "../plan/order.ts";
import type { Engine, RunRecord } from "../record/record.ts";
import { type CampaignResult, runCampaign } from "../run/campaign.ts";
import { clockFacts } from "../run/clock_facts.ts";
import { newSession } from "../run/session.ts";
import { isSimulator } from "../simulate/simulator_build.ts";
import { isThisMachine } from "./open_guard.ts";
import { type MeasureOptions, namesFor, type SetUp, setUpRun } from "./set_up_run.ts";

/**
 * Measures a plan from end to end on this machine and leaves a sealed record.
 *
 * @throws {UserError} When the engine, a model or a sensor is missing, or the server is not set up
 * as planned: then nothing was measured.
 */
export async function measurePlan(options: MeasureOptions): Promise<CampaignResult> {
  const { plan, clock } = options;
  const setUp = await setUpRun(options, clock);
  const cells = runOrder(plan).map((cell) => ({ ...cell, resumed: false }));
  const before = await setUp.tools.calibrate();
  return await runCampaign(plan, cells, {
    ...setUp.tools,
    openSession: ({ engine }) =>
      newSession({
        files: setUp.tools.files,
        clock,
        names: namesFor(options),
        parent: options.out,
        plan,
        cells,
        identity: {
          provenance: provenanceOf(engine, setUp, options.url),
          clock: clockFacts(clock),
          host: setUp.host,
          engine,
          models: setUp.models,
          frozen: setUp.frozen,
          calibration: before && { before, after: null },
        },
      }),
  });
}

/** A simulator says of itself that it is one; its numbers are never called measurements. */
function provenanceOf(
  { obtained, name, build, version }: Engine,
  { models, host }: Pick<SetUp, "models" | "host">,
  url: string | undefined,
): RunRecord["provenance"] {
  const simulated = obtained === "simulator" || isSimulator(build);
  const program = [name, build ?? version].filter((part) => part !== null).join(" ");
  const names = models.map(({ name }) => name).join(", ");
  const machine = host.gpus[0]?.name ?? host.cpu ?? host.architecture;
  const where = isThisMachine(url) ? machine : `another machine, asked from ${machine}`;
  return simulated
    ? { kind: "simulated", statement: `Simulated by ${program}: ${names}; no model was run.` }
    : { kind: "measured", statement: `Measured with ${program}: ${names} on ${where}.` };
}
