import assert from "node:assert/strict";
import { figureFiles, fixedScheme } from "../../lib/attach/figure_files.ts";
import { publishedLatencyFigure } from "../../lib/present/published_figures.ts";
import { loadPublished } from "../../lib/record/published_read.ts";

const figure = await publishedLatencyFigure(await loadPublished("core-1.1"), "de");
const filesOf = (label: string) =>
  figureFiles({ ...figure, label, svg: figure.svg, captionHtml: figure.toHtml() });

Deno.test("in one page no id of a figure stands twice, and every reference has its target", () => {
  const all = [...filesOf(figure.label), ...filesOf(`${figure.label}-2`)]
    .filter(([name]) => name.endsWith(".svg")).map(([, svg]) => String(svg)).join("\n");
  const ids = [...all.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  assert(ids.length >= 12);
  assert.equal(new Set(ids).size, ids.length);
  const named = [
    ...all.matchAll(/ aria-labelledby="([^"]+)"/g),
    ...all.matchAll(/url\(#([^)]+)\)/g),
    ...all.matchAll(/href="#([^"]+)"/g),
  ].flatMap(([, names]) => names.split(" "));
  assert(named.length >= 12);
  for (const name of named) assert(ids.includes(name), name);
});

Deno.test("the light and the dark form need no setting of the reader", () => {
  const dark = fixedScheme(figure.svg, "dark");
  const light = fixedScheme(figure.svg, "light");
  assert.match(figure.svg, /prefers-color-scheme/);
  assert(!/prefers-color-scheme/.test(dark + light));
  assert.match(dark, /#14181f/);
  assert(!light.includes("#14181f"));
});

Deno.test("the snippet has alternative text, size and caption in the figure's language", () => {
  const snippet = String(filesOf("figure").get("figure.html"));
  assert.match(snippet, /<img src="figure\.svg" width="560" height="\d+"[^>]* alt="[^"]{40}/);
  assert.match(snippet, /<figcaption><strong>[^<]+<\/strong>[^<]*Mediane/);
});

Deno.test("a drawing names fonts to fall back on and no outside file", () => {
  assert.match(figure.svg, /font:[^;]*system-ui[^;]*sans-serif/);
  assert(!/@font-face|@import|href="http/.test(figure.svg));
});
