import assert from "node:assert/strict";
import { JSDOM } from "jsdom";
import { exportFigures } from "../../lib/notebook/export/figures.ts";
import { exportMarkdown } from "../../lib/notebook/export/markdown.ts";
import { standaloneSvg } from "../../lib/notebook/export/standalone_svg.ts";
import type { Cell, Output } from "../../lib/notebook/ipynb.ts";
import { bundleOf } from "../../lib/notebook/show_bundle.ts";
import { codeCell } from "../notebooks/code_cell.ts";
import { hostileNotebook } from "../notebooks/hostile.ts";

const names = JSON.parse(
  await Deno.readTextFile(new URL("../cases/F-NBK-12/names.json", import.meta.url)),
) as string[];
const code = (id: string, outputs: Output[], metadata = {}): Cell =>
  codeCell(id, "f();", { metadata, execution_count: 1, outputs });
const shown = (data: Record<string, unknown>, metadata = {}): Output => ({
  output_type: "display_data",
  data,
  metadata,
});
const notebookOf = (...cells: Cell[]) => ({ metadata: {}, cells });

Deno.test("F-NBK-07: an exported SVG stands alone", async () => {
  const drawn = '<svg class="p" viewBox="0 0 90 30" font-family="system-ui">' +
    "<style>.p { color: #123456; font: 13px Arial } " +
    "@media (prefers-color-scheme: dark) { .p { color: #ffffff } }</style>" +
    '<text y="20" fill="currentColor">Żółć – Größe (ms)&nbsp;→</text></svg>';
  const [figure] = await exportFigures(notebookOf(code("f", [shown({ "image/svg+xml": drawn })])));
  assert.deepEqual(figure.files.map(({ name }) => name), ["f.svg", "f.png"]);
  const svg = new TextDecoder("utf-8", { fatal: true }).decode(figure.files[0].bytes);
  assert(svg.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<svg'));
  assert(!/currentColor|prefers-color-scheme/i.test(svg), svg);
  const xml = new new JSDOM("").window.DOMParser().parseFromString(svg, "image/svg+xml");
  assert.equal(xml.querySelector("parsererror"), null);
  assert.equal(xml.documentElement.namespaceURI, "http://www.w3.org/2000/svg");
  assert.equal(xml.documentElement.getAttribute("font-family"), "system-ui, sans-serif");
  assert.equal(xml.querySelector("text")!.getAttribute("fill"), "#123456");
  assert.equal(xml.querySelector("text")!.textContent, "Żółć – Größe (ms)\u00a0→");
  assert(svg.includes("font: 13px Arial, sans-serif}"));
  assert.deepEqual([...figure.files[1].bytes.subarray(1, 4)], [80, 78, 71]);
  assert.equal(standaloneSvg(svg), svg, "a second time changes nothing");
});

Deno.test("figures get their files under their labels", async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>';
  const image = { "image/svg+xml": svg };
  const png = { "image/png": new Uint8Array([137, 80, 78, 71]).toBase64() };
  const html = { "text/html": `<img alt="w" src="data:image/svg+xml,${encodeURIComponent(svg)}">` };
  const inHtml = { "text/html": `<figure>${svg}</figure>` };
  const figures = await exportFigures(notebookOf(
    code("a", [shown(image, { label: "Latency / p95" }), shown(image, { label: "latency-p95" })]),
    code("b", [shown(png), shown({ "text/plain": "no figure" })], { tags: ["label:tagged"] }),
    code("c", [shown(inHtml, { "image/png": { alt: "words" } })], { label: "own" }),
    code("d", [shown(image)], { tags: ["remove-output"] }),
    code("e", [shown(html)]),
  ));
  assert.deepEqual(figures.map(({ files }) => files.map(({ name }) => name).join(" ")), [
    "Latency-p95.svg Latency-p95.png",
    "latency-p95-2.svg latency-p95-2.png",
    "tagged.png",
    "own.svg own.png",
    "e.svg e.png",
  ]);
  assert.equal(figures[3].alt, "words");
});

Deno.test("a hostile notebook's figure files hold no script", async () => {
  for (const { files } of await exportFigures(hostileNotebook())) {
    for (const { name, bytes } of files) {
      assert.match(name, /^[\w-]+\.(svg|png)$/);
      const text = name.endsWith(".svg") ? new TextDecoder().decode(bytes) : "";
      assert(!/<script|\son\w+=|javascript:|127\.0\.0\.1|<!DOCTYPE/i.test(text), text);
    }
  }
});

Deno.test("F-NBK-12: names that break Markdown tables stay as they are", async () => {
  const output = {
    output_type: "display_data" as const,
    ...await bundleOf(names.map((name) => ({ name, n: 1 }))),
  };
  const { text } = await exportMarkdown(notebookOf(code("t", [output])), "t_files");
  const [head, rule, ...rows] = text.split("\n").filter((line) => line.startsWith("|"));
  assert.equal(head, "| name | n |");
  assert.equal(rule, "| :--- | ---: |");
  assert.equal(rows.length, names.length);
  for (const row of rows) assert.equal(row.match(/(?<!\\)\|/g)!.length, 3, row);
  assert(text.includes("draft\\|target") && text.includes("&lt;b&gt;x&lt;/b&gt;"));
});

Deno.test("Markdown: texts as they are, code in fences that hold, figures and attachments as files", async () => {
  const png = new Uint8Array([137, 80, 78, 71]).toBase64();
  const { text, files } = await exportMarkdown(
    notebookOf(
      {
        cell_type: "markdown",
        id: "m",
        metadata: {},
        source: "# T\n\n![x](attachment:a%20b.png)\n",
        attachments: { "a b.png": { "image/png": png } },
      },
      {
        ...code("c", [{ output_type: "stream", name: "stdout", text: "```\n" }]),
        source: "const a = `b`;",
      },
      code("f", [shown({
        "text/html":
          `<figure><img alt="A [line]" src="data:image/png;base64,${png}"><figcaption>Ca_p</figcaption></figure>`,
      })], { tags: ["remove-input"] }),
      code("t", [shown({
        "text/html":
          '<div><table><caption>Cap</caption><tr><th>a</th><th>b</th></tr><tr><td>x</td><td class="number">1</td></tr></table><p>note</p></div>',
      })], { tags: ["remove-input"] }),
    ),
    "x_files",
  );
  assert.equal(
    text,
    "# T\n\n![x](x_files/m-1.png)\n\n```ts\nconst a = `b`;\n```\n\n````text\n```\n````\n\n" +
      '![A \\[line\\]](x_files/f.png "f")\n\n*Ca\\_p*\n\n' +
      "**Cap**\n\n| a | b |\n| :--- | ---: |\n| x | 1 |\n\nnote\n",
  );
  assert.deepEqual(files.map(({ name }) => name), ["x_files/f.png", "x_files/m-1.png"]);
});
