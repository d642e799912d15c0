import { roomRules } from "./column_room.ts";
import { edgeShadow } from "./edge_shadow.ts";

/**
 * The one style of every page that the project writes: exported notebooks and reports. System fonts
 * and no outside file; light and dark by the reader's setting; one column that reads from 360 CSS
 * pixels on; on paper without navigation and with every fold open. The colours of text have a
 * contrast of at least 4.5 to 1 on their grounds.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --sunken: #f5f6f8; --line: #d8dce2; --rule: #9aa3af;
  --ink: #1c2430; --quiet: #586273; --accent: #1f5fae; --bad: #a8201a; --bad-ground: #fdf1f0;
  --t-keyword: #8a2a7d; --t-string: #1f6b3a; --t-number: #9a4a00; --t-comment: #5d6776;
  --t-type: #1f5fae;
  --sans: system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, "DejaVu Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181f; --sunken: #1c222b; --line: #323a46; --rule: #6b7686;
    --ink: #e6e9ee; --quiet: #a3adbb; --accent: #86b7f5; --bad: #ff9b92; --bad-ground: #2c1b1d;
    --t-keyword: #dd9bd2; --t-string: #8fcf9f; --t-number: #f0b070; --t-comment: #98a2b1;
    --t-type: #8fbcf5;
  }
}
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1.5rem; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.62 var(--sans); overflow-wrap: break-word;
}
/* a column of text in the middle; what is wider may use the room at its right */
.page { padding: 2.5rem 1.25rem 5rem; padding-left: max(1.25rem, 50% - 22.5rem); }
main { min-width: 0; }
:where(h1, h2, h3, h4, h5, h6, p, ul, ol, dl, blockquote, hr, .code, .markdown pre, .error, figcaption, .contents, .foot) { max-width: 45rem; }
main:focus { outline: none; }

