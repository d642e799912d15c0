import assert from "node:assert/strict";
import { JSDOM } from "jsdom";
import { exportHtml, type HtmlOptions } from "../../lib/notebook/export/html.ts";
import { pagesBeside } from "../../lib/notebook/export/pages_beside.ts";
import type { Cell, Notebook, Output } from "../../lib/notebook/ipynb.ts";
import { codeCell } from "../notebooks/code_cell.ts";

const markdown = (source: string, tags: string[] = []): Cell => ({
  cell_type: "markdown",
  id: crypto.randomUUID(),
  metadata: { tags },
  source,
});
const code = (source: string, outputs: Output[] = [], tags: string[] = []): Cell =>
  codeCell(crypto.randomUUID(), source, { metadata: { tags }, execution_count: 1, outputs });
const shown = (data: Record<string, unknown>, metadata = {}): Output => ({
  output_type: "display_data",
  data,
  metadata,
});

async function page(cells: Cell[], options: Partial<HtmlOptions> = {}, metadata = {}) {
  const notebook: Notebook = { metadata, cells };
  const html = await exportHtml(notebook, { name: "a-name", folder: null, ...options });
  return new JSDOM(html).window.document;
}

Deno.test("the page has a language, one title, headings with ids and no skipped level", async () => {
  const document = await page(
    [
      markdown(
        "# Wie *schnell*?\n\n## Größe (ms)\n\n#### Tief\n\n## Größe (ms)\n\n[hin](#Größe-(ms))",
      ),
    ],
    {},
    { language: "de" },
  );
  assert.equal(document.documentElement.lang, "de");
  assert.equal(document.title, "Wie schnell?");
  const headings = [...document.querySelectorAll("main :is(h1, h2, h3, h4)")];
  assert.deepEqual(headings.map((each) => `${each.localName} ${each.id}`), [
    "h1 wie-schnell",
    "h2 größe-ms",
    "h3 tief",
    "h2 größe-ms-1",
  ]);
  const links = [...document.querySelectorAll("nav a")].map((each) => each.getAttribute("href"));
  assert.deepEqual(links, ["#größe-ms", "#tief", "#größe-ms-1"]);
  assert.equal(document.querySelector("main a")!.getAttribute("href"), "#größe-ms");
  assert.equal(document.querySelector("nav summary")!.textContent, "Inhalt");

  const unnamed = await page([code("1;")]);
  assert.equal(unnamed.querySelector("h1")!.textContent, "a-name");
});

Deno.test("tags fold and remove as MyST and Jupyter Book have them", async () => {
  const out = [shown({ "text/plain": "result" })];
  const parts = async (tags: string[], options = {}) => {
    const document = await page([code("input();", out, tags)], options);
    const shows = (selector: string) => {
      const element = document.querySelector(`main ${selector}`);
      return element === null ? "removed" : element.closest("details") ? "folded" : "shown";
    };
    return `${shows(".code")} ${shows(".output")}`;
  };
  assert.equal(await parts([]), "shown shown");
  assert.equal(await parts(["hide-input"]), "folded shown");
  assert.equal(await parts(["remove-input"]), "removed shown");
  assert.equal(await parts(["hide-output"]), "shown folded");
  assert.equal(await parts(["remove-output"]), "shown removed");
  assert.equal(await parts(["hide-cell"]), "folded folded");
  assert.equal(await parts(["remove-cell"]), "removed removed");
  assert.equal(await parts([], { code: "fold" }), "folded shown");
  assert.equal(await parts(["remove-input"], { code: "show" }), "removed shown");
});

Deno.test("tables have scopes and scroll by themselves; names stay as they are", async () => {
  const document = await page([
    markdown(
      "# T\n\n| a_b_c | draft\\|target |\n| --- | --- |\n| 50% & -fa | \\<b>x\\</b> ${HOME} |",
    ),
    code("t", [
      shown({
        "text/html": "<table><tr><th></th><th>n</th></tr><tr><th>r</th><td>1</td></tr></table>",
      }),
    ]),
  ]);
  const cells = [...document.querySelectorAll("table")].map((table) =>
    [...table.querySelectorAll("th, td")].map((cell) =>
      `${cell.localName}:${cell.getAttribute("scope") ?? ""}:${cell.textContent}`
    )
  );
  assert.deepEqual(cells, [
    ["th:col:a_b_c", "th:col:draft|target", "td::50% & -fa", "td::<b>x</b> ${HOME}"],
    ["td::", "th:col:n", "th:row:r", "td::1"],
  ]);
  assert.equal(document.querySelectorAll("div.scroll[tabindex='0'][aria-label] > table").length, 2);
});

Deno.test("columns of words have room by their longest text, columns of numbers have none", async () => {
  const document = await page([
    markdown("| name | why | n |\n| --- | --- | --- |\n| a | " + "word ".repeat(9) + "| x |"),
    code("t", [
      shown({
        "text/html": '<table><tr><th>m</th><th class="number">n</th></tr><tr><td>Model of twenty ' +
          '</td><td class="number">1</td></tr></table><table><tr><td colspan="2">1</td></tr></table>',
      }),
    ]),
  ]);
  const rows = [...document.querySelectorAll("tr")].map((row) =>
    [...row.children].map(({ className }) => className).join()
  );
  const words = "short,long,short";
  assert.deepEqual(rows, [words, words, "medium,number", "medium,number", ""]);
});

