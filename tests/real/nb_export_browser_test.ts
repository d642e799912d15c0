import assert from "node:assert/strict";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { exportHtml } from "../../lib/notebook/export/html.ts";
import type { Notebook } from "../../lib/notebook/ipynb.ts";
import { browserOrSkip } from "../parts_browser.ts";
import { hostileNotebook } from "../hostile_notebook.ts";
import { sampleNotebook } from "../nb_export_sample.ts";

const axe = await Deno.readTextFile(new URL(import.meta.resolve("axe-core/axe.min.js")));

const part = await browserOrSkip();
let browser: Browser;
Deno.test.beforeAll(async () => {
  if (part.ready) browser = await puppeteer.launch(part.launch);
});
Deno.test.afterAll(async () => await browser?.close());
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, ignore: !part.ready, fn });

interface Opened {
  page: Page;
  /** Every address that was asked for, but the file itself. */
  requests: string[];
}

async function open(
  html: string,
  width: number,
  scheme: "light" | "dark",
  use: (opened: Opened) => Promise<void>,
) {
  const file = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(file, html);
  const page = await browser.newPage();
  try {
    const requests: string[] = [];
    page.on("request", (request) => {
      if (!/^(data|file):/.test(request.url())) requests.push(request.url());
    });
    page.on("dialog", (dialog) => void dialog.dismiss());
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.goto(`file://${file}`);
    await use({ page, requests });
  } finally {
    await page.close();
    await Deno.remove(file);
  }
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(`axe.run().then(({ violations }) => violations.map((each) =>
    each.id + ": " + each.nodes.map((node) => node.html.slice(0, 200) + " " + node.failureSummary).join(" | ")))`);
  return found as string[];
}

const notebooks: Record<string, () => Promise<Notebook>> = {
  sample: sampleNotebook,
  hostile: () => Promise.resolve(hostileNotebook()),
};

for (const [name, make] of Object.entries(notebooks)) {
  test(`axe finds nothing in the page of the ${name} notebook, wide or narrow, light or dark`, async () => {
    const html = await exportHtml(await make(), { name, folder: null });
    for (const width of [360, 1280]) {
      for (const scheme of ["light", "dark"] as const) {
        await open(html, width, scheme, async ({ page, requests }) => {
          assert.deepEqual(await violations(page), [], `${width} px, ${scheme}`);
          const overflow = await page.evaluate("document.documentElement.scrollWidth");
          assert.equal(overflow, width, "the page scrolls sideways");
          assert.deepEqual(requests, []);
        });
      }
    }
  });
}

test("no script of a hostile notebook runs and nothing is loaded, even without the policy", async () => {
  const html = await exportHtml(hostileNotebook(), { name: "hostile", folder: null });
  const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  assert.notEqual(bare, html);
  await open(bare, 800, "light", async ({ page, requests }) => {
    await page.evaluate(`document.querySelectorAll("details").forEach((each) => each.open = true)`);
    await page.evaluate(`document.querySelectorAll("main a").forEach((each) => {
      each.addEventListener("click", (event) => /^https?:/.test(each.href) && event.preventDefault());
      each.click();
    })`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(await page.evaluate("window.pwned"), undefined);
    assert.deepEqual(requests, []);
  });
});

test("the browser of this test would run such a script", async () => {
  await open(`<img src=x onerror="window.pwned=1">`, 800, "light", async ({ page }) => {
    await page.waitForFunction("window.pwned === 1");
  });
});

test("on paper there is no navigation and every fold is open", async () => {
  const html = await exportHtml(await sampleNotebook(), { name: "sample", folder: null });
  await open(html, 800, "light", async ({ page }) => {
    await page.emulateMediaType("print");
    const seen = await page.evaluate(`[
      getComputedStyle(document.querySelector("nav")).display,
      document.querySelector(".fold .code").checkVisibility({ contentVisibilityAuto: true }),
      document.querySelector(".fold .code").getBoundingClientRect().height > 10,
    ]`);
    assert.deepEqual(seen, ["none", true, true]);
  });
});
