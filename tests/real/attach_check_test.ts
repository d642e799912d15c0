import assert from "node:assert/strict";
import { join } from "node:path";
import { checkAttachment, type CheckReport } from "../../lib/attach/check.ts";
import { checkText } from "../../lib/attach/check_text.ts";
import { openAttachment } from "../../lib/attach/open_attachment.ts";
import { sealBag } from "../../lib/archive/bag.ts";
import { MANIFEST, TAG_FILES, TAG_MANIFEST } from "../../lib/archive/bag_files.ts";
import { gzipSync } from "node:zlib";
import { dataMime } from "../../lib/base/data_mime.ts";
import { gunzip } from "../../lib/base/gunzip.ts";
import { decodeLine, encodeLine } from "../../lib/record/journal.ts";
import { hashFile } from "../../lib/base/hash.ts";
import { hastyFiles } from "../records/hasty_files.ts";
import { withAttachment } from "../records/attachment.ts";

/** Changes a file of a bag and seals the bag anew, as a forger would. */
async function forge(bag: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(bag, file);
  const before = await Deno.readTextFile(path);
  const after = change(before);
  assert.notEqual(after, before, `nothing was changed in ${file}`);
  await Deno.writeTextFile(path, after);
  await reseal(bag);
}

async function reseal(bag: string): Promise<void> {
  for (const name of [...TAG_FILES, MANIFEST, TAG_MANIFEST]) {
    await Deno.remove(join(bag, name)).catch(() => {});
  }
  await sealBag(bag, { files: hastyFiles(), info: { "Bagging-Date": "2026-01-31" } });
}

async function nameOf(folder: string): Promise<string> {
  for await (const { name } of Deno.readDir(join(folder, "data/records"))) return name;
  throw new Error("no record");
}

const wrong = (report: CheckReport) =>
  [...report.numbers, ...report.files].filter(({ checks }) =>
    checks.some(({ verdict }) => verdict === "different")
  );

Deno.test("an attachment and its ZIP check: every number is equal", () =>
  withAttachment({}, async ({ folder, zip }) => {
    await using opened = await openAttachment(zip);
    for (const place of [folder, opened.folder]) {
      const report = await checkAttachment(place);
      assert.deepEqual([report.faults, report.files, report.ok], [[], [], true]);
      const { equal, ...others } = report.totals;
      assert.deepEqual(others, { rounding: 0, different: 0, open: 0 });
      assert(equal > 500);
      assert(report.numbers.length >= 8, "tables and figures");
    }
  }));

Deno.test("the same inputs give the same ZIP", async () => {
  const hashes: string[] = [];
  for (let build = 0; build < 2; build++) {
    await withAttachment({}, async ({ zip }) => void hashes.push(await hashFile("sha512", zip)));
  }
  assert.equal(hashes[0], hashes[1]);
});

