import assert from "node:assert/strict";
import { compareArticle } from "../../lib/attach/compare_article.ts";
import { compareFigures } from "../../lib/attach/compare_figures.ts";
import { compareTables } from "../../lib/attach/compare_tables.ts";
import { explainDifference } from "../../lib/attach/explain_difference.ts";
import { printedCells } from "../../lib/attach/printed_cells.ts";
import { tableFiles } from "../../lib/attach/table_files.ts";
import { type Language, languages } from "../../lib/present/format.ts";
import { verbatimTable } from "../../lib/present/published_verbatim.ts";
import { loadPublished } from "../../lib/record/published_read.ts";
import { Table, type TableInput } from "../../lib/present/table.ts";

function speed(
  rows: [string, number, number | null][],
  decimals = 1,
  language: Language = "en",
): Table {
  return new Table({
    id: "speed",
    language,
    caption: "Speed | <fast>",
    columns: [
      { id: "model", head: "Model" },
      { id: "concurrency", head: "At once", kind: "count" },
      { id: "throughput", head: "Throughput", unit: "tokens/s", kind: "number", decimals },
    ],
    rows,
    provenance: [{ kind: "simulated", statement: "Simulated." }],
  });
}

/** The table with some parts replaced. */
function changed(table: Table, parts: Partial<TableInput>): Table {
  const { id, language, caption } = table;
  return new Table({
    id,
    language,
    caption,
    columns: table.columns.map(({ decimals, ...column }) =>
      decimals === null ? column : { ...column, decimals }
    ),
    rows: table.rows.map((row) => [...row]),
    provenance: [...table.provenance],
    ...parts,
  });
}

const told = (printed: Table, made: Table) =>
  compareTables(printed, made).checks.filter(({ verdict }) => verdict !== "equal")
    .map(({ verdict, place, printed, recomputed }) => [verdict, place, printed, recomputed]);

Deno.test("a number is equal, equal within the printed precision, or different", () => {
  const printed = speed([["a", 1, 24.5]]);
  assert.deepEqual(told(printed, speed([["a", 1, 24.5]])), []);
  const place = "row 1 (a, 1, 24.5), Throughput, tokens/s";
  // 24.52 is printed as 24.5, too
  assert.deepEqual(told(printed, speed([["a", 1, 24.52]])), [["rounding", place, "24.5", "24.52"]]);
  // a text that the value beneath it does not have
  const lying = changed(printed, { rows: [["a", 1, { value: 24.5, text: "24.7" }]] });
  assert.equal(told(lying, printed)[0][0], "different");
  // one more decimal, and still the same to the precision of the one with fewer
  assert.deepEqual(told(printed, speed([["a", 1, 24.54]], 2)), [
    ["rounding", place, "24.5", "24.54"],
  ]);
  assert.deepEqual(told(printed, speed([["a", 1, 24.56]], 2)), [
    ["different", place, "24.5", "24.56"],
  ]);
  assert.deepEqual(told(printed, speed([["a", 1, 24.6]])), [["different", place, "24.5", "24.6"]]);
  assert.deepEqual(told(printed, speed([["a", 1, null]])), [[
    "different",
    place,
    "24.5",
    "\u2013",
  ]]);
});

Deno.test("a value that was changed under an unchanged text is found", () => {
  const printed = speed([["a", 1, 24.5]]);
  const lying = changed(printed, { rows: [["a", 1, { value: 999, text: "24.5" }]] });
  assert.deepEqual(told(lying, printed).map(([verdict]) => verdict), ["different"]);
});

Deno.test("a selection of rows is compared row by row, and what is left out is told", () => {
  const all = speed([["a", 1, 1], ["a", 4, 2], ["b", 1, 3], ["b", 4, 4]]);
  const some = speed([["a", 4, 2], ["b", 4, 4]]);
  assert.deepEqual(compareTables(some, all).rows, [1, 3]);
  assert.deepEqual(told(some, all), [["open", "2 of 4 rows are left out", "", null]]);
  const wrong = speed([["a", 4, 2], ["b", 4, 5]]);
  assert.equal(told(wrong, all)[0][0], "different");
  assert.equal(told(wrong, all)[0][3], "4.0");
});

Deno.test("other words in head, caption or source are different", () => {
  const printed = speed([["a", 1, 1]]);
  const other = changed(printed, {
    caption: "Speed",
    provenance: [{ kind: "measured", statement: "Measured." }],
  });
  assert.deepEqual(told(printed, other).map(([, place]) => place), ["caption", "provenance"]);
});

