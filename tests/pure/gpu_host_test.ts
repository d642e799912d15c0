import assert from "node:assert/strict";
import { join } from "node:path";
import { everyFlag, rehearse } from "../../lib/cli/dry_run.ts";
import { coolingExamples, coolingWindow } from "../../lib/docs/cooling_examples.ts";
import { builtInPlans, loadPlan, planPath } from "../../lib/plan/load.ts";
import { assessThermal } from "../../lib/summarize/thermal_assessment.ts";

Deno.test("the rehearsal of CORE-1.1 has each model's command, every setting and every limit", async () => {
  for (const id of ["core-1.1", "core-1.1-soak"]) {
    const plan = await loadPlan(id);
    const { servers, settings, checks, scenarios } = await rehearse(plan, planPath(id), {
      program: "llama-server",
      help: everyFlag,
    });
    assert.deepEqual(servers.map(({ model }) => model), plan.models.map(({ id }) => id));
    for (const [at, { command, fileFound }] of servers.entries()) {
      const words = command.join(" ");
      assert.equal(fileFound, null);
      assert(words.startsWith(`llama-server -m MODELS/${plan.models[at].file} --host 127.0.0.1`));
      // the method's settings, in the words of a build that knows every flag
      for (
        const flag of [
          "-np 4 -c 34816 --no-kv-unified",
          "-ngl all",
          "-t 16",
          "-b 2048 -ub 512",
          "-ctk f16 -ctv f16",
          "-fa on",
          "--lazy-mode off",
          "--fit off",
          "-cram 0 --no-cache-prompt",
          "--no-context-shift",
          "-lv 4",
        ]
      ) assert(words.includes(` ${flag}`), `${flag} in ${words}`);
    }
    const named = settings.map(({ setting }) => setting);
    for (const setting of Object.keys(plan.server)) assert(named.includes(setting), setting);
    assert.equal(scenarios.length, id === "core-1.1" ? 12 : 1);
    const said = Object.values(checks).flat().join("\n");
    const { limits, thermal, soak } = plan;
    const numbers = [
      ...Object.values(limits),
      plan.outputTokens,
      thermal!.stopAtCelsius,
      thermal!.silenceSeconds,
      ...Object.values(thermal!.criteria).filter((value) => typeof value === "number"),
      ...soak ? [soak.minimumSeconds] : [],
    ];
    for (const number of numbers) {
      assert.match(said, new RegExp(`\\b${number}\\b`), `${id} checks ${number}`);
    }
  }
});

Deno.test("a model file that is not in the folder is told, a split one is found by its first part", async () => {
  const models = await Deno.makeTempDir();
  try {
    const plan = await loadPlan("core-1.1");
    const [small, , large] = plan.models;
    const part = large.file.replace(".gguf", "-00001-of-00002.gguf");
    await Deno.writeTextFile(join(models, small.file), "");
    await Deno.writeTextFile(join(models, part), "");
    const { servers } = await rehearse(plan, planPath("core-1.1"), {
      program: "llama-server",
      help: everyFlag,
      models,
    });
    assert.deepEqual(servers.map(({ fileFound }) => fileFound), [true, false, true]);
    assert(servers[2].command.includes(join(models, part)));
  } finally {
    await Deno.remove(models, { recursive: true });
  }
});

Deno.test("of the cooling examples one meets the committed criteria, each other fails its own", async () => {
  const plans = await Promise.all(builtInPlans().map(loadPlan));
  const committed = (await loadPlan("core-1.1-soak")).thermal!.criteria;
  for (const { id, thermal } of plans) assert.deepEqual(thermal!.criteria, committed, id);
  const examples = coolingExamples();
  const names = examples.map(({ name }) => name);
  assert.deepEqual(names, ["passing", "maximum", "drift-per-hour", "slowdown", "longest-gap"]);
  for (const { name, telemetry } of examples) {
    const { verdict, checks } = assessThermal(telemetry, coolingWindow, committed);
    const failed = checks.filter(({ verdict }) => verdict !== "met");
    assert.equal(verdict, name === "passing" ? "met" : "not-met", name);
    assert.deepEqual(
      failed.map(({ criterion, verdict }) => `${criterion} ${verdict}`),
      name === "passing" ? [] : [`${name} not-met`],
    );
  }
});
