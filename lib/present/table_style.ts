/**
 * The table's own style, in light and dark, for a place without a style sheet. A page that has one
 * styles the same classes: `corebook-table`, and in it `number`, `note` and `provenance`.
 */
export const tableStyle = `
.corebook-table { margin: 1em 0; overflow-x: auto; container-type: inline-size; font-variant-numeric: tabular-nums; }
.corebook-table table { border-collapse: collapse; border-spacing: 0; margin: 0; }
.corebook-table caption { caption-side: top; text-align: left; font-weight: 600; padding: 0 0 .6em; }
.corebook-table caption { position: sticky; left: 0; max-width: 100cqw; }
.corebook-table :is(th, td) { padding: .35em .6em; text-align: left; vertical-align: baseline; border: 0; }
.corebook-table :is(th, td).number { text-align: right; }
.corebook-table thead th { font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid; }
.corebook-table tbody th { font-weight: 400; }
.corebook-table td.number { white-space: nowrap; }
@media (min-width: 48rem) { .corebook-table tbody th { white-space: nowrap; } }
.corebook-table tbody tr + tr :is(th, td) { border-top: 1px solid rgb(128 128 128 / .25); }
.corebook-table tbody tr:last-child :is(th, td) { border-bottom: 1.5px solid; }
.corebook-table .note { margin: .5em 0 0; max-width: 46em; font-size: .86em; line-height: 1.45; opacity: .8; }
.corebook-table .provenance { font-weight: 400; border: 1px solid; border-radius: 1em; padding: 0 .6em; font-size: .92em; }
`.trim();
