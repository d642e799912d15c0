import assert from "node:assert/strict";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HtmlValidate } from "html-validate";
import puppeteer from "puppeteer-core";
import { attach, machineTools } from "../../lib/attach/attach.ts";
import { readRecipe } from "../../lib/attach/recipe.ts";
import { runCommand } from "../../lib/base/command.ts";
import { project } from "../../lib/base/project.ts";
import { axeViolations, looks, withPage } from "../parts/browser_page.ts";
import { browserOrSkip } from "../parts/browser.ts";
import { crateValidatorOrSkip } from "../parts/crate_validator.ts";
import { pythonOrSkip } from "../parts/python.ts";
import { programOrSkip, unzip } from "../parts/program.ts";

const python = await pythonOrSkip(["bagit==1.9.0", "cffconvert==2.0.0", "nbformat==5.11.1"]);
const crateValidator = await crateValidatorOrSkip();
const browser = await browserOrSkip();
const hasUnzip = await programOrSkip(unzip);

/** The attachments of the two articles, each made in a kernel, once for all tests of this file. */
const besides = await Deno.makeTempDir();
addEventListener("unload", () => Deno.removeSync(besides, { recursive: true }));
const made = await Promise.all(
  ["historical-api-8b", "core-1.1"].map(async (id) => {
    const recipe = await readRecipe(join(project.root, `data/articles/${id}.json`));
    return attach(recipe, besides, machineTools());
  }),
);

async function passes(program: string, args: string[], cwd: string): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args, { cwd, timeoutMs: 600_000 });
  assert.equal(code, 0, `${basename(program)} ${args.join(" ")}\n${stdout}\n${stderr}`);
  return stdout;
}

Deno.test("sha512sum finds every file as it was sealed", async () => {
  for (const { folder } of made) {
    const lists = ["tagmanifest-sha512.txt", "manifest-sha512.txt"];
    await passes("sha512sum", ["-c", "--strict", "--quiet", ...lists], folder);
  }
});

Deno.test({
  name: "unzip finds the ZIP sound, and it unpacks to the folder",
  ignore: !hasUnzip,
  fn: async () => {
    for (const { folder, zip } of made) {
      await passes("unzip", ["-tq", zip], besides);
      const to = join(besides, `${basename(folder)}-unpacked`);
      await passes("unzip", ["-q", zip, "-d", to], besides);
      await passes("diff", ["-r", folder, join(to, basename(folder))], besides);
    }
  },
});

Deno.test({
  name: "bagit-python, cffconvert and nbformat accept what is inside",
  ignore: !python.ready,
  fn: async () => {
    assert(python.ready);
    for (const { folder } of made) {
      await passes(join(python.bin, "python"), ["-m", "bagit", "--validate", folder], besides);
      const cff = join(folder, "data/CITATION.cff");
      await passes(join(python.bin, "cffconvert"), ["--validate", "-i", cff], besides);
      const script = "import nbformat, sys; nbformat.validate(nbformat.read(sys.argv[1], 4))";
      const notebook = join(folder, "data/notebooks/07-attach-to-article.ipynb");
      await passes(join(python.bin, "python"), ["-c", script, notebook], besides);
    }
  },
});

Deno.test({
  name: "an RO-Crate validator accepts the description",
  ignore: crateValidator === null,
  fn: async () => {
    const script = fileURLToPath(new URL("../parts/validate_crate.py", import.meta.url));
    // one of them: it looks at each of several hundred files for half a minute
    const folders = [join(made[0].folder, "data")];
    const found = JSON.parse(
      (await passes(crateValidator!, [script, ...folders], besides)).trim().split("\n").at(-1)!,
    );
    assert.deepEqual(found, Object.fromEntries(folders.map((folder) => [folder, []])));
  },
});

Deno.test("html-validate accepts the page and every snippet", async () => {
  const document = new HtmlValidate({
    root: true,
    extends: ["html-validate:standard", "html-validate:document"],
  });
  // a snippet has its own style, for a page that has none
  const snippet = new HtmlValidate({
    root: true,
    extends: ["html-validate:standard"],
    rules: { "no-inline-style": "off" },
  });
  let pages = 0;
  for (const { folder } of made) {
    for (const part of [".", "tables", "figures"]) {
      for await (const { name } of Deno.readDir(join(folder, "data", part))) {
        if (!name.endsWith(".html")) continue;
        const text = await Deno.readTextFile(join(folder, "data", part, name));
        const { results } = await (part === "." ? document : snippet).validateString(text);
        const messages = results.flatMap(({ messages }) => messages)
          .map(({ ruleId, message, line }) => `${name}:${line} ${ruleId}: ${message}`);
        assert.deepEqual(messages, []);
        pages++;
      }
    }
  }
  assert(pages >= 15);
});

