import { type Random, seededRandom } from "../base/random.ts";
import { type Plan, type Scenario, scenariosOf } from "../record/plan.ts";

/**
 * The scenarios in the order in which they are to run: as the plan lists them, or shuffled by the
 * plan's seed within each model's block, so that a drift of the host does not look like an effect of
 * the prompt length. Models stay in blocks since each needs a server of its own.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { loadPlan } from "./load.ts";
 * import { runOrder } from "./order.ts";
 *
 * const plan = await loadPlan("core-1.1-tiny");
 * assert.equal(runOrder(plan)[1].id, "tiny-cycle-8192x1");
 * const order = { kind: "blocks", seed: 3 } as const;
 * assert.deepEqual(runOrder({ ...plan, order }), runOrder({ ...plan, order }));
 * ```
 */
export function runOrder(plan: Plan): Scenario[] {
  const listed = scenariosOf(plan);
  if (plan.order.kind === "listed") return listed;
  const random = seededRandom(plan.order.seed);
  return plan.models.flatMap(({ id }) =>
    shuffled(listed.filter(({ model }) => model === id), random)
  );
}

/** Fisher and Yates, from the end. */
function shuffled<T>(values: readonly T[], random: Random): T[] {
  const result = [...values];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other], result[last]];
  }
  return result;
}
