import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type DecodedLine, decodeLines } from "../../lib/base/byte_lines.ts";
import { decodeUtf8 } from "../../lib/base/decode_utf8.ts";
import { gunzip } from "../../lib/base/gunzip.ts";
import { parseShape } from "../../lib/base/json_file.ts";
import { project } from "../../lib/base/project.ts";
import { readJson } from "../../lib/base/read_json.ts";
import { parseStrictJson } from "../../lib/base/strict_json.ts";
import { encodeLine } from "../../lib/record/journal.ts";
import { planSchema } from "../../lib/record/plan.ts";
import { readRecord } from "../../lib/record/read.ts";
import { findJournal } from "../../lib/record/read_journal.ts";
import type { RunRecord } from "../../lib/record/record.ts";
import type { Line } from "../../lib/record/response.ts";
import { inFolder } from "../in_folder.ts";
import { buildRecord } from "../records/build_record.ts";

const caseFile = (name: string) => join(project.root, "tests/cases", name);

/** A record's folder as a run leaves it before it is sealed; changes are made to copies. */
const withRecord = (test: (folder: string, record: RunRecord, lines: Line[]) => Promise<void>) =>
  inFolder(async (folder) => {
    const { record, lines } = buildRecord({ events: 2 });
    await Deno.mkdir(join(folder, "data"));
    await writeRecord(folder, record);
    await Deno.writeTextFile(join(folder, "data/responses.jsonl"), lines.map(encodeLine).join(""));
    await test(folder, record, lines);
  });

const writeRecord = (folder: string, record: unknown) =>
  Deno.writeTextFile(join(folder, "data/record.json"), JSON.stringify(record, null, 2));

/** Reads the lines of a case as plain JSON, since other tools' lines have no checksum. */
async function readCase(name: string): Promise<DecodedLine<unknown>[]> {
  const chunks = [await Deno.readFile(caseFile(name))];
  return await Array.fromAsync(
    decodeLines(chunks, name, (text, where) => parseStrictJson(text, () => where)),
  );
}

const damagedIn = (lines: readonly DecodedLine<unknown>[]) =>
  lines.flatMap((line) => "damage" in line ? [line.number] : []);

Deno.test("a record comes back as it was written, packed or not", () =>
  withRecord(async (folder, record, lines) => {
    const plain = await readRecord(folder);
    assert.deepEqual(plain.record, record);
    assert.deepEqual(await Array.fromAsync(plain.lines()), lines);
    const path = join(folder, "data/responses.jsonl");
    await Deno.writeFile(`${path}.gz`, gzipSync(await Deno.readFile(path)));
    await assert.rejects(readRecord(folder), /holds both data\/responses.jsonl and/);
    await Deno.remove(path);
    const packed = await readRecord(folder);
    assert.equal(packed.journal, "data/responses.jsonl.gz");
    assert.deepEqual(await Array.fromAsync(packed.lines()), lines);
  }));

Deno.test("what is wrong with a record is told with file, line and member", async (t) => {
  const wrong: Record<string, { change: (record: RunRecord) => unknown; tells: RegExp }> = {
    "an unknown version": {
      change: (record) => ({ ...record, version: 2 }),
      tells: /record\.json: corebook\.record version 2 is not known, corebook .* reads version 1/,
    },
    "another schema": {
      change: (record) => record.plan,
      tells: /record\.json: it is a corebook\.plan, not a corebook\.record/,
    },
    "a number as text": {
      change: (record) => ({ ...record, host: { ...record.host, cores: "2" } }),
      tells: /record\.json: host\.cores: .*expected number, received string/,
    },
    "an unknown member": {
      change: (record) => ({ ...record, speed: 5 }),
      tells: /record\.json: .*speed/,
    },
    "a plan that was changed afterwards": {
      change: (record) => ({ ...record, plan: { ...record.plan, title: "Another" } }),
      tells: /planSha256 is [0-9a-f]{64}, its plan has/,
    },
  };
  for (const [name, { change, tells }] of Object.entries(wrong)) {
    await t.step(name, () =>
      withRecord(async (folder, record) => {
        await writeRecord(folder, change(record));
        await assert.rejects(readRecord(folder), tells);
      }));
  }
  await t.step("no file", () =>
    withRecord(async (folder) => {
      await Deno.remove(join(folder, "data/responses.jsonl"));
      await assert.rejects(readRecord(folder), /data\/responses\.jsonl\.gz is missing/);
      await Deno.remove(join(folder, "data/record.json"));
      await assert.rejects(readRecord(folder), /record\.json: there is no such file/);
    }));
});

