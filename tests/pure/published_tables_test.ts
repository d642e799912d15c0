import assert from "node:assert/strict";
import { printedNumberSchema } from "../../lib/record/printed.ts";
import { type Publication, publishedSchema } from "../../lib/record/published.ts";
import { findPublished, loadPublished, readPublished } from "../../lib/record/published_read.ts";
import { languages } from "../../lib/present/format.ts";
import { attemptsTable } from "../../lib/present/published_attempts.ts";
import { besideTable } from "../../lib/present/published_beside.ts";
import { publishedEffectsTable } from "../../lib/present/published_effects.ts";
import { p95Table, publishedSoakTable, publishedTable } from "../../lib/present/published_table.ts";
import { verbatimSoakTable, verbatimTable } from "../../lib/present/published_verbatim.ts";
import type { Table } from "../../lib/present/table.ts";
import { tableJson } from "../../lib/present/table_json.ts";
import { tableMarkdown } from "../../lib/present/table_markdown.ts";
import { figuresOf, publishedEffect } from "../../lib/summarize/published_effects.ts";

const polish = await loadPublished("historical-api-8b");
const german = await loadPublished("core-1.1");

/** The tables of the two articles, as they stand in their Markdown. */
const printed = await Deno.readTextFile(
  new URL("../cases/published-tables/tables.txt", import.meta.url),
);
const [polishText, germanText, soakText] = printed.split("\n\n").map((text) => text.trim());

function cellsOf(markdown: string): string[][] {
  return markdown.split("\n").filter((line) => !line.startsWith("|---"))
    .map((line) => line.slice(1, -1).split("|").map((cell) => cell.trim()));
}

function textsOf(table: Table): string[][] {
  return [
    table.columns.map((column) => table.headOf(column)),
    ...table.rows.map((row) => row.map((cell) => cell.text)),
  ];
}

Deno.test("each published table is printed cell for cell as its article prints it", () => {
  assert.deepEqual(textsOf(verbatimTable(polish)), cellsOf(polishText));
  assert.deepEqual(textsOf(verbatimTable(german)), cellsOf(germanText));
  assert.deepEqual(textsOf(verbatimSoakTable(german)), cellsOf(soakText));
  for (const table of [verbatimTable(polish), verbatimTable(german)]) {
    const lines = tableMarkdown(table).split("\n").filter((line) => /^\| .*\d/.test(line));
    const text = table.language === "pl" ? polishText : germanText;
    const rows = text.split("\n").slice(2).map((line) => line.replaceAll("_", "\\_"));
    assert.deepEqual(lines, rows);
  }
});

Deno.test("in the other languages each figure keeps its digits and takes the language's marks", () => {
  const figures = ["ttft-median", "response-median", "throughput"];
  const marks = { pl: ",", de: ",", en: "." };
  for (const publication of [polish, german]) {
    for (const language of languages) {
      const { rows } = tableJson(publishedTable(publication, language));
      publication.scenarios.forEach((scenario, at) => {
        const digits = [
          scenario.ttftMedianSeconds,
          scenario.responseMedianSeconds,
          scenario.outputTokensPerSecond,
        ];
        assert.deepEqual(
          figures.map((id) => rows[at][id].text),
          digits.map((text) => text!.replace(".", marks[language])),
        );
        assert.deepEqual(figures.map((id) => rows[at][id].value), digits);
      });
    }
  }
  const soak = tableJson(publishedSoakTable(german, "pl")).rows[0];
  assert.equal(soak.throughput.text, "40,9");
  assert.equal(soak["response-p95"].text, "25,1");
});

Deno.test("p95 stands beside the soak alone, and elsewhere what is missing", () => {
  const { rows } = tableJson(p95Table(german, "en"));
  assert.equal(rows.length, 13);
  assert.equal(rows[0]["response-p95"].text, "25.1");
  const missing = rows.slice(1).map((row) => row["response-p95"]);
  assert.deepEqual(new Set(missing.map((cell) => cell.value)), new Set([null]));
  assert.equal(missing[0].text, "195 short of 200");
  assert.equal(missing[2].text, "180 short of 200");
  assert.throws(() => p95Table(polish, "en"), /prints none/);
  // a soak below the gate has none either
  const short = { ...german, soak: { ...german.soak!, responses: 199 } };
  assert.equal(p95Table(short, "de").rows[0].at(-1)!.text, "1 fehlt bis 200");
});

