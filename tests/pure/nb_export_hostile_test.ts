import assert from "node:assert/strict";
import { JSDOM, VirtualConsole } from "jsdom";
import { exportHtml } from "../../lib/notebook/export/html.ts";
import { openSanitizer } from "../../lib/notebook/export/sanitize.ts";
import { hostileHtml, hostileNotebook } from "../notebooks/hostile.ts";

const elements = new Set(
  ("html head meta title style body a div nav details summary ol ul li main h1 h2 h3 h4 h5 h6 p pre code span " +
    "img figure figcaption table caption thead tbody tfoot tr th td blockquote br wbr em strong del s u b i")
    .split(" "),
);
const attributes = new Set(
  ("lang charset http-equiv content name class href tabindex id aria-label role src alt scope title open rel style " +
    "width height dir start").split(" "),
);

/** Everything in a page that could act, load or send. */
function dangers(page: string): string[] {
  const { document } = new JSDOM(page, { virtualConsole: new VirtualConsole() }).window;
  const found: string[] = [];
  for (const element of document.querySelectorAll("*")) {
    const name = element.localName;
    if (!elements.has(name)) found.push(`<${name}>`);
    for (const { name: key, value } of element.attributes) {
      if (!attributes.has(key)) found.push(`${key} on <${name}>`);
      if (key === "href" && !/^(#|https?:|mailto:|[^:]*$)/.test(value)) found.push(`href ${value}`);
      if (key === "style" && /url|position|\\/.test(value)) found.push(`style ${value}`);
      if (key !== "src") continue;
      const data = /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,([A-Za-z0-9+/=]*)$/.exec(
        value,
      );
      if (!data) found.push(`src ${value}`);
      else if (data[1] === "svg+xml") {
        const svg = new TextDecoder().decode(Uint8Array.fromBase64(data[2]));
        if (/<script|\son\w+=|javascript:|127\.0\.0\.1|foreignObject|iframe/i.test(svg)) {
          found.push(svg);
        }
      }
    }
  }
  const styles = [...document.querySelectorAll("style")];
  if (styles.length !== 1 || /@import|url\(/.test(styles[0].textContent ?? "")) found.push("style");
  if (!document.querySelector("meta[http-equiv=Content-Security-Policy]")) found.push("no policy");
  // the last element of the page is still where it belongs: nothing broke out of its place
  if (document.body.children.length !== 2) found.push("something left its place");
  return found;
}

Deno.test("a hostile notebook has nothing in its page that acts, loads or covers", async () => {
  const page = await exportHtml(hostileNotebook(), { name: "hostile", folder: null });
  assert.deepEqual(dangers(page), []);
  assert(!page.includes("root:"), "a private file went into the page");
});

Deno.test("the checks of this file do find what is dangerous", () => {
  const missed: string[] = [];
  for (const html of hostileHtml) {
    const page =
      `<!doctype html><style></style><meta http-equiv=Content-Security-Policy><body><a></a><div>${html}</div>`;
    if (dangers(page).length === 0) missed.push(html);
  }
  // a link to a page, a comment and clobbering ids are no danger by themselves
  assert(missed.length <= 3, missed.join("\n"));
});

Deno.test("what is harmless stays: text, tables, links, alignment and pictures", async () => {
  const sanitizer = await openSanitizer();
  const clean = (html: string) => sanitizer.html(sanitizer.parse(html)).innerHTML;
  for (
    const html of [
      "<p>a <em>b</em> <code>c</code><br>d</p>",
      '<a href="https://example.org/x?y=1#z">e</a>',
      '<table><caption>f</caption><tbody><tr><th scope="row">g</th><td class="number">1</td></tr></tbody></table>',
      '<p style="text-align: right">i</p>',
      '<img src="data:image/png;base64,AAAA" alt="h">',
    ]
  ) assert.equal(clean(html), html);
});

Deno.test("a figure's SVG keeps its drawing, its words and its style for dark grounds", async () => {
  const sanitizer = await openSanitizer();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="img" aria-labelledby="t">' +
    '<title id="t">Żółć – Größe (ms)</title><style>@media (prefers-color-scheme: dark) { .a { fill: red } }</style>' +
    '<clipPath id="c"><rect width="9" height="9"/></clipPath>' +
    '<g clip-path="url(#c)"><path d="M0,0L9,9" stroke="#000"/><text font-family="system-ui, sans-serif">a\u00a0b</text></g></svg>';
  assert.equal(sanitizer.svg(svg), svg);
  assert.equal(sanitizer.svg("no picture"), null);
});
