import assert from "node:assert/strict";
import MarkdownIt from "markdown-it";
import { dataMime } from "../../lib/base/data_mime.ts";
import { seededRandom } from "../../lib/base/random.ts";
import { Table, type TableInput } from "../../lib/present/table.ts";
import { tableCsv, tableCsvDescription } from "../../lib/present/table_csv.ts";
import { tableHtml } from "../../lib/present/table_html.ts";
import { tableJson } from "../../lib/present/table_json.ts";
import { escapeLatex, tableLatex } from "../../lib/present/table_latex.ts";
import { tableMarkdown } from "../../lib/present/table_markdown.ts";
import { tableText } from "../../lib/present/table_text.ts";
import names from "../cases/F-NBK-12/names.json" with { type: "json" };

const input: TableInput = {
  id: "speed",
  language: "de",
  caption: "Durchsatz",
  columns: [
    { id: "model", head: "Modell" },
    { id: "responses", head: "Antworten", kind: "count" },
    { id: "throughput", head: "Durchsatz", unit: "tokens/s", kind: "number", decimals: 2 },
    { id: "printed", head: "Gedruckt", unit: "s", kind: "printed" },
  ],
  rows: [
    ["tiny", 2304, 171.898607, "0.70"],
    ["large", 5, null, { value: null, text: "195 Antworten fehlen" }],
  ],
  notes: ["n = 5 < 200."],
  provenance: [{ kind: "published", statement: "Printed figures." }],
};

/** Rows of cells in which only the first column's texts vary. */
const tableOf = (texts: string[]) =>
  new Table({ ...input, rows: texts.map((text) => [text, 1, 1, "1"]) });

const unescapeHtml = (html: string) =>
  html.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name as "amp"],
  );

const firstCells = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<tr>\\s*<${tag}[^>]*>([^]*?)</${tag}>`, "g"))]
    .map((match) => unescapeHtml(match[1]));

Deno.test("a table in every format", () => {
  const table = new Table(input);
  assert.equal(
    tableText(table),
    [
      "Durchsatz",
      "",
      "Modell  Antworten  Durchsatz, Tokens/s           Gedruckt, s",
      "──────  ─────────  ───────────────────  ────────────────────",
      "tiny        2.304               171,90                  0,70",
      "large           5                    –  195 Antworten fehlen",
      "",
      "n = 5 < 200.",
      "veröffentlicht: Printed figures.",
      "",
    ].join("\n"),
  );
  assert.equal(
    tableCsv(table),
    "Modell;Antworten;Durchsatz, Tokens/s;Gedruckt, s\r\n" +
      "tiny;2304;171,898607;0,70\r\nlarge;5;;\r\n",
  );
  assert.match(tableMarkdown(table), /^\| tiny \| 2\.304 \| 171,90 \| 0,70 \|$/m);
  assert.match(tableLatex(table), /^tiny & 2\.304 & 171,90 & 0,70 \\\\$/m);
  const html = tableHtml(table);
  assert.match(html, /<caption>Durchsatz<\/caption>/);
  assert.equal(html.match(/<th scope="col"/g)?.length, 4);
  assert.equal(html.match(/<th scope="row"/g)?.length, 2);
  assert.match(html, /lang="de"/);
  assert.match(html, /n = 5 &lt; 200\./);
  assert.doesNotMatch(html, / id="/);
  assert.match(html, /<th scope="row" class="short">tiny<\/th><td class="number">2\.304<\/td>/);
  // a place that drops the style sheet lets a wide table scroll too
  const box = '<div class="scroll" style="overflow-x: auto" tabindex="0" role="group" ';
  assert(tableHtml(table, { style: true }).includes(`${box}aria-label="Durchsatz">`));
  assert.deepEqual(tableJson(table).rows[0].throughput, { value: 171.898607, text: "171,90" });
  const bundle = (table as unknown as Record<symbol, () => Record<string, unknown>>)[
    Symbol.for("Jupyter.display")
  ]();
  assert.deepEqual(Object.keys(bundle), ["text/html", dataMime, "text/plain"]);
});

Deno.test("a table without rows says so in every format", () => {
  for (
    const [empty, said] of [[undefined, "Keine Zeile."], ["Keine: alles gelang.", null]] as const
  ) {
    const table = new Table({ ...input, rows: [], empty });
    const sentence = said ?? empty!;
    assert.deepEqual(table.notes, [sentence, "n = 5 < 200."]);
    for (const printed of [tableText, tableMarkdown, tableHtml, tableLatex]) {
      assert(printed(table).includes(sentence), printed.name);
    }
    assert.match(JSON.stringify(tableCsvDescription(table, "a.csv")), new RegExp(sentence));
  }
});

Deno.test("the separator and the marks of a CSV follow the language and are described", () => {
  const english = new Table({ ...input, language: "en" });
  assert.match(tableCsv(english), /^tiny,2304,171\.898607,0\.70\r\n/m);
  assert.match(tableCsv(english), /"Durchsatz, tokens\/s"/);
  const described = tableCsvDescription(new Table(input), "speed.csv") as {
    dialect: { delimiter: string };
    tableSchema: { columns: { name: string; datatype: unknown }[] };
  };
  assert.equal(described.dialect.delimiter, ";");
  assert.deepEqual(described.tableSchema.columns[2].datatype, {
    base: "decimal",
    format: { decimalChar: "," },
  });
  const tiny = new Table({ ...input, rows: [["tiny", 1, 1.5e-7, "1"], ["big", 1, 1e21, "1"]] });
  assert.match(tableCsv(tiny), /;0,00000015;/);
  assert.match(tableCsv(tiny), /;1000000000000000000000;/);
});

Deno.test("names are escaped for the format they go to (F-NBK-12)", () => {
  const table = tableOf(names);
  assert.deepEqual(names.map(escapeLatex), [
    "Qwen\\_7B\\_Q4\\_K\\_M",
    "50\\% offload \\& -fa",
    "draft|target",
    "\\textless{}b\\textgreater{}x\\textless{}/b\\textgreater{} \\$\\{HOME\\} \\#1",
    "back\\textbackslash{}slash\\textasciitilde{}tilde\\textasciicircum{}hat\\{brace\\}",
    "zażółć gęślą – Größe 10 µs",
  ]);
  assert.match(tableMarkdown(table), /\| draft\\\|target \|/);
  assert.match(tableMarkdown(table), /&lt;b&gt;x&lt;\/b&gt;/);
  assert.match(tableHtml(table), /&lt;b&gt;x&lt;\/b&gt; \${HOME} #1/);
  const text = tableText(table);
  for (const name of names) assert(text.includes(name));
  assert.deepEqual(tableJson(table).rows.map((row) => row.model.value), names);
});

Deno.test("whatever a name is made of, Markdown and HTML show it as it is", () => {
  const random = seededRandom(5);
  const alphabet = [..."ab1 \\`*_{}[]()<>#+-.!|~$&^\"'=:/@%;ż", "**", "&lt;", "](", "\\|", "--"];
  const texts = Array.from(
    { length: 400 },
    () =>
      "x" + Array.from({ length: 9 }, () => alphabet[Math.floor(random() * alphabet.length)])
        .join("") +
      "x",
  );
  const table = tableOf(texts);
  const markdown = new MarkdownIt({ html: true }).render(tableMarkdown(table));
  assert.deepEqual(firstCells(markdown, "td"), texts);
  assert.equal(markdown.match(/<td/g)?.length, texts.length * 4);
  assert.deepEqual(firstCells(tableHtml(table), "th").slice(1), texts);
});

