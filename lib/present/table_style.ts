import { roomRules } from "../base/column_room.ts";
import { edgeShadow } from "../base/edge_shadow.ts";

/**
 * The table's own style, in light and dark, for a place without a style sheet. A page that has one
 * styles the same classes: `corebook-table`, in it `scroll`, `note` and `provenance`, and on cells
 * `number` or the room of `columnRoom`.
 *
 * Where more of a table lies behind an edge of its scroll box, the edge has a shadow, and on a
 * desktop there is a bar. Shadow and standing first column need the ground's colour, which
 * JupyterLab tells; another front end has the bar.
 */
export const tableStyle = `
.corebook-table { margin: 1em 0; container-type: inline-size; font-variant-numeric: tabular-nums; }
.corebook-table .scroll {
  scrollbar-width: thin; scrollbar-color: rgb(128 128 128 / .6) transparent;
  ${edgeShadow("var(--jp-layout-color0)")}
}
.corebook-table table { border-collapse: separate; border-spacing: 0; margin: 0; }
.corebook-table tbody tr:nth-child(n) { background: none; }
.corebook-table caption { caption-side: top; text-align: left; font-weight: 600; padding: 0 0 .6em; }
.corebook-table caption { position: sticky; left: 0; max-width: 100cqw; }
.corebook-table :is(th, td) { padding: .35em .6em; text-align: left; vertical-align: baseline; border: 0; }
.corebook-table :is(th, td).number { text-align: right; }
.corebook-table thead th { font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid; }
.corebook-table tbody th { font-weight: 400; }
${roomRules(".corebook-table ")}
.corebook-table tbody tr + tr :is(th, td) { border-top: 1px solid rgb(128 128 128 / .25); }
.corebook-table tbody tr:last-child :is(th, td) { border-bottom: 1.5px solid; }
@container (min-width: 18rem) {
  @supports (animation-timeline: scroll()) {
    .jp-RenderedHTMLCommon .corebook-table tr > :first-child { position: sticky; left: 0; background: var(--jp-layout-color0); }
    .jp-RenderedHTMLCommon .corebook-table tr > :first-child::after {
      content: ""; position: absolute; inset: 0 -.7rem 0 auto; width: .7rem; opacity: 0;
      background: linear-gradient(to right, rgb(128 128 128 / .35), transparent);
      animation: corebook-beneath linear both; animation-timeline: scroll(inline); animation-range: 0 1rem;
    }
  }
}
@keyframes corebook-beneath { to { opacity: 1; } }
.corebook-table .note { margin: .5em 0 0; font-size: .86em; line-height: 1.45; opacity: .8; text-wrap: pretty; }
.corebook-table .provenance { font-weight: 400; border: 1px solid; border-radius: 1em; padding: 0 .6em; font-size: .92em; }
`.trim();