Deno.test("a digit changed in a table, a figure or the page is found and named, sealed anew or not", () =>
  withAttachment({}, async ({ folder }) => {
    const cases: [string, (text: string) => string, RegExp][] = [
      [
        "data/tables/core.de.csv",
        (text) => text.replace(/;0,2(\d*);/, ";0,3$1;"),
        /core\.de\.csv.*\n.*row 3 .*column 4: "0,3.*" is printed, "0,2.*" follows/,
      ],
      [
        "data/tables/core.de.md",
        (text) => text.replace(/\| 0,20/, "| 0,21"),
        /core\.de\.md.*\n.*row \d.*"0,21" is printed, "0,20" follows/,
      ],
      ["data/tables/core.de.html", (text) => text.replace(">0,2", ">0,7"), /core\.de\.html/],
      ["data/tables/core.de.tex", (text) => text.replace("& 0,2", "& 0,7"), /core\.de\.tex/],
      [
        "data/tables/core.de.json",
        (text) => text.replace('"value": 0.2048', '"value": 0.2049'),
        /core\.de\.json.*\n.*rows\.\d\.ttft-median\.value: "0\.2049" is printed, "0\.2048"/,
      ],
      [
        "data/report.html",
        (text) => text.replace(/(source-core-de-1">)0,/, "$17,"),
        /report\.html.*\n.*row .*"7,\d+" is printed, "0,/,
      ],
      [
        "data/figures/latency-throughput.svg",
        (text) => text.replace(/>(2\.?04)8/, ">$19"),
        /latency-throughput\.svg.*\n.*text: "2\.?049.*Tokens ×4" is printed, "2\.?048.*Tokens ×4"/,
      ],
      [
        "data/figures/latency-throughput-dark.svg",
        (text) => text.replace("translate(62,", "translate(63,"),
        /latency-throughput-dark\.svg/,
      ],
      ["data/README.md", (text) => text.replace("measured", "x").concat("!"), /README\.md/],
      ["data/CITATION.cff", (text) => text.replace("Given", "Give"), /CITATION\.cff/],
    ];
    for (const [at, [file, change, message]] of cases.entries()) {
      const before = await Deno.readTextFile(join(folder, file));
      const after = change(before);
      assert.notEqual(after, before, file);
      await Deno.writeTextFile(join(folder, file), after);
      if (at < 2) {
        const torn = await checkAttachment(folder);
        assert(torn.faults.some((fault) => fault.startsWith(`${file}: does not match`)), file);
        assert.match(checkText(torn), message);
      }
      await reseal(folder);
      const report = await checkAttachment(folder);
      assert.deepEqual([report.ok, report.faults], [false, []], file);
      assert.match(checkText(report), message);
      await Deno.writeTextFile(join(folder, file), before);
    }
    await reseal(folder);
    assert((await checkAttachment(folder)).ok, "all of it was put back");
  }));

Deno.test("a figure's pixels that are not the notebook's are found", () =>
  withAttachment({}, async ({ folder }) => {
    const file = join(folder, "data/figures/latency-throughput.png");
    const png = await Deno.readFile(file);
    png[png.length - 40] ^= 1;
    await Deno.writeFile(file, png);
    await reseal(folder);
    assert.match(checkText(await checkAttachment(folder)), /WRONG data\/figures\/.*\.png/);
  }));

Deno.test("a digit changed in the notebook's table is held against the records", () =>
  withAttachment({}, async ({ folder }) => {
    const change = (text: string) => text.replace('"text": "0,20"', '"text": "0,29"');
    await forge(folder, "data/notebooks/speed.ipynb", change);
    assert.match(
      checkText(await checkAttachment(folder)),
      /WRONG table core\.de, cell 2 .*\n\s+different: row 2 .*Erstes Token.*"0,29" is printed, "0,20"/,
    );
  }));

Deno.test("a digit changed in a form that front ends show is found, under an unchanged JSON", () =>
  withAttachment({}, async ({ folder }) => {
    const file = "data/notebooks/speed.ipynb";
    const path = join(folder, file);
    const before = await Deno.readTextFile(path);
    const cases: [(text: string) => string, RegExp][] = [
      [
        (text) => text.replace('<td class=\\"number\\">0,2', '<td class=\\"number\\">0,9'),
        /WRONG table core\.de, cell 2 .*\n\s+different: text\/html, row .*"0,9\d*" is printed, "0,2/,
      ],
      [
        (text) => text.replace(/(<\/strong>[^<]*?)(\d)/, (_, head, digit) => head + (9 - digit)),
        /WRONG figure .*\n\s+different: text\/html, line 1: .* is printed, ".*" is recomputed/,
      ],
    ];
    for (const [change, message] of cases) {
      await forge(folder, file, change);
      const report = await checkAttachment(folder);
      assert(!report.ok);
      assert.match(checkText(report), message);
      await Deno.writeTextFile(path, before);
    }
    // a form that the tables of the project do not have
    await forge(folder, file, (text) => {
      const notebook = JSON.parse(text);
      notebook.cells[1].outputs[0].data["text/markdown"] = ["0,99"];
      return `${JSON.stringify(notebook, null, 1)}\n`;
    });
    assert.match(
      checkText(await checkAttachment(folder)),
      /different: text\/markdown: "0,99" is printed\n/,
    );
  }));

Deno.test("an output with digits that is no known table or figure is counted as open", () =>
  withAttachment({
    outputs: [
      {
        output_type: "display_data",
        data: { "text/html": "<table><tr><td>0,99</td></tr></table>" },
        metadata: {},
      },
      {
        output_type: "execute_result",
        execution_count: 2,
        data: {
          "application/json": { id: "core", rows: [{ ttft: 0.99 }] },
          "text/plain": "0,99 s",
        },
        metadata: {},
      },
      { output_type: "stream", name: "stdout", text: "0,99 s\n" },
      { output_type: "display_data", data: { "text/plain": "no digits" }, metadata: {} },
    ],
  }, async ({ folder }) => {
    const report = await checkAttachment(folder);
    assert(report.ok, checkText(report));
    assert.equal(report.totals.open, 3);
    const text = checkText(report);
    assert.match(text, /open {2}output 1, cell 3 \(own\), against nothing: .*\n.*0,99/);
    assert.match(
      text,
      /Checked: nothing differs of what is recomputed; what is marked open is not/,
    );
  }));

Deno.test("a record that was changed and sealed anew no longer gives the printed numbers", () =>
  withAttachment({}, async ({ folder }) => {
    const record = join(folder, "data/records", await nameOf(folder));
    const file = join(record, "data/responses.jsonl.gz");
    const text = await new Blob(
      await Array.fromAsync(gunzip([await Deno.readFile(file)], "responses")),
    ).text();
    const lines = text.trimEnd().split("\n").map((line) => decodeLine(line, "responses"));
    for (const line of lines) {
      // every first token a millisecond later, with checksums that fit
      if (line.kind === "response" && line.firstTokenNs !== null) line.firstTokenNs += 1e6;
    }
    await Deno.writeFile(file, gzipSync(lines.map(encodeLine).join("")));
    await reseal(record);
    await reseal(folder);
    const report = await checkAttachment(folder);
    assert(report.totals.different > 0, checkText(report));
    assert(wrong(report).some(({ subject }) => subject.startsWith("table core.de")));
    assert(wrong(report).some(({ subject }) => subject.startsWith("data/summaries/")));
  }));

Deno.test("a digit changed in a record alone is named with its line", () =>
  withAttachment({}, async ({ folder }) => {
    const name = await nameOf(folder);
    const file = join(folder, "data/records", name, "data/responses.jsonl.gz");
    const text = await new Blob(
      await Array.fromAsync(gunzip([await Deno.readFile(file)], "responses")),
    ).text();
    const lines = text.split("\n");
    lines[6] = lines[6].replace(/"sentNs":(\d+)\d/, '"sentNs":$17');
    await Deno.writeFile(file, gzipSync(lines.join("\n")));
    const { faults, ok } = await checkAttachment(folder);
    assert(!ok);
    assert.match(faults.join("\n"), /responses\.jsonl\.gz: does not match its checksum/);
    assert.match(faults.join("\n"), /line 7: /);
  }));

Deno.test("a file that is missing, too many, or a source that leads out is told", () =>
  withAttachment({}, async ({ folder }) => {
    await Deno.writeTextFile(join(folder, "data/more.txt"), "x");
    await Deno.remove(join(folder, "data/tables/core.de.csv"));
    const report = await checkAttachment(folder);
    assert.match(report.faults.join("\n"), /data\/more\.txt: follows from nothing/);
    assert.match(checkText(report), /core\.de\.csv.*\n.*"missing" is printed/);
    await Deno.remove(join(folder, "data/more.txt"));
    await forge(
      folder,
      "data/attachment.json",
      (text) => text.replace(/"path": "records\//, '"path": "../records/'),
    );
    await assert.rejects(checkAttachment(folder), /the path \.\.\/records\/.* has the part '\.\.'/);
  }));

Deno.test("a table that only the notebook's code makes is told and not called equal", () =>
  withAttachment({
    outputs: [{
      output_type: "display_data",
      data: {
        [dataMime]: {
          schema: "corebook.table",
          version: 1,
          id: "own",
          language: "en",
          caption: "My own",
          columns: [
            {
              id: "name",
              head: "Name",
              unit: null,
              align: "left",
              kind: "text",
              decimals: null,
              description: null,
            },
          ],
          rows: [{ name: { value: "a", text: "a" } }],
          notes: [],
          provenance: [{ kind: "simulated", statement: "Mine." }],
        },
      },
      metadata: {},
    }],
  }, async ({ folder }) => {
    const report = await checkAttachment(folder);
    assert(report.ok);
    assert.equal(report.totals.open, 1);
    assert.match(checkText(report), /open {2}table own\.en, .*against nothing/);
  }));

Deno.test("what is there already is not replaced, and a bad name is refused", async () => {
  await assert.rejects(
    withAttachment({ input: { name: "../up" } }, () => Promise.resolve()),
    /the name \.\.\/up has the part '\.\.'/,
  );
  await assert.rejects(
    withAttachment({ input: { records: ["no/such"] } }, () => Promise.resolve()),
    /Cannot find no\/such/,
  );
});