Deno.test({
  name:
    "axe finds nothing in the page and in a page of all snippets, wide or narrow, light or dark",
  ignore: !browser.ready,
  fn: async () => {
    assert(browser.ready);
    const chromium = await puppeteer.launch(browser.launch);
    try {
      for (const { folder, meta } of made) {
        const snippets = join(folder, "data/snippets.html");
        await Deno.writeTextFile(snippets, await allSnippets(folder, meta.language));
        for (const file of [join(folder, "data/report.html"), snippets]) {
          for (const look of looks) {
            await withPage(chromium, file, look, async (page, requests) => {
              await page.evaluate(
                'document.querySelectorAll("details").forEach((each) => each.open = true)',
              );
              const where = `${file}, ${look.width} px, ${look.scheme}`;
              assert.deepEqual(await axeViolations(page), [], where);
              assert.deepEqual(requests, [], where);
              const ids = "[...document.querySelectorAll('[id]')].map(({ id }) => id)";
              const all = await page.evaluate(ids) as string[];
              assert.deepEqual(all.length, new Set(all).size, `ids that stand twice in ${where}`);
            });
          }
        }
        await Deno.remove(snippets);
      }
    } finally {
      await chromium.close();
    }
  },
});

/** An article that has every table and figure of an attachment, as an editor would paste them. */
async function allSnippets(folder: string, language: string): Promise<string> {
  const parts: string[] = [];
  for (const part of ["tables", "figures"]) {
    for await (const { name } of Deno.readDir(join(folder, "data", part))) {
      if (!name.endsWith(".html")) continue;
      const text = await Deno.readTextFile(join(folder, "data", part, name));
      parts.push(text.replace('src="', `src="${part}/`));
    }
    for await (const { name } of Deno.readDir(join(folder, "data", part))) {
      // and each drawing once more as an element of the page
      if (/-light\.svg$/.test(name)) {
        const svg = await Deno.readTextFile(join(folder, "data", part, name));
        parts.push(`<div style="background: #fff; max-width: 100%; overflow: hidden">${svg}</div>`);
      }
    }
  }
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8">` +
    `<meta name="viewport" content="width=device-width"><title>All</title>` +
    `<style>:root { color-scheme: light dark }</style></head>` +
    `<body><main><h1>All</h1>${parts.join("\n")}</main></body></html>`;
}

Deno.test({
  name: "every number of a table is a link to its source, and every link leads somewhere",
  ignore: !browser.ready,
  fn: async () => {
    assert(browser.ready);
    const chromium = await puppeteer.launch(browser.launch);
    try {
      for (const { folder } of made) {
        const file = join(folder, "data/report.html");
        await withPage(chromium, file, looks[1], async (page) => {
          const numbers = await page.evaluate(`[...document.querySelectorAll(
            ".corebook-table td.number")].filter((cell) => /\\d/.test(cell.textContent))
            .map((cell) => cell.querySelector("a")?.getAttribute("href") ?? cell.outerHTML)`);
          assert((numbers as string[]).length > 50);
          const links = await page.evaluate(
            `[...document.querySelectorAll("main a")].map((a) => a.getAttribute("href"))`,
          ) as string[];
          for (const href of [...numbers as string[], ...links]) {
            if (href.startsWith("http")) continue;
            if (!href.startsWith("#")) await Deno.stat(join(folder, "data", href));
            else {
              const id = JSON.stringify(href.slice(1));
              assert(await page.evaluate(`document.getElementById(${id}) !== null`), href);
            }
          }
          // following a number opens what is folded
          await page.evaluate(`document.querySelector(".corebook-table td.number a").click()`);
          await page.waitForFunction(`document.querySelector(":target")?.checkVisibility()`);
        });
      }
    } finally {
      await chromium.close();
    }
  },
});