Deno.test("code may break at its brackets and not in a command's options; its text is the same", async () => {
  const source = 'await show(auditPublication("a/b", 1.5), (x) => x[0]);';
  const document = await page([markdown("`deno task nb --dry-run`, `a b`"), code(source)]);
  const block = document.querySelector("pre.code")!;
  assert.equal(block.textContent, source);
  assert.equal(
    block.innerHTML.replace(/<(?!wbr)[^>]*>/g, ""),
    'await show(<wbr>auditPublication(<wbr>"a/<wbr>b", 1.5), (<wbr>x) =&gt; x[<wbr>0]);',
  );
  assert.deepEqual([...document.querySelectorAll("p code")].map(({ innerHTML }) => innerHTML), [
    'deno task nb <span class="word">--dry-run</span>',
    "a b",
  ]);
});

Deno.test("a link to a notebook that is exported beside it leads to its page", async () => {
  const pageOf = pagesBeside(["notebooks/a.ipynb", "notebooks/b.ipynb"]);
  const links =
    "[b](b.ipynb#how) [other](c.ipynb) [text](../METHOD.md) [far](https://x.org/b.ipynb) " +
    '<a href="100%.ipynb">no code</a>';
  const document = await page([markdown(links)], {
    pageOf: (address) => pageOf("notebooks/a.ipynb", address),
  });
  assert.deepEqual(
    [...document.querySelectorAll("main a")].map((link) => link.getAttribute("href")),
    ["b.html#how", "c.ipynb", "../METHOD.md", "https://x.org/b.ipynb", "100%.ipynb"],
  );
});

Deno.test("every picture has words: its own, the metadata's, or the text form", async () => {
  const png = new Uint8Array([137, 80, 78, 71]).toBase64();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><title>of the SVG</title></svg>';
  const document = await page([code("f", [
    shown({ "image/png": png, "text/plain": "as text" }, { "image/png": { alt: "in metadata" } }),
    shown({ "image/png": png, "text/plain": "as text" }),
    shown({ "image/svg+xml": svg }),
    shown({ "text/html": `<figure>${svg}<figcaption>c</figcaption></figure>` }),
    shown({ "text/html": `<img src="data:image/png;base64,${png}" alt="own &quot;words&quot;">` }),
  ])]);
  assert.deepEqual([...document.querySelectorAll("img")].map((image) => image.alt), [
    "in metadata",
    "as text",
    "Image without a description",
    "of the SVG",
    'own "words"',
  ]);
});

Deno.test("a picture that a cell holds stands in the page, a missing one does not", async () => {
  const png = new Uint8Array([137, 80, 78, 71]).toBase64();
  const cell = {
    ...markdown(
      "![here](attachment:a%20b.png) ![text](attachment:c.svg) ![gone](attachment:d.png)",
    ),
    attachments: {
      "a b.png": { "image/png": png },
      "c.svg": { "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    },
  };
  const document = await page([cell]);
  assert.deepEqual(
    [...document.querySelectorAll("img")].map(({ alt, src }) => [alt, src.slice(0, 21)]),
    [["here", "data:image/png;base64"], ["text", "data:image/svg+xml;ba"]],
  );
});

Deno.test("values, streams and errors are shown as text without terminal colours", async () => {
  const document = await page([code("x", [
    { output_type: "stream", name: "stdout", text: "10 %\r100 %\n\u001b[31mred\u001b[0m\n" },
    { output_type: "error", ename: "E", evalue: "why", traceback: ["\u001b[1mE: why", "at 1:2"] },
    shown({ "text/plain": "null" }),
    shown({ "application/json": { a: 1 } }),
    { output_type: "stream", name: "stdout", text: "\n" },
  ])]);
  assert.deepEqual([...document.querySelectorAll(".output")].map((each) => each.textContent), [
    "100 %\nred",
    "E: why\nat 1:2",
    "null",
    '{\n  "a": 1\n}',
  ]);
});

Deno.test("pictures beside the notebook go into the page, pictures from elsewhere do not", async () => {
  const root = await Deno.makeTempDir();
  try {
    const folder = `${root}/notebooks`;
    await Deno.mkdir(`${folder}/figures`, { recursive: true });
    await Deno.writeTextFile(
      `${folder}/figures/a b.svg`,
      "<svg xmlns='http://www.w3.org/2000/svg'/>",
    );
    await Deno.writeTextFile(`${root}/private.png`, "secret");
    await Deno.symlink(`${root}/private.png`, `${folder}/link.png`);
    const document = await page([
      markdown(
        "![one](figures/a%20b.svg) ![two](../private.png) ![three](link.png) ![four](none.png) " +
          "![five](https://example.org/x.png)",
      ),
    ], { folder });
    assert.deepEqual([...document.querySelectorAll("img")].map((image) => image.alt), ["one"]);
    assert.match(document.querySelector("main")!.textContent!, /Image left out: two .*: five/);
    assert.equal(
      document.querySelector("main a")!.getAttribute("href"),
      "https://example.org/x.png",
    );
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
