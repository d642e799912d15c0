import assert from "node:assert/strict";
import { join } from "node:path";
import { loadRecord } from "../../lib/archive/load.ts";
import { project } from "../../lib/base/project.ts";
import { isMeasured } from "../../lib/measure/scenario.ts";
import { readScenarios } from "../../lib/measure/read_scenarios.ts";
import { twoWitnesses } from "../../lib/summarize/witnesses.ts";

/** `corebook` as a process of its own. */
async function corebook(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", join(project.root, "lib/cli.ts"), ...args],
    env: { NO_COLOR: "1" },
  }).output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assert.equal(code, 0, `corebook ${args.join(" ")}: ${out}${err}`);
  return out;
}

Deno.test("METHOD.md's way on a GPU host, with the simulator as a stand-in, from plan to archive", async () => {
  const out = await Deno.makeTempDir();
  const archive = await Deno.makeTempDir();
  try {
    assert.match(await corebook("plan", "check", "core-1.1"), /can be run: 12 scenarios/);
    const simulated = ["--simulate", "article-gpu", "--virtual-clock", "--out", out];
    const campaign = await corebook("run", "core-1.1", ...simulated);
    assert.match(campaign, /12 of 12 scenarios completed, sealed/);
    assert.match(await corebook("verify", out), /Verified: 1 bag/);

    const [{ name }] = await Array.fromAsync(Deno.readDir(out));
    const { record, lines } = await loadRecord(join(out, name));
    assert.equal(record.provenance.kind, "simulated");
    assert.deepEqual(record.totals, { responses: 180, valid: 180, rounds: 72 });
    for (const scenario of await readScenarios(record, lines())) {
      assert(isMeasured(scenario));
      assert.deepEqual(
        twoWitnesses(scenario).counts.map(({ verdict }) => verdict),
        ["agree", "agree"],
      );
    }
    assert.match(await corebook("summarize", join(out, name)), /Values recomputed/);
    await corebook("archive", "add", join(out, name), "--archive", archive);
    assert.match(await corebook("verify", archive), /Verified: 1 bag/);
  } finally {
    await Deno.remove(out, { recursive: true });
    await Deno.remove(archive, { recursive: true });
  }
});