Deno.test("a CSV field cannot become a formula or break its row", () => {
  const hostile = ["=1+1", "+1", "-fa", "@SUM(A1)", "\t=1", "＝1", 'a"b;c', "two\nlines", "ok"];
  const fields = tableCsv(tableOf(hostile)).split("\r\n").slice(1, -1)
    .map((line) => line.replace(/;1;1;1$/, ""));
  assert.deepEqual(fields, [
    "'=1+1",
    "'+1",
    "'-fa",
    "'@SUM(A1)",
    "'\t=1",
    "'＝1",
    '"a""b;c"',
    '"two\nlines"',
    "ok",
  ]);
  // a negative number is a number
  const negative = new Table({ ...input, rows: [["x", 1, -5.5, "-0.5"]] });
  assert.match(tableCsv(negative), /x;1;-5,5;-0,5/);
});

Deno.test("a terminal is not steered by a name, and wide letters line up", () => {
  const lines = tableText(tableOf(["\u001b[2Jx", "表", "e\u0301"])).split("\n");
  assert.match(lines[4], /^\ufffd\[2Jx /);
  assert.equal(lines[5].indexOf("1") + 1, lines[6].normalize("NFC").indexOf("1"));
});

Deno.test("a table that cannot be read rightly is refused", () => {
  const refused = (change: Partial<TableInput>, why: RegExp) =>
    assert.throws(() => new Table({ ...input, ...change }), why);
  refused({ rows: [["x", 1]] }, /row 1 has 2 cells, 4 columns/);
  refused({ columns: [input.columns[0], input.columns[0]], rows: [] }, /two columns have one id/);
  refused({ columns: [{ id: "a", head: "a", kind: "number" }] }, /a number has decimals/);
  refused({ rows: [["x", 1, NaN, "1"]] }, /NaN/);
  refused({ provenance: [] }, /does not say where/);
  const both: TableInput["provenance"] = [
    { kind: "measured", statement: "a" },
    { kind: "simulated", statement: "b" },
  ];
  refused({ provenance: both }, /measured and simulated, and no column says which/);
  const told = new Table({
    ...input,
    columns: [{ id: "model", head: "Modell" }, {
      id: "provenance",
      head: "Herkunft",
      kind: "provenance",
    }],
    rows: [["a", "measured"], ["b", "simulated"]],
    provenance: both,
  });
  assert.deepEqual(told.rows.map((row) => row[1].text), ["gemessen", "simuliert"]);
});