Deno.test("what did not complete stands apart and has no figure", () => {
  const attempts = tableJson(attemptsTable(polish, "en")).rows;
  assert.deepEqual([...new Set(attempts.map((row) => row.attempt.text))], [
    "8b-api-32768",
    "32b-api",
    "72b-api",
    "32b-soak",
  ]);
  assert.deepEqual(attempts.map((row) => row.status.text), [
    "stopped by the safety limit",
    "completed",
    "completed",
    "completed",
    "stopped in warm-up",
    "completed",
    "partial",
    "not started",
    "not started",
    "partial",
  ]);
  assert.deepEqual(attempts.at(-1)!.campaign.text, "105.11");
  assert.equal(german.excluded.length, 3);
  const none = attemptsTable({ ...polish, attempts: [] }, "en");
  assert.deepEqual(none.notes, [
    "None: the publication names no attempt that did not complete.",
  ]);
  const notes = (of: typeof polish.attempts) =>
    attemptsTable({ ...polish, attempts: of }, "en").notes.join(" ");
  assert.match(notes(polish.attempts), /completed before it was stopped/);
  assert.doesNotMatch(notes(polish.attempts.slice(0, 1)), /completed before it was stopped/);
  // the shape has no place for a figure of an attempt
  const forged = structuredClone(polish) as unknown as Record<string, unknown[]>;
  Object.assign((forged.attempts[3] as { scenarios: object[] }).scenarios[0], {
    outputTokensPerSecond: "40.0",
  });
  assert.throws(() => publishedSchema.parse(forged), /outputTokensPerSecond/);
});

Deno.test("two methods share a table only beside each other, each definition in its own column", () => {
  const { columns, rows } = besideTable([polish, german], "en");
  assert.equal(rows.length, 8);
  const definitions = columns.slice(-2).map((column) => column.id);
  assert.deepEqual(definitions, [
    "throughput-mean-of-round-rates",
    "throughput-tokens-over-union",
  ]);
  for (const row of rows) {
    const [mean, union] = row.slice(-2).map((cell) => cell.value);
    assert.equal(row[0].text === "historical", mean !== null);
    assert.equal(row[0].text === "core-1.1", union !== null);
  }
});

Deno.test("effects stay within a method: the compiler refuses another, and so does the function", () => {
  const [first] = figuresOf(polish);
  const second = figuresOf(german)[2];
  assert.throws(
    // @ts-expect-error a scenario of another method
    () => publishedEffect(first, second, "outputTokensPerSecond"),
    /the methods are historical and core-1\.1/,
  );
  const rows = figuresOf(german);
  assert.throws(() => publishedEffect(rows[0], rows[3], "ttftMedianSeconds"), /one factor only/);
  assert.throws(() => publishedEffect(rows[0], rows[4], "ttftMedianSeconds"), /one factor only/);
  const gain = publishedEffect(rows[5], rows[7], "outputTokensPerSecond")!;
  assert.equal(gain.factor, "concurrency");
  // 41.45 / 30.85 and 41.55 / 30.75
  assert.deepEqual(gain.ratio!.shown(4), { low: "1.3435", high: "1.3513" });
  const effects = publishedEffectsTable(polish, "en");
  assert.equal(effects.rows.length, 12);
  assert(effects.rows.every((row) => / \((s|tokens\/s)\)$/.test(row[4].text)), "units are told");
  assert.equal(publishedEffectsTable(german, "de").rows.length, 36);
  // a figure that may be zero divides nothing
  const zero = { ...rows[0], ttftMedianSeconds: printedNumberSchema.parse("0.0") };
  assert.equal(publishedEffect(zero, rows[1], "ttftMedianSeconds")!.ratio, null);
});

Deno.test("a figure that lost digits or a member that is misspelt is refused by name", async () => {
  const refused = async (change: (publication: Record<string, unknown>) => void, why: RegExp) => {
    const value = structuredClone(polish) as unknown as Record<string, unknown>;
    change(value);
    const path = await Deno.makeTempFile({ suffix: ".json" });
    try {
      await Deno.writeTextFile(path, JSON.stringify(value));
      await assert.rejects(readPublished(path), why);
    } finally {
      await Deno.remove(path);
    }
  };
  type Rows = Publication["scenarios"];
  const rows = (value: Record<string, unknown>) => value.scenarios as Record<string, unknown>[];
  await refused((value) => {
    rows(value)[1].ttftMedianSeconds = 0.7;
  }, /scenarios\.1\.ttftMedianSeconds: must be the printed digits as text/);
  await refused((value) => {
    rows(value)[1].ttftMedianSeconds = "0,70";
  }, /must be digits with a point/);
  await refused((value) => {
    value.sauk = null;
  }, /sauk/);
  await refused((value) => {
    value.scenarios = [...rows(value), rows(value)[0]] as unknown as Rows;
  }, /scenarios\.4: Qwen3-8B Q4_K_M 2048x1 stands twice/);
  await refused((value) => {
    value.version = 2;
  }, /version/);
  await assert.rejects(findPublished("no-such-file.json"), /no such file/);
});
