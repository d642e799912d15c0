import assert from "node:assert/strict";
import { join } from "node:path";
import { systemFiles } from "../../lib/base/file_system.ts";
import { freezePlan } from "../../lib/plan/freeze.ts";
import { builtInPlans, loadPlan, planPath } from "../../lib/plan/load.ts";
import { frozenBy, hashesNow, readLock } from "../../lib/plan/lock.ts";
import type { Plan } from "../../lib/record/plan.ts";
import { inFolder } from "../in_folder.ts";

const how = { files: systemFiles(), wallMs: Date.UTC(2026, 0, 1) };

const withPlan = (test: (plan: Plan, file: string) => Promise<void>) =>
  inFolder(async (folder) => {
    const file = join(folder, "mine.json");
    await Deno.copyFile(planPath("core-1.1-tiny"), file);
    await test(await loadPlan(file), file);
  });

const changedNow = async (plan: Plan, file: string) =>
  frozenBy(await readLock(file), await hashesNow(plan, file))?.changed ?? null;

Deno.test("a lock says what changed since it was written", () =>
  withPlan(async (plan, file) => {
    assert.equal(await changedNow(plan, file), null, "not frozen");
    const lock = await freezePlan(plan, file, how);
    assert.equal(lock.lockedUtc, "2026-01-01T00:00:00.000Z");
    assert.deepEqual(await changedNow(plan, file), []);

    const warmer = structuredClone(plan);
    warmer.thermal!.criteria.maximumCelsius = 90;
    assert.deepEqual(await changedNow(warmer, file), ["plan", "cooling"]);
    assert.deepEqual(await changedNow({ ...plan, measuredRounds: 4 }, file), ["plan"]);

    await Deno.writeTextFile(join(file, "..", "prompt.txt"), "another text");
    assert.deepEqual(await changedNow(plan, file), ["prompt"]);

    await assert.rejects(freezePlan(plan, file, how), /it was frozen on 2026-01-01/);
  }));

Deno.test("freezing again what did not change keeps the lock and its date", () =>
  withPlan(async (plan, file) => {
    const lock = await freezePlan(plan, file, how);
    assert.deepEqual(await freezePlan(plan, file, { ...how, wallMs: how.wallMs + 1e6 }), lock);
  }));

Deno.test("the layout of a plan's file is not part of it", () =>
  withPlan(async (plan, file) => {
    await freezePlan(plan, file, how);
    await Deno.writeTextFile(file, JSON.stringify(plan)); // one line, other order kept
    assert.deepEqual(await changedNow(await loadPlan(file), file), []);
  }));

Deno.test("every built-in plan loads; a lock is not taken for one", async () => {
  assert(builtInPlans().includes("core-1.1"));
  for (const id of builtInPlans()) assert.equal((await loadPlan(id)).id, id);
});

Deno.test("a plan with an unknown key, a wrong value or too long a prompt is refused by name", () =>
  withPlan(async (plan, file) => {
    const cases: [object, RegExp][] = [
      [{ ...plan, mesuredRounds: 5 }, /the value itself: Unrecognized key: "mesuredRounds"/],
      [{ ...plan, measuredRounds: 0 }, /measuredRounds/],
      [{ ...plan, promptTokens: [8600] }, /8600 prompt and 256 output tokens do not fit a slot/],
      [{ ...plan, concurrency: [5] }, /5 requests at once do not fit 4 slots/],
      [{ ...plan, soak: { minimumSeconds: 5 } }, /a soak has one scenario, this plan has 4/],
    ];
    for (const [value, sentence] of cases) {
      await Deno.writeTextFile(file, JSON.stringify(value));
      await assert.rejects(loadPlan(file), sentence);
    }
    await Deno.writeTextFile(file, "{");
    await assert.rejects(loadPlan(file), /Cannot read the plan .*:1: not plain JSON/);
    await Deno.writeTextFile(file, '{"id": "a",\n"id": "b"}');
    await assert.rejects(loadPlan(file), /:2: .*the member "id" comes twice/);
    await assert.rejects(loadPlan("no-such-plan"), /Cannot read the plan no-such-plan/);
  }));