Deno.test("lost, torn and damaged lines are never silent", () =>
  withRecord(async (folder, _record, lines) => {
    const path = join(folder, "data/responses.jsonl");
    const text = await Deno.readTextFile(path);
    const stored = await readRecord(folder);
    const rejects = (content: string, why: RegExp) =>
      Deno.writeTextFile(path, content).then(() =>
        assert.rejects(Array.fromAsync(stored.lines()), why)
      );
    const end = text.trimEnd().lastIndexOf("\n") + 1;
    await rejects(text.slice(0, end), /the lines hold \d+ rounds, record\.json says/);
    const torn = text.slice(0, -20);
    await rejects(torn, new RegExp(`responses\\.jsonl:${lines.length}: .*no checksum`));
    const told = await Array.fromAsync(stored.everyLine());
    assert.equal(told.length, lines.length);
    const last = told.at(-1)!;
    assert("damage" in last && last.torn && last.number === lines.length);
    await rejects(
      text.replace(/"ttft|"sentNs":1/, "$&0"),
      /responses\.jsonl:1: the line does not match its checksum/,
    );
    assert.equal(damagedIn(await Array.fromAsync(stored.everyLine())).length, 1);
  }));

Deno.test("a running record's totals are not held against its lines", () =>
  withRecord(async (folder, record, lines) => {
    const totals = { responses: 0, valid: 0, rounds: 0 };
    await writeRecord(folder, { ...record, state: { kind: "running" }, totals });
    const { lines: read } = await readRecord(folder);
    assert.equal((await Array.fromAsync(read())).length, lines.length);
  }));

Deno.test("F-ARC-01: NaN, Infinity and 1e400 are named with file and line", async () => {
  await assert.rejects(readJson(caseFile("F-ARC-01/run.jsonl")), /run\.jsonl:1: .*Infinity is no/);
  const read = (text: string) => parseStrictJson(text, (line) => `a.json:${line}`);
  assert.throws(() => read('{"a": [1,\n NaN]}'), /a\.json:2: .*NaN is no JSON number/);
  assert.throws(() => read('{"a": -Infinity}'), /-Infinity is no JSON number/);
  assert.throws(() => read('{"huge": 1e400}'), /1e400 is too large/);
  assert.deepEqual(read('{"note": "NaN is fine here"}'), { note: "NaN is fine here" });
});

Deno.test("strict JSON is JSON.parse but for what would be lost", () => {
  const read = (text: string) => parseStrictJson(text, (line) => `a.json:${line}`);
  const whole = [
    '{"a":[],"b":{},"c":[1,-0.5,1e-3,0,"x\\n\\u00e9\\"\\\\/"],"":null,"t":true,"__proto__":1}',
    ' [ 1 , { "a" : "\u007f\u2028\ud83d\ude00" } ]\r\n',
    "9007199254740991",
    '"' + "x".repeat(1e6) + '"',
  ];
  for (const text of whole) assert.deepEqual(read(text), JSON.parse(text));
  const broken = [
    "",
    "{",
    "[1,]",
    "{,}",
    '{"a" 1}',
    "01",
    "1.",
    ".5",
    "+1",
    "nul",
    "[1 2]",
    '"\n"',
  ];
  broken.push('"\\x"', "{'a':1}", "1 2", "\u00a01", '"a', "[1}", '{"a":1,}');
  for (const text of broken) {
    assert.throws(() => JSON.parse(text), SyntaxError);
    assert.throws(() => read(text), /Cannot read a\.json:\d+: not plain JSON/, text);
  }
  assert.throws(() => read('{"a":1,"b":2,\n"a":3}'), /a\.json:2: .*"a" comes twice/);
  assert.throws(() => read("[".repeat(1e5)), /nested more than 200 deep/);
});

Deno.test("F-ARC-02: byte order marks and other encodings", async () => {
  assert.deepEqual(await readJson(caseFile("F-ARC-02/utf8_bom.json")), {
    model: "Zażółć 7B",
    median_ttft_ms: 95.7,
  });
  const rejects = (name: string, why: RegExp) =>
    assert.rejects(readJson(caseFile(`F-ARC-02/${name}`)), why);
  await rejects("utf16le_bom.json", /it is UTF-16/);
  await rejects("utf16be_bom.json", /it is UTF-16/);
  await rejects("latin1.json", /not valid UTF-8 at byte 13/);
  const cut = new TextEncoder().encode("aż").subarray(0, 2);
  assert.throws(() => decodeUtf8(cut, "a"), /not valid UTF-8 at byte 1/);
});

Deno.test("F-ARC-03: one line may be lost in a crash, not two, and the loss is counted", async () => {
  const expected: Record<string, { read: number; damaged: number[] }> = {
    torn: { read: 3, damaged: [4] },
    glued_after_torn: { read: 3, damaged: [3] },
    two_on_a_line: { read: 1, damaged: [1] },
    torn_in_utf8: { read: 3, damaged: [4] },
    no_last_newline: { read: 3, damaged: [] },
    trailing_commas: { read: 0, damaged: [1, 2, 3] },
    crlf_blank_lines: { read: 3, damaged: [] },
  };
  for (const [name, { read, damaged }] of Object.entries(expected)) {
    const lines = await readCase(`F-ARC-03/${name}.jsonl`);
    assert.deepEqual(damagedIn(lines), damaged, name);
    assert.equal(lines.length - damaged.length, read, name);
  }
});

Deno.test("F-ARC-05: integers beyond 2^53 are refused, or kept whole when asked for", async () => {
  const lines = await readCase("F-ARC-05/run.jsonl");
  assert.deepEqual(damagedIn(lines), [1, 2]);
  assert.match(JSON.stringify(lines[0]), /1762551534797067827 is beyond 2\^53/);
  const text = await Deno.readTextFile(caseFile("F-ARC-05/run.jsonl"));
  const [a, b] = text.trim().split("\n").map((line) =>
    parseStrictJson(line, () => "run.jsonl", { bigIntegers: true }) as Record<string, bigint>
  );
  const lasts = (run: Record<string, bigint>) => [
    Number(run.first_ns - run.request_start_ns),
    Number(run.request_end_ns - run.request_start_ns),
  ];
  assert.deepEqual(lasts(a), [31742934, 3644260002]);
  assert.deepEqual(lasts(b), [1, 3659807704]);
});

Deno.test("F-ARC-07: text is never taken for a number", async () => {
  const run = await readJson(caseFile("F-ARC-07/run.json")) as Record<string, unknown>;
  const { plan } = buildRecord().record;
  for (const value of [run.input_len, run.duration, run.output_throughput, run.flag, "inf"]) {
    assert.throws(
      () => parseShape(planSchema, { ...plan, outputTokens: value }, "a plan"),
      /a plan: outputTokens: .*expected number, received string/,
    );
  }
});

Deno.test("F-ARC-13: every member of gzip counts and no loss is silent", async () => {
  const unpack = async (name: string) => {
    const path = caseFile(`F-ARC-13/${name}`);
    let text = "";
    let error: unknown = null;
    try {
      for await (const chunk of gunzip([await Deno.readFile(path)], name)) {
        text += new TextDecoder().decode(chunk);
      }
    } catch (thrown) {
      error = thrown;
    }
    return { lines: text.split("\n").length - 1, error: String(error) };
  };
  assert.deepEqual(await unpack("two_members.jsonl.gz"), { lines: 2, error: "null" });
  assert.deepEqual(await unpack("zero_padded.jsonl.gz"), { lines: 1, error: "null" });
  const cut = await unpack("cut.jsonl.gz");
  assert(cut.lines >= 1);
  assert.match(cut.error, /cut\.jsonl\.gz: it is cut short/);
  assert.match((await unpack("plain_named.json.gz")).error, /holds no gzip content/);
  await assert.rejects(
    readJson(caseFile("F-ARC-13/really_gzip.json")),
    /gzip content under a name without \.gz/,
  );
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "data"));
    const path = join(folder, "data/responses.jsonl");
    await Deno.copyFile(caseFile("F-ARC-13/really_gzip.json"), path);
    const journal = await findJournal(dirname(dirname(path)), "responses");
    await assert.rejects(Array.fromAsync(journal!.chunks()), /gzip content under a name without/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("gzip is read the same however its bytes are cut, and no damage changes what is read", async () => {
  const first = new Uint8Array(gzipSync('{"id":"r0"}\n'));
  const [second, junk] = [gzipSync("two\n"), new TextEncoder().encode("junk")];
  const unpack = async (bytes: Uint8Array, size: number) => {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
    return await new Blob(await Array.fromAsync(gunzip(chunks, "a.gz"))).text();
  };
  const joined = (...parts: Uint8Array[]) => new Uint8Array(parts.flatMap((part) => [...part]));
  const two = joined(first, second, new Uint8Array(3));
  for (let size = 1; size <= two.length; size++) {
    assert.equal(await unpack(two, size), '{"id":"r0"}\ntwo\n', `chunks of ${size}`);
  }
  await assert.rejects(unpack(joined(first, junk), 5), /other data follow its members/);
  await assert.rejects(unpack(joined(first, new Uint8Array(2), second), 1e3), /zero padding/);
  for (let at = 10; at < first.length; at++) {
    const damaged = first.slice();
    damaged[at] ^= 4;
    // the last bits of the last block mean nothing: there the content is the same
    const read = await unpack(damaged, 1e3).catch((error) => error.message);
    assert.match(read, /^Cannot unpack a\.gz|^\{"id":"r0"\}\n$/, `byte ${at}`);
    await assert.rejects(unpack(first.subarray(0, at), 7), /it is cut short/);
  }
});
