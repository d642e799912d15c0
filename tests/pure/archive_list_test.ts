import assert from "node:assert/strict";
import { join } from "node:path";
import { caseClashes } from "../../lib/archive/bag_name.ts";
import { checkFiles, type FilesReport } from "../../lib/archive/check_files.ts";
import { parseChecksumList } from "../../lib/archive/checksum_list.ts";
import { readTree } from "../../lib/archive/tree.ts";
import { project } from "../../lib/base/project.ts";

const cases = join(project.root, "tests/cases");

/** Holds a folder against one of its lists; the lists themselves are not looked for in them. */
async function check(folder: string, where: string): Promise<FilesReport & { remarks: number }> {
  const bytes = await Deno.readFile(join(folder, where));
  const list = parseChecksumList(bytes, "sha256", where);
  const tree = (await readTree(folder)).filter(({ name }) => !name.startsWith("SHA256SUMS"));
  const report = await checkFiles(folder, list, tree, { algorithm: "sha256", where });
  return { ...report, remarks: list.remarks.length };
}

const named = (report: FilesReport, code: string) =>
  report.faults.filter((fault) => fault.code === code).map((fault) => fault.file);

Deno.test("F-ARC-09: checksum lists in many dresses say the same", async () => {
  const folder = join(cases, "F-ARC-09/archive");
  const dresses = { lf: 0, crlf: 3, star: 3, upper_dot: 6, bom: 1, no_newline: 1 };
  for (const [dress, remarks] of Object.entries(dresses)) {
    const report = await check(folder, `SHA256SUMS.${dress}`);
    assert.equal(report.ok.length, 3, dress);
    assert.deepEqual(report.faults.map(({ code, file }) => `${code} ${file}`), [
      "extra unlisted.json",
    ], dress);
    assert.equal(report.remarks, remarks, dress);
  }
});

Deno.test("F-ARC-09: what a list cannot vouch for is a fault, and a wrong line is named", async () => {
  const folder = join(cases, "F-ARC-09/archive");
  const refused = (name: string, why: RegExp) => assert.rejects(check(folder, name), why);
  await refused("SHA256SUMS.garbage", /SHA256SUMS\.garbage:1: not a sha256 checksum/);
  await refused("SHA256SUMS.bsd", /SHA256SUMS\.bsd:1: not a sha256 checksum/);
  const backslash = await check(folder, "SHA256SUMS.backslash");
  assert.deepEqual(named(backslash, "bad-name").length, 3);

  const wrong = await check(folder, "SHA256SUMS.wrong");
  assert.deepEqual([wrong.ok.length, named(wrong, "altered")], [2, ["raw/run-002.json"]]);
  const missing = await check(folder, "SHA256SUMS.missing_file");
  assert.deepEqual([missing.ok.length, named(missing, "missing")], [3, ["raw/run-004.json"]]);
  const ends = await check(folder, "SHA256SUMS.lf_of_crlf_file");
  assert.deepEqual(named(ends, "altered"), ["raw/run 003.json"]);
  const empty = await check(folder, "SHA256SUMS.empty");
  assert.deepEqual(named(empty, "bad-list"), ["SHA256SUMS.empty"]);
  const double = await check(folder, "SHA256SUMS.double");
  assert.deepEqual(named(double, "listed-twice"), ["raw/run-001.json"]);
});

Deno.test("F-ARC-10: nothing outside the folder is read, whatever a list names", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(join(folder, "archive/raw"), { recursive: true });
    for (const file of ["outside.json", "archive/SHA256SUMS", "archive/raw/run-001.json"]) {
      await Deno.copyFile(join(cases, "F-ARC-10", file), join(folder, file));
    }
    await Deno.writeTextFile(join(folder, "archive/raw/..hidden.json"), "{}\n");
    await Deno.symlink("../../outside.json", join(folder, "archive/raw/link.json"));
    const report = await check(join(folder, "archive"), "SHA256SUMS");
    assert.deepEqual(report.ok, ["raw/run-001.json"]);
    assert.deepEqual(named(report, "bad-name"), [
      "../outside.json", // its checksum is right: it was not read
      "/etc/hostname",
      "raw/../../outside.json",
      "C:\\Windows\\win.ini",
      "raw\\..\\..\\outside.json",
    ]);
    assert.deepEqual(named(report, "wrong-kind"), ["raw/link.json"]);
    assert.deepEqual(named(report, "altered"), ["raw/..hidden.json"]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("F-ARC-12: names that differ only in case are found before one is written", () => {
  const names = ["raw/Run-1.json", "raw/run-1.json", "raw/run-2.json"];
  assert.deepEqual(caseClashes(names), [["raw/Run-1.json", "raw/run-1.json"]]);
  assert.deepEqual(caseClashes(["raw/run-1.json", "raw/run-2.json"]), []);
});

Deno.test("F-ARC-15: equal content under another name is a hint, not a pass", async () => {
  const report = await check(join(cases, "F-ARC-15/archive"), "SHA256SUMS");
  assert.deepEqual(report.ok, []);
  assert.deepEqual(named(report, "altered"), ["raw/run-A.json", "raw/run-B.json"]);
  assert.deepEqual(named(report, "missing"), ["raw/run-C.json"]);
  assert.deepEqual(named(report, "extra"), ["raw/copy-of-2.json"]);
  assert.deepEqual(report.hints, [
    "raw/run-A.json and raw/run-B.json look swapped",
    "raw/copy-of-2.json has the content listed as raw/run-A.json",
  ]);
});