h1, h2, h3, h4, h5, h6 { line-height: 1.25; font-weight: 650; text-wrap: balance; margin: 2.2em 0 .6em; }
h1 { font-size: 2.05rem; letter-spacing: -.015em; margin-top: 0; }
:not(:first-child) > h1:not(:first-child), .cell ~ .cell > h1 { margin-top: 2em; }
h2 { font-size: 1.45rem; letter-spacing: -.008em; }
h3 { font-size: 1.17rem; }
h4, h5, h6 { font-size: 1.03rem; }
p, ul, ol, dl, blockquote { margin: 0 0 1.05em; }
ul, ol { padding-left: 1.4em; }
li { margin: .25em 0; }
li > :is(ul, ol, p) { margin-bottom: .25em; }
li::marker { color: var(--quiet); }
dt { font-weight: 600; }
dd { margin: 0 0 .6em 1.4em; }
a { color: var(--accent); text-decoration-thickness: .07em; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: .14em; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
blockquote { margin-inline: 0; padding-left: 1.1rem; border-left: 3px solid var(--line); color: var(--quiet); }
hr { border: 0; border-top: 1px solid var(--line); margin: 2.5em 0; }
img { max-width: min(100%, 45rem); height: auto; }
small { font-size: .86em; }
mark { background: #fdeeb0; color: #1c2430; }

code, kbd, samp, pre { font-family: var(--mono); font-size: .86em; }
.word { white-space: nowrap; }
:not(pre) > code, kbd { background: var(--sunken); border-radius: 4px; padding: .12em .34em; }
pre { margin: 0 0 1.05em; line-height: 1.55; tab-size: 2; }
pre code { font-size: 1em; }
.code, .markdown pre {
  background: var(--sunken); border-radius: 8px; padding: .85rem 1rem;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.t-keyword { color: var(--t-keyword); } .t-string { color: var(--t-string); }
.t-number { color: var(--t-number); } .t-type { color: var(--t-type); }
.t-comment { color: var(--t-comment); font-style: italic; }

.cell { margin: 0 0 1.5rem; }
.cell.code-cell { margin: 1.5rem 0 2rem; }
.cell > :last-child, .output > :last-child { margin-bottom: 0; }
.code-cell > .code + .output, .fold + .output { margin-top: 1rem; }
.output + .output { margin-top: 1.25rem; }
.text { overflow-x: auto; white-space: pre; padding: .2rem 0 .2rem 1rem; border-left: 3px solid var(--line); }
.stderr { color: var(--quiet); }
.error { white-space: pre-wrap; overflow-wrap: anywhere; color: var(--bad); background: var(--bad-ground); border-left-color: var(--bad); padding-block: .7rem; }
.left-out { color: var(--quiet); font-style: italic; }
.fold > summary {
  cursor: pointer; color: var(--quiet); font-size: .86rem; padding: .2rem 0; width: fit-content;
}
.fold > summary:hover { color: var(--ink); }
.fold[open] > summary { margin-bottom: .4rem; }

.scroll, .text {
  scrollbar-width: thin; scrollbar-color: var(--rule) transparent;
  ${edgeShadow("var(--ground)")}
}
.scroll { overflow-x: auto; margin: 0 0 1.05em; }
.corebook-table .scroll { margin-bottom: 0; }
table { overflow-wrap: normal; border-collapse: separate; border-spacing: 0; max-width: 56rem; margin: 0 0 .4rem; font-size: .88rem; line-height: 1.4; font-variant-numeric: tabular-nums; }
caption { caption-side: top; text-align: left; font-weight: 600; padding: 0 0 .6rem; }
/* a caption keeps to the screen while its wide table scrolls */
caption { position: sticky; left: 0; max-width: min(45rem, 100vw - 2.5rem); background: var(--ground); }
th, td { padding: .42em .75em .42em 0; text-align: left; vertical-align: baseline; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid var(--rule); }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody tr:last-child > * { border-bottom: 1.5px solid var(--rule); }
th.number, td.number { text-align: right; }
${roomRules()}
tbody .long:nth-child(2):last-child { overflow-wrap: anywhere; }
/* a row keeps its name while its table scrolls, with a shadow on the cells that go beneath it */
@supports (animation-timeline: scroll()) {
  tr > :is(.short, .medium, .long, .number):first-child { position: sticky; left: 0; background: var(--ground); }
  tr > :is(.short, .medium, .long, .number):first-child::after {
    content: ""; position: absolute; inset: 0 -.7rem 0 auto; width: .7rem; opacity: 0;
    background: linear-gradient(to right, rgb(128 128 128 / .35), transparent);
    animation: beneath linear both; animation-timeline: scroll(inline); animation-range: 0 1rem;
  }
}
@keyframes beneath { to { opacity: 1; } }
.corebook-table { margin: 0 0 1.3rem; }
.corebook-table .note { margin: .45rem 0 0; }
.corebook-table .provenance { font-weight: 400; border: 1px solid var(--rule); border-radius: 1em; padding: .05em .6em; }
figure { margin: 0 0 1.5rem; }
figure > img, .output > img { display: block; }
.corebook-figure > img { width: 100%; max-width: 45rem; }
figcaption { margin-top: .6rem; }
.note, figcaption { font-size: .88rem; line-height: 1.5; text-wrap: pretty; color: var(--quiet); }
figcaption strong { color: var(--ink); }

.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .5rem .9rem; background: var(--ground); border-radius: 6px; }
.contents { margin: 0 0 2.5rem; font-size: .92rem; line-height: 1.45; }
.contents summary { width: fit-content; cursor: pointer; color: var(--quiet); }
.contents summary:hover { color: var(--ink); }
.contents details[open] > summary { margin-bottom: .4rem; }
.contents ol { list-style: none; margin: 0; padding: 0; }
.contents ol ol { padding-left: 1rem; }
.contents a { display: block; padding: .22rem 0; color: var(--quiet); text-decoration: none; }
.contents a:hover { color: var(--ink); text-decoration: underline; }
.foot { margin-top: 4rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .86rem; color: var(--quiet); }
@media (min-width: 75rem) {
  .with-contents { display: grid; grid-template-columns: 13rem minmax(0, 1fr); column-gap: 3.5rem; align-items: start; padding-left: max(1.25rem, 50% - 34.25rem); }
  .with-contents > .contents { position: sticky; top: 2.5rem; max-height: calc(100vh - 5rem); overflow-y: auto; margin: .6rem 0 0; }
  .contents summary { list-style: none; margin-bottom: .4rem; font-weight: 600; }
  .contents summary::-webkit-details-marker { display: none; }
  .contents details::details-content { content-visibility: visible; block-size: auto; }
  .with-contents > main { grid-column: 2; }
  .with-contents > .foot { grid-column: 2; }
}
@media (max-width: 30rem) {
  body { font-size: 1rem; }
  .page { padding: 1.5rem 1rem 3.5rem; }
  h1 { font-size: 1.65rem; } h2 { font-size: 1.3rem; }
  .code, .markdown pre { padding: .75rem .8rem; }
  table { font-size: .81rem; }
  th, td { padding-right: .6em; }
  .corebook-figure > img { width: calc(100% + 1.4rem); max-width: none; margin-inline: -.7rem; }
}
@media print {
  :root {
    color-scheme: light;
    --ground: #ffffff; --sunken: #f5f6f8; --line: #d0d4da; --rule: #7c8591;
    --ink: #000000; --quiet: #444b57; --accent: #000000; --bad: #8a1a15; --bad-ground: #ffffff;
    --t-keyword: #6d2063; --t-string: #1a5730; --t-number: #7a3b00; --t-comment: #555e6b; --t-type: #1a4d8c;
  }
  @page { margin: 18mm 16mm; }
  body { font-size: 10.5pt; line-height: 1.5; }
  .page, .with-contents { display: block; max-width: none; padding: 0; }
  .contents, .skip, .fold > summary { display: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .scroll, .text { overflow: visible; background: none; }
  .text { white-space: pre-wrap; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  figure, tr, .code { break-inside: avoid; }
  thead { display: table-header-group; }
  a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; overflow-wrap: anywhere; }
}
`.trim();
