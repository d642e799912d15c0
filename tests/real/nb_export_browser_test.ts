import assert from "node:assert/strict";
import { join } from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { project } from "../../lib/base/project.ts";
import { exportHtml } from "../../lib/notebook/export/html.ts";
import type { Notebook } from "../../lib/notebook/ipynb.ts";
import { runNotebooks } from "../../lib/notebook/run_notebooks.ts";
import { axeViolations, type Look, looks, withPage } from "../parts/browser_page.ts";
import { codeCell } from "../notebooks/code_cell.ts";
import { hostileNotebook } from "../notebooks/hostile.ts";
import { sampleNotebook } from "../notebooks/export_sample.ts";
import { browserOrSkip } from "../parts/browser.ts";

const part = await browserOrSkip();
let browser: Browser;
Deno.test.beforeAll(async () => {
  if (part.ready) browser = await puppeteer.launch(part.launch);
});
Deno.test.afterAll(async () => await browser?.close());
const test = (name: string, fn: () => Promise<void>) =>
  Deno.test({ name, ignore: !part.ready, fn });

/** Opens a page of this HTML. */
async function open(
  html: string,
  look: Look,
  use: (page: Page, requests: string[]) => Promise<void>,
): Promise<void> {
  const file = await Deno.makeTempFile({ suffix: ".html" });
  try {
    await Deno.writeTextFile(file, html);
    await withPage(browser, file, look, use);
  } finally {
    await Deno.remove(file);
  }
}

const plain: Look = { width: 800, scheme: "light" };

const notebooks: Record<string, () => Promise<Notebook>> = {
  sample: sampleNotebook,
  hostile: () => Promise.resolve(hostileNotebook()),
  first: async () => {
    const [{ notebook }] = await runNotebooks([join(project.notebooks, "00-start-here.ipynb")]);
    return notebook;
  },
};

for (const [name, make] of Object.entries(notebooks)) {
  test(`axe finds nothing in the page of the ${name} notebook, wide or narrow, light or dark`, async () => {
    const html = await exportHtml(await make(), { name, folder: null });
    for (const look of looks) {
      await open(html, look, async (page, requests) => {
        assert.deepEqual(await axeViolations(page), [], `${look.width} px, ${look.scheme}`);
        const overflow = await page.evaluate("document.documentElement.scrollWidth");
        assert.equal(overflow, look.width, "the page scrolls sideways");
        assert.deepEqual(requests, []);
      });
    }
  });
}

test("no script of a hostile notebook runs and nothing is loaded, even without the policy", async () => {
  const html = await exportHtml(hostileNotebook(), { name: "hostile", folder: null });
  const bare = html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "");
  assert.notEqual(bare, html);
  await open(bare, plain, async (page, requests) => {
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
  await open(`<img src=x onerror="window.pwned=1">`, plain, async (page) => {
    await page.waitForFunction("window.pwned === 1");
  });
});

test("a wide table takes the room at its right; where it scrolls, its rows keep their names", async () => {
  const heads = Array.from({ length: 9 }, (_, at) => `<th class="number">${at}</th>`).join("");
  const cells = '<td class="number">1,234,567</td>'.repeat(9);
  const table = `<table><thead><tr><th>Name</th>${heads}</tr></thead>` +
    `<tbody><tr><th>tiny</th>${cells}</tr></tbody></table>`;
  const sections = "# A\n\n## B\n\n## C";
  const html = await exportHtml({
    metadata: {},
    cells: [
      { cell_type: "markdown", id: "a", metadata: {}, source: sections },
      codeCell("b", "1;", {
        outputs: [{ output_type: "display_data", data: { "text/html": table }, metadata: {} }],
      }),
    ],
  }, { name: "wide", folder: null });
  const seen = (page: Page) =>
    page.evaluate(`(() => {
      const box = document.querySelector(".scroll");
      const text = document.querySelector(".code").getBoundingClientRect();
      box.scrollLeft = 100;
      const name = box.querySelector("tbody th").getBoundingClientRect().left;
      return {
        beyondText: box.firstElementChild.getBoundingClientRect().right > text.right + 50,
        scrolls: box.scrollLeft > 0,
        named: name === box.getBoundingClientRect().left,
      };
    })()`);
  await open(html, { width: 1280, scheme: "light" }, async (page) => {
    assert.deepEqual(await seen(page), { beyondText: true, scrolls: false, named: true });
  });
  await open(html, { width: 360, scheme: "light" }, async (page) => {
    assert.deepEqual(await seen(page), { beyondText: true, scrolls: true, named: true });
  });
});

test("on paper there is no navigation and every fold is open", async () => {
  const html = await exportHtml(await sampleNotebook(), { name: "sample", folder: null });
  await open(html, plain, async (page) => {
    await page.emulateMediaType("print");
    const seen = await page.evaluate(`[
      getComputedStyle(document.querySelector("nav")).display,
      document.querySelector(".fold .code").checkVisibility({ contentVisibilityAuto: true }),
      document.querySelector(".fold .code").getBoundingClientRect().height > 10,
    ]`);
    assert.deepEqual(seen, ["none", true, true]);
  });
});
