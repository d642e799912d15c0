import assert from "node:assert/strict";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { verifyBag } from "../../lib/archive/verify_bag.ts";
import { hashFile } from "../../lib/base/hash.ts";
import { project } from "../../lib/base/project.ts";
import { loadPlan } from "../../lib/plan/load.ts";
import { axeViolations, looks, withPage } from "../parts/browser_page.ts";
import { browserOrSkip } from "../parts/browser.ts";
import { engineOrSkip } from "../parts/engine.ts";

const engine = await engineOrSkip();
const browser = await browserOrSkip();
const reason = engine.ready ? (browser.ready ? "" : browser.reason) : engine.reason;

async function tree(folder: string): Promise<string[]> {
  const found: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory) found.push(...await tree(path));
    else found.push(`${path} ${await hashFile("sha256", path)}`);
  }
  return found.sort();
}

/** The demo as a user runs it, with a plan of seconds in place of a minute. */
async function demo(parent: string): Promise<string> {
  const plan = { ...await loadPlan("core-1.1-tiny"), promptTokens: [128, 512], measuredRounds: 2 };
  await Deno.writeTextFile(join(parent, "plan.json"), JSON.stringify(plan));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", join(project.root, "lib/cli.ts"), "demo"],
      ...["--plan", join(parent, "plan.json"), "--records", join(parent, "runs")],
      ...["--out", join(parent, "out"), "--host", "test"],
      ...engine.ready ? ["--server", engine.program.path] : [],
    ],
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout);
  assert.equal(code, 0, said + new TextDecoder().decode(stderr));
  return said;
}

Deno.test({
  name: `the demo, twice: records, notebooks, figures and a page that reads well ${reason}`.trim(),
  ignore: !engine.ready || !browser.ready,
  fn: async () => {
    const parent = await Deno.makeTempDir({ prefix: "corebook-demo-" });
    try {
      const said = await demo(parent);
      assert.match(said, /TTFT, median, s/, "the table stands in the terminal");
      const before = await tree(join(parent, "runs"));
      await demo(parent);
      const after = await tree(join(parent, "runs"));
      assert.deepEqual(before.filter((file) => !after.includes(file)), [], "no byte of the first");
      const records = [...Deno.readDirSync(join(parent, "runs"))].map(({ name }) => name);
      assert.equal(records.length, 2);
      for (const record of records) {
        assert.deepEqual((await verifyBag(join(parent, "runs", record))).faults, []);
      }
      for (const name of ["latency-throughput", "every-response", "prompt-length"]) {
        assert((await Deno.stat(join(parent, "out/figures", `${name}.png`))).size > 5000);
      }
      const chromium = await puppeteer.launch(browser.ready ? browser.launch : {});
      try {
        for (const page of ["index", "01-core-matrix", "02-prompt-length"]) {
          for (const look of looks) {
            await withPage(
              chromium,
              join(parent, "out", `${page}.html`),
              look,
              async (open, requests) => {
                const where = `${page}, ${look.width} px, ${look.scheme}`;
                assert.deepEqual(await axeViolations(open), [], where);
                assert.equal(
                  await open.evaluate("document.documentElement.scrollWidth"),
                  look.width,
                  where,
                );
                const blank =
                  "[...document.images].filter((image) => image.naturalWidth === 0).length";
                assert.equal(await open.evaluate(blank), 0, where);
                assert((await open.evaluate("document.images.length")) as number > 0, where);
                assert.deepEqual(requests, [], where);
              },
            );
          }
        }
      } finally {
        await chromium.close();
      }
    } finally {
      await Deno.remove(parent, { recursive: true });
    }
  },
});