Deno.test("a note, a source or a column that was taken out is different", () => {
  const source = { kind: "simulated" as const, statement: "Simulated, too." };
  const whole = changed(speed([["a", 1, 1]]), { notes: ["n is 3.", "Median."] });
  assert.deepEqual(told(changed(whole, { notes: [] }), whole), [
    ["different", "note 1", "nothing", "n is 3."],
    ["different", "note 2", "nothing", "Median."],
  ]);
  const more = changed(whole, { notes: ["n is 3.", "Median."], provenance: [source, source] });
  const fewer = changed(more, { notes: ["n is 3.", "Median."], provenance: [source] });
  assert.deepEqual(told(fewer, more), [
    ["different", "provenance", "nothing", "simulated: Simulated, too."],
  ]);
  const narrow = changed(speed([["a", 1, 1]]), {
    columns: [{ id: "model", head: "Model" }, {
      id: "concurrency",
      head: "At once",
      kind: "count",
    }],
    rows: [["a", 1]],
  });
  assert.deepEqual(told(narrow, speed([["a", 1, 1]])), [
    ["different", "head of column 3", "nothing", "Throughput, tokens/s"],
  ]);
});

Deno.test("every digit of a drawing counts, in its texts and in its places", () => {
  const drawing = '<svg><text x="12.5">24.5</text><path d="M1,2L-3.5,4"/></svg>';
  const checks = compareFigures(drawing, drawing);
  assert.equal(checks.length, 6);
  assert(checks.every(({ verdict }) => verdict === "equal"));
  const digits = [...drawing.matchAll(/\d/g)].map(({ index }) => index);
  for (const at of digits) {
    const other = drawing.slice(0, at) + ((Number(drawing[at]) + 1) % 10) + drawing.slice(at + 1);
    const wrong = compareFigures(other, drawing).filter(({ verdict }) => verdict !== "equal");
    assert.equal(wrong.length, 1, other);
    assert.notEqual(wrong[0].printed, wrong[0].recomputed);
  }
});

Deno.test("every digit in every form of a table is found where it stands", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  let counted = 0;
  for (const language of languages) {
    const table = speed([["a-1", 1, 24.5], ["b", 4096, 1234.25]], 2, language);
    for (const [name, text] of tableFiles(table, `speed.${language}`)) {
      const expected = bytes(text);
      assert.deepEqual(explainDifference(name, expected, expected), []);
      const start = text.lastIndexOf("<table>") + 1; // not in the style sheet before an HTML table
      const digits = [...text.matchAll(/\d/g)].map(({ index }) => index).filter((at) => at > start);
      counted += digits.length;
      for (const at of digits) {
        const harmed = text.slice(0, at) + ((Number(text[at]) + 1) % 10) + text.slice(at + 1);
        const [first] = explainDifference(name, bytes(harmed), expected);
        assert.equal(first?.verdict, "different", `${name} at ${at}`);
        assert.notEqual(first.printed, first.recomputed);
      }
    }
  }
  assert(counted > 200);
});

Deno.test("the cells of all forms are the table's own", () => {
  const table = speed([['a;b,"c" | d', 1, 24.5]], 1, "de");
  const files = tableFiles(table, "speed.de");
  const cells = ['a;b,"c" | d', "1", "24,5"];
  for (const end of ["csv", "md", "html"]) {
    const rows = printedCells(`speed.de.${end}`, files.get(`speed.de.${end}`)!);
    assert.deepEqual(rows?.[1], cells, end);
  }
  assert.equal(printedCells("a.png", ""), null);
});

Deno.test("the tables of an article itself are held against the attachment's, digit by digit", async () => {
  const table = verbatimTable(await loadPublished("core-1.1"));
  const tables = [
    { name: "other", table: speed([["a", 1, 24.5]]) },
    { name: "verbatim", table },
  ];
  const cells = (row: readonly { text: string }[], tag: string) =>
    row.map(({ text }) => `<${tag}>${text.replace(" ", "&nbsp;")}</${tag}>`).join("");
  const page =
    `<p>1 2 3</p><table><tr>${cells(table.columns.map(({ head }) => ({ text: head })), "th")}</tr>${
      table.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("")
    }</table>` +
    "<table><tr><td>x</td><td>1</td></tr></table>";
  const [same, foreign] = compareArticle("a.html", page, tables)!;
  assert.equal(same.against, "the attachment's verbatim");
  assert.equal(same.checks.length, 6 * 13);
  assert(same.checks.every(({ verdict }) => verdict === "equal"));
  assert.deepEqual(foreign.checks.map(({ verdict }) => verdict), ["open"]);
  const [changed] = compareArticle("a.html", page.replace("46.2", "46.3"), tables)!;
  assert.deepEqual(
    changed.checks.filter(({ verdict }) => verdict !== "equal")
      .map(({ verdict, printed, recomputed }) => [verdict, printed, recomputed]),
    [["different", "46.3", "46.2"]],
  );
  assert.equal(compareArticle("a.docx", "", tables), null);
});
