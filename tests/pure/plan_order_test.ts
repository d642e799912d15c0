import assert from "node:assert/strict";
import { loadPlan } from "../../lib/plan/load.ts";
import { runOrder } from "../../lib/plan/order.ts";
import { scenariosOf } from "../../lib/record/plan.ts";

Deno.test("a listed order is the plan's own: by model, then concurrency, then prompt", async () => {
  const plan = await loadPlan("core-1.1");
  const ids = runOrder(plan).map(({ id }) => id);
  assert.equal(ids.length, 12);
  assert.deepEqual(ids.slice(0, 4), [
    "qwen3-8b-q4_k_m-2048x1",
    "qwen3-8b-q4_k_m-8192x1",
    "qwen3-8b-q4_k_m-2048x4",
    "qwen3-8b-q4_k_m-8192x4",
  ]);
});

Deno.test("blocks are shuffled by the seed, and models stay together", async () => {
  const plan = await loadPlan("core-1.1");
  const orders = Array.from(
    { length: 50 },
    (_, seed) => runOrder({ ...plan, order: { kind: "blocks", seed } }).map(({ id }) => id),
  );
  for (const order of orders) {
    assert.deepEqual(order.toSorted(), scenariosOf(plan).map(({ id }) => id).toSorted());
    const models = order.map((id) => id.replace(/-\d+x\d+$/, ""));
    const changes = models.filter((model, at) => at > 0 && model !== models[at - 1]);
    assert.equal(changes.length, 2, "each model is started once");
  }
  // 24 orders of four scenarios: fifty seeds hit most of them
  const first = new Set(orders.map((order) => order.slice(0, 4).join(" ")));
  assert(first.size > 12, `${first.size} orders`);
});
